/** A whole isolation in this process: it is a run like a reduction. */
import assert from 'node:assert/strict';
import type { FileSet } from '../../../src/oracle/content';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { onceMoreLabel } from '../../../src/reduction/run';
import type { ReductionEvent } from '../../../src/reduction/events/events';
import { reduce } from '../../../src/reduction/reduce';
import { expectNoRunRoots, freshDirectory } from '../../support/files';
import { isolationWith, type PairValues } from '../../support/jobs';

const directory = freshDirectory();
expectNoRunRoots();

/** 64 lines, of which "42" is needed. */
const usual: PairValues = {
  fileName: 'list.txt',
  text: Array.from({ length: 64 }, (_, index) => `${index}\n`).join(''),
  passing: '',
  unit: 'lines',
  encoding: 'utf8',
  command: `grep -q '^42$' {}`,
};

async function isolated(more: PairValues = {}) {
  const events: ReductionEvent[] = [];
  const best: number[] = [];
  const outcome = await reduce(
    isolationWith({ ...usual, ...more }),
    (event) => events.push(event),
    new AbortController().signal,
    undefined,
    {
      onBest(contentOf) {
        const [passing, failing] = (contentOf() as FileSet).files.map(({ bytes }) => bytes.length);
        best.push(failing - passing);
      },
    },
  );
  const [passing, failing] = [String(outcome.passing), String(outcome.content)];
  return { ...outcome, isolated: outcome.finished, passing, failing, events, best };
}

describe('an isolation', () => {
  it('gives the closest texts at each step, that of the last test included', async () => {
    const { best, isolated: end } = await isolated({ maxTests: 4 });
    assert.deepEqual([end.ending, end.changes, best.length], ['tests', 32, 1]);
  });

  it('counts its changes in the finest unit from the beginning', async () => {
    const text = 'one two\nthree four\nfive six\n';
    const more = { text, passing: 'one 2\nthree 4\nfive 6\n', unit: 'words' };
    const { events, passing, failing } = await isolated({ ...more, command: 'grep -q four {}' });
    const counts = events.flatMap((event) => (event.event === 'narrowed' ? [[event.changes, event.unit]] : []));
    assert.deepEqual(events[0].event === 'started' && events[0].difference, { changes: 3, unit: 'words' });
    assert.ok(counts.every(([, unit]) => unit === 'words') && counts.at(-1)![0] === 1);
    assert.equal(passing.replace('4', 'four'), failing);
  });

  it('ends when the difference is small enough', async () => {
    const { isolated: end } = await isolated({ targetTokens: 8 });
    assert.deepEqual([end.ending, end.changes, end.confirmed], ['size', 8, true]);
  });

  it('goes on from its journal with no test made twice', async () => {
    const journal = { file: join(directory.path, 'journal') };
    const whole = await isolated();
    const part = await isolated({ journal, maxTests: 5 });
    const rest = await isolated({ journal });
    assert.deepEqual([rest.passing, rest.failing], [whole.passing, whole.failing]);
    assert.equal(rest.isolated.search.tests, whole.isolated.search.tests);
    const tested = rest.events.filter(({ event }) => event === 'candidate').length;
    assert.equal(tested, whole.isolated.search.tests - part.isolated.search.tests);
    const first = rest.events.find(({ event }) => event === 'narrowed');
    assert.ok(first?.event === 'narrowed' && first.changes === part.isolated.changes);
  });

  it('refuses the journal of another passing text', async () => {
    const journal = { file: join(directory.path, 'journal') };
    await isolated({ journal, maxTests: 5 });
    await assert.rejects(isolated({ journal, passing: '7\n' }), /belongs to another input: name another file/);
  });

  it('tries once more what timed out, and may come closer then', async () => {
    const seen = join(directory.path, 'seen');
    mkdirSync(seen);
    const mark = `'${seen}'/$(cksum < {} | tr ' ' -)`;
    // A text of one line hangs when it is tested for the first time.
    const line = `[ $(wc -l < {}) != 1 ] || [ -e ${mark} ] || { : > ${mark}; sleep 35.1; }; grep -q '^2$' {}`;
    const { events, isolated: end } = await isolated({ text: '1\n2\n', command: line, timeoutMs: 400 });
    assert.ok(events.some((event) => event.event === 'phase' && event.label === onceMoreLabel()));
    assert.ok(end.timeouts > 0);
    assert.deepEqual([end.ending, end.changes, end.confirmed], ['done', 1, true]);
  });
});
