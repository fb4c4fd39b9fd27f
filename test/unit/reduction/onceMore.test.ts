/** What timed out is tried once more when a search has ended. */
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { OracleAnswer } from '../../../src/oracle/oracle';
import type { Property } from '../../../src/oracle/property';
import { fixedTimeout } from '../../../src/oracle/calibration/timeout';
import type { ReductionEvent } from '../../../src/reduction/events/events';
import { onceMoreLabel, secondChance } from '../../../src/reduction/run';
import { reduce } from '../../../src/reduction/reduce';
import type { Run } from '../../../src/reduction/state';
import { render } from '../../../src/text/source';
import { expectNoRunRoots, freshDirectory } from '../../support/files';
import { jobWith, type TextValues } from '../../support/jobs';
import { seldom } from '../../support/seldom';

const directory = freshDirectory();
expectNoRunRoots();

/** Reduces lines, of which some have a needle; what lacks "b" hangs, `always` or when it is tested for the first time. */
async function reduced(
  always: boolean,
  more: TextValues = {},
  onEvent: (event: ReductionEvent) => void = () => {},
  signal = new AbortController().signal,
) {
  const seen = join(directory.path, 'seen');
  mkdirSync(seen, { recursive: true });
  const mark = `'${seen}'/$(cksum < {} | tr ' ' -)`;
  const text = 'a\nneedle\nb\nc\n';
  const needles = (more.text ?? text).split('needle').length - 1;
  const line = `[ $(grep -c needle {}) = ${needles} ] || exit 1; grep -q b {} || { ${always ? '' : `[ -e ${mark} ] || `} { : > ${mark}; sleep 35.1; }; }`;
  const job = jobWith({ fileName: 'in.txt', text, command: line, timeoutMs: 400, ...more });
  const events: ReductionEvent[] = [];
  const listener = (event: ReductionEvent) => {
    events.push(event);
    onEvent(event);
  };
  const { finished, state } = await reduce(job, listener, signal);
  const labels = events.flatMap((event) => (event.event === 'phase' ? [event.label] : []));
  const begin = events.findIndex((event) => event.event === 'phase' && event.label === onceMoreLabel());
  const again = begin < 0 ? [] : events.slice(begin).filter((event) => event.event === 'candidate' && !event.cached);
  return { finished, text: render(state), labels, again, slow: readdirSync(seen).length };
}

describe('what timed out', () => {
  for (const jobs of [1, 2]) {
    it(`is tried once more when the search has ended, and may hold then, with ${jobs} at once`, async () => {
      const { finished, text, labels } = await reduced(false, { jobs });
      assert.equal(text, 'needle\n');
      assert.equal(finished.confirmed, true);
      assert.equal(labels.at(-1), onceMoreLabel());
      assert.ok(finished.timeouts > 0);
    });
  }

  seldom.it('is tried once more also by a run that is resumed from its journal', async () => {
    const plain = await reduced(true, { timeoutMs: 400 });
    const journal = { file: join(directory.path, 'journal') };
    const stop = new AbortController();
    const isOnceMore = (event: ReductionEvent) => event.event === 'phase' && event.label === onceMoreLabel();
    const broken = await reduced(true, { journal }, (event) => void (isOnceMore(event) && stop.abort()), stop.signal);
    assert.equal(broken.finished.ending, 'interrupted');
    const resumed = await reduced(true, { journal });
    assert.equal(resumed.labels.at(-1), onceMoreLabel());
    assert.equal(resumed.finished.ending, 'done');
    assert.equal(resumed.text, plain.text);
    assert.equal(resumed.finished.search.tests, plain.finished.search.tests);
  });

  it('is tried no more than once more, and nothing else with it', async () => {
    const lines = Array.from({ length: 12 }, (_, at) => (at % 2 === 0 ? `f(needle, ${at}) { g }` : `c ${at}`));
    const { finished, text, labels, slow, again } = await reduced(true, { text: [...lines, 'b', ''].join('\n') });
    assert.ok(again.length > 0 && again.every((event) => event.event === 'candidate' && event.timedOut));
    assert.equal(text, `${'needle\n'.repeat(6)}b\n`);
    assert.equal(labels.filter((label) => label === onceMoreLabel()).length, 1);
    assert.equal(finished.ending, 'done');
    assert.ok(finished.timeouts <= 2 * slow);
    assert.ok(finished.timeouts > slow);
  });

  it('is left alone if the search has spent its budget', async () => {
    const { finished, labels } = await reduced(false, { maxTests: 4 });
    assert.equal(finished.ending, 'tests');
    assert.ok(!labels.includes(onceMoreLabel()));
  });
});

describe('a second chance', () => {
  const oracle = (forgets: () => void) => ({ forgetTimeouts: forgets }) as Property;
  const answers = () =>
    new Map<string, OracleAnswer>([
      ['slow', { verdict: 'unresolved', ms: 300, timedOut: true }],
      ['unclear', { verdict: 'unresolved', ms: 3 }],
      ['fails', { verdict: 'fails', ms: 3 }],
    ]);

  it('takes twice the time, and pays for each test once', () => {
    let forgotten = 0;
    const run = { property: oracle(() => forgotten++), answers: answers() } as Run;
    const second = secondChance(run, { timeout: fixedTimeout(300), maxTests: 10 })!;
    assert.equal(second.timeout.ms, 600);
    assert.equal(second.maxTests, 9);
    assert.deepEqual([...run.answers.keys()], ['unclear', 'fails']);
    assert.equal(forgotten, 1);
  });

  it('keeps to the time-out of the user', () => {
    const run = { property: oracle(() => {}), answers: answers() } as Run;
    assert.equal(secondChance(run, { timeout: fixedTimeout(300) }, 300)!.timeout.ms, 300);
  });

  it('is not given if nothing timed out, or no test is left', () => {
    const without = answers();
    without.delete('slow');
    const property = oracle(() => {});
    const timeout = fixedTimeout(300);
    assert.equal(secondChance({ property, answers: without } as Run, { timeout }), undefined);
    assert.equal(secondChance({ property, answers: answers() } as Run, { timeout, maxTests: 3 }), undefined);
  });
});
