/** The effort `thorough`: a search that has ended begins again from the original. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Accepted, ReductionEvent } from '../../../src/reduction/events/events';
import { reduce } from '../../../src/reduction/reduce';
import { render } from '../../../src/text/source';
import { expectNoRunRoots, freshDirectory } from '../../support/files';
import { jobWith, type TextValues } from '../../support/jobs';
import { seldom } from '../../support/seldom';

const directory = freshDirectory();
expectNoRunRoots();

const text = '// four\n// five\none(two, three);\nmore([1, 2, 3, 4, 5]);\n';

/** The bug needs three names. It also shows without the first one, if the fourth is there; but comments are the first to go. */
const bug = 'if grep -q one {}; then grep -q two {} && grep -q three {}; else grep -q four {}; fi';
const threeNames = 'one two three';

async function reduced(more: TextValues = {}, isEnough: (events: readonly ReductionEvent[]) => boolean = () => false) {
  const job = jobWith({ text, command: bug, search: 'default+effort=thorough', ...more });
  const stop = new AbortController();
  const events: ReductionEvent[] = [];
  const { finished, state: rest } = await reduce(
    job,
    (event) => {
      events.push(event);
      if (isEnough(events)) stop.abort();
    },
    stop.signal,
  );
  const sizes = events.filter((event): event is Accepted => event.event === 'accepted').map(({ bytes }) => bytes);
  const names = render(rest)
    .match(/[a-z]+/g)
    ?.join(' ');
  return { finished, names, sizes, tests: finished.search.tests };
}

const isTest = (event: ReductionEvent) => event.event === 'candidate' && !event.cached;

const inSecondRound = (events: readonly ReductionEvent[]) =>
  events.some((event) => event.event === 'phase' && event.label.startsWith('Round 2'));

describe('a thorough search', () => {
  it('begins again without a part of the result, and so finds a smaller one', async () => {
    const [normal, thorough] = [await reduced({ search: 'default' }), await reduced()];
    assert.equal(normal.names, threeNames);
    assert.equal(thorough.names, 'four');
    assert.equal(thorough.finished.ending, 'done');
    assert.equal(thorough.finished.confirmed, true);
    assert.deepEqual(
      thorough.sizes,
      thorough.sizes.toSorted((a, b) => b - a),
      'nothing larger than the best so far is told',
    );
  });

  it('ends alike for any number of jobs, in as many tests', async () => {
    const [one, three] = [await reduced(), await reduced({ jobs: 3 })];
    assert.deepEqual([three.names, three.tests], [one.names, one.tests]);
  });

  it('leaves the best result if it is stopped in a later round', async () => {
    const { finished, names } = await reduced({}, inSecondRound);
    assert.equal(finished.ending, 'interrupted');
    assert.equal(names, threeNames);
  });

  seldom.it('goes on from its journal in any round', async () => {
    const whole = await reduced();
    const journal = { file: join(directory.path, 'journal') };
    for (let runs = 1; ; runs++) {
      let tests = 0;
      const some = await reduced({ journal }, (events) => isTest(events.at(-1)!) && ++tests === 9);
      if (some.finished.ending === 'interrupted') continue;
      assert.ok(runs > 3, `${runs}`);
      assert.deepEqual([some.names, some.tests], [whole.names, whole.tests]);
      return;
    }
  });
});
