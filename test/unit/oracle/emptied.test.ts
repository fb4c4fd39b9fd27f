/** A file that somebody empties while candidates take its place: that is a save like any other. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Holding } from '../../../src/oracle/places/inPlace/inPlace';
import { rootPrefix } from '../../../src/oracle/processes/escapees';
import { ways } from '../../support/edited';
import { freshDirectory } from '../../support/files';
import { ownState } from '../../support/state';

const directory = freshDirectory();
const at = (name: string) => join(directory.path, name);

describe('a file that is emptied in mid-run', () => {
  ownState(at);
  for (const way of ['write', 'rename'] as const) {
    for (const next of ['write', 'check'] as const) {
      it(`by ${way} stays empty, and ends the run at the next ${next}`, () => {
        mkdirSync(at('work'));
        const file = at('work/input.txt');
        writeFileSync(file, 'the original\n');
        const holding = new Holding(file, `${rootPrefix()}123456`);
        holding.write(Buffer.from('candidate 1\n'));
        ways[way](file, '');
        assert.throws(() => holding[next](Buffer.from('candidate 2\n')), /was changed while it was tested in place/);
        assert.deepEqual([readFileSync(file, 'utf8'), readdirSync(at('work'))], ['', ['input.txt']]);
      });
    }
  }
});
