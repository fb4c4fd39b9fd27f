/** The examples of docs/library.md. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Reduction, WhittleEvent } from '../../../src/library';
import { expectNoRunRoots } from '../../support/files';
import { imported } from '../../support/library';
import { seldom } from '../../support/seldom';

expectNoRunRoots();

const run = promisify(execFile);

seldom.describe('examples', () => {
  it("fast-check's big counterexample becomes one field with a line break", async () => {
    const example = await imported<{ bigCounterexample(): string[][]; shrunk(table: string[][]): Promise<string[][]> }>(
      'test/examples/fastCheck.mjs',
    );
    const big = example.bigCounterexample();
    assert.ok(JSON.stringify(big).length > 300);
    assert.deepEqual(await example.shrunk(big), [['\n']]);
  });

  it("a fuzzer's crash file becomes a few bytes, although some candidates never end", async () => {
    const { reduceCrash } = await imported<{
      reduceCrash(bytes: Uint8Array, onEvent: (event: WhittleEvent) => void): Promise<Reduction>;
    }>('test/examples/fuzz.mjs');
    // Records of zeros, and a list with a record that is too long.
    const records = Array.from({ length: 8 }, (_, at) => [1 + (at % 6), 3, 0, 0, 0]).flat();
    const file = Uint8Array.from([...records, 7, 2, 3, 250]);
    let timeouts = 0;
    const { bytes, confirmed } = await reduceCrash(file, (event) => {
      if (event.event === 'finished') ({ timeouts } = event);
    });
    assert.ok(confirmed && timeouts > 0, `${timeouts}`);
    assert.equal(bytes.length, 2);
  });

  it('a matcher of vitest fails with the smallest input', async () => {
    const vitest = run(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--root', 'test/examples/vitest'], {
      env: { ...process.env, NO_COLOR: '1' },
    });
    const { stdout, stderr } = await vitest.catch((failed: { stdout: string; stderr: string }) => failed);
    assert.match(stderr, /Error: an item has no price\nThe smallest input that shows it: \{"items": \[0\]\}\n/);
    assert.match(stdout, /1 failed \| 1 passed/);
  });
});
