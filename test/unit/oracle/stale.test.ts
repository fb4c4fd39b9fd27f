/** No candidate is tested by what a test before it has built: programs that build by time build each one anew. */
import assert from 'node:assert/strict';
import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Content } from '../../../src/oracle/content';
import { copy } from '../../../src/oracle/places/copy';
import { inPlace } from '../../../src/oracle/places/inPlace/inPlace';
import { overlay } from '../../../src/oracle/places/overlay';
import type { Placement } from '../../../src/oracle/places/place';
import { fixedText, userPath } from '../../../src/oracle/processes/command';
import { expectNoRunRoots, freshDirectory } from '../../support/files';
import { openOracle } from '../../support/oracle';

expectNoRunRoots();
const directory = freshDirectory();
const signal = new AbortController().signal;

/** As make does, by whole seconds: some programs and file systems know no others. */
const build =
  '[ -e built ] && [ $(stat -c %Y in.txt) -le $(stat -c %Y built) ] || cp in.txt built; grep -q needle built';

describe('a candidate after another one', () => {
  const bytes = (text: string) => Buffer.from(text);
  const alone = (text: string): Content => bytes(text);
  const among = (text: string): Content => ({
    files: [
      { path: 'in.txt', bytes: bytes(text) },
      { path: 'Makefile', bytes: bytes('') },
    ],
  });

  const verdicts = async (placement: Placement, content: (text: string) => Content) => {
    const file = join(directory.path, 'in.txt');
    writeFileSync(file, 'needle\n');
    writeFileSync(join(directory.path, 'built'), 'needle\n');
    utimesSync(join(directory.path, 'built'), 1e9, 1e9);
    const command = { invocation: { line: fixedText(build) }, cwd: userPath(directory.path) };
    const target = { fileName: 'in.txt', file, root: directory.path };
    const oracle = await openOracle({ command, ...target, placement });
    try {
      const found: string[] = [];
      for (let turn = 0; turn < 12; turn++) {
        const text = turn % 2 === 0 ? 'needle\n' : 'thread\n';
        found.push((await oracle.observe(content(text), 60_000, signal)).verdict);
      }
      return found;
    } finally {
      oracle.dispose();
    }
  };
  const right = Array.from({ length: 12 }, (_, turn) => (turn % 2 === 0 ? 'holds' : 'fails'));

  for (const placement of [copy, overlay, inPlace]) {
    it(`is built anew with the placement ${placement.name}`, async () => {
      assert.deepEqual(await verdicts(placement, alone), right);
    });
  }

  it('is built anew in a folder', async () => {
    assert.deepEqual(await verdicts(copy, among), right);
  });
});
