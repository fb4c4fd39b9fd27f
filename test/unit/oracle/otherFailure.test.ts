/** Does the original fail as its copy does? With an oracle that runs nothing, but says what each place is to say. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Start } from '../../../src/oracle/calibration/elsewhere';
import { otherFailure } from '../../../src/oracle/calibration/diagnosis';
import type { VerdictRule } from '../../../src/oracle/judging/rule';
import type { FullAnswer, Oracle } from '../../../src/oracle/oracle';
import { copy } from '../../../src/oracle/places/copy';
import { overlay } from '../../../src/oracle/places/overlay';
import type { Placement } from '../../../src/oracle/places/place';
import { expectNoRunRoots, freshDirectory } from '../../support/files';

const directory = freshDirectory();
expectNoRunRoots();

type Said = 'holds' | 'fails' | 'times out' | 'cannot run';

interface Case {
  readonly placement?: Placement;
  readonly learned?: boolean;
  readonly rule?: VerdictRule;
  /** Of the copy. */
  readonly output?: string;
  /** Of the original, run by run. */
  readonly there: readonly Said[];
  /** In place of the text that is reduced. */
  readonly onDisk?: string;
}

const rule: VerdictRule = { exit: { codes: [1] }, match: [{ pattern: 'boom' }] };
const lacking = "Error: Cannot find module './settings'";

/** What is found, and the files that the original was in. */
async function found({ placement = overlay, learned = true, output = 'boom', there, ...more }: Case) {
  const path = join(directory.path, 'in.js');
  writeFileSync(path, more.onDisk ?? 'text');
  const files: string[] = [];
  const controller = new AbortController();
  const oracle = {
    placement,
    rule: more.rule ?? rule,
    async observe(_content, _timeoutMs, _signal, place) {
      assert.ok(place && place !== 'unprotected', 'the copy is not run again');
      files.push(place.paths.file);
      await place.clear();
      const said = there[files.length - 1] ?? assert.fail('it runs too often');
      if (said === 'cannot run') throw new Error(said);
      const timedOut = said === 'times out';
      const output = { stdout: '', stderr: 'Error: other' };
      return { verdict: timedOut ? 'unresolved' : said, timedOut, status: 1, said: output } as FullAnswer;
    },
  } as Partial<Oracle> as Oracle;
  const start: Start = {
    ...{ input: Buffer.from('text'), empty: Buffer.from(''), path },
    ...{ timeoutMs: 1000, signal: controller.signal },
  };
  const diagnosis = await otherFailure(oracle, { output } as FullAnswer, start, learned);
  assert.equal(files.length, there.length, 'it runs as often as it has to');
  return { diagnosis, files, path };
}

describe('the failure of a copy', () => {
  it('is another one if the original fails otherwise, twice: in its own place for overlay', async () => {
    const { diagnosis, files, path } = await found({ there: ['fails', 'fails'] });
    assert.match(
      diagnosis!.message,
      /^A copy of the workspace fails in another way \(.*boom.*\) than the workspace \("Error: other" \(exit code 1\)\)/,
    );
    assert.equal(diagnosis!.remedy, undefined);
    assert.deepEqual(files, [path, path]);
  });

  it('is another one if the original fails otherwise, twice: among links to its neighbours for copy', async () => {
    const { diagnosis, files, path } = await found({ placement: copy, there: ['fails', 'fails'] });
    assert.match(diagnosis!.message, /^A copy of the file fails .*needs the files beside it/);
    assert.deepEqual(diagnosis!.remedy, { kind: 'overlay' });
    assert.ok(!files.includes(path) && files.every((file) => file.endsWith(path)), 'the file is never given to a test');
  });

  for (const [what, one] of Object.entries<Case>({
    'fails in the same way': { there: ['holds'] },
    'fails in the same way in the second run, so the test is flaky': { there: ['fails', 'holds'] },
    'does not end in time': { there: ['times out'] },
    'does not end in time in the second run': { there: ['fails', 'times out'] },
    'cannot be run': { there: ['cannot run'] },
    'has another text by now': { there: [], onDisk: 'saved since' },
  })) {
    it(`is the same if the original ${what}`, async () => assert.equal((await found(one)).diagnosis, undefined));
  }

  it('is the same if the original fails in the same way among its neighbours', async () => {
    assert.equal((await found({ placement: copy, there: ['fails', 'holds'] })).diagnosis, undefined);
  });

  describe('by a rule that was given', () => {
    const failure = { runner: 'mocha', file: 'in.js', test: 'works', kind: 'Error', said: lacking, lines: [] } as const;
    const given = { learned: false, rule: { failure }, output: lacking };

    it('is looked into if it lacks something, and the rule is for the failure of a test runner', async () => {
      assert.match(
        (await found({ ...given, there: ['fails', 'fails'] })).diagnosis!.message,
        /^A copy of the workspace/,
      );
      assert.equal((await found({ ...given, there: ['holds'] })).diagnosis, undefined);
    });

    it('is believed else, without another run', async () => {
      const others: Partial<Case>[] = [{ output: 'boom' }, { rule }, { placement: copy }];
      for (const other of others) assert.equal((await found({ ...given, ...other, there: [] })).diagnosis, undefined);
    });
  });
});
