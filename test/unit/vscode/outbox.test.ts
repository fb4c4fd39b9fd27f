import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { candidateSource, sourceText, type Candidate } from '../../../src/text/source';
import type { Batch } from '../../../src/vscode/thread/messages';
import { Outbox } from '../../../src/reduction/watching/outbox';

const original = sourceText('0123456789');
const removing = (base: Candidate['base'], start: number, end: number): Candidate => ({
  base,
  edits: [{ start, end }],
});
const tested = { event: 'candidate', verdict: 'fails', cached: false, ms: 0, tests: 0 } as const;
const accepted = (candidate: Candidate) =>
  ({ event: 'accepted', bytes: 0, tokens: 0, tests: 0, text: candidateSource(candidate) }) as const;

describe('what the thread of a run tells', () => {
  const batches: Batch[] = [];
  let outbox: Outbox;
  const told = () => batches.map(({ tried }) => tried).filter((tried) => tried !== undefined);
  const tick = () => mock.timers.tick(70);

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] });
    batches.length = 0;
    outbox = new Outbox((batch) => batches.push(batch));
  });
  afterEach(() => mock.timers.reset());

  it('comes in at most 15 batches a second, with ranges only of the last text', () => {
    for (let ms = 0; ms < 2000; ms++) {
      outbox.add(tested);
      outbox.add(accepted(removing(original, 0, 1 + (ms % 5))));
      mock.timers.tick(1);
    }
    outbox.flush();
    assert.ok(batches.length <= 31, `${batches.length} batches`);
    const events = batches.flatMap((batch) => batch.events);
    assert.equal(events.length, 4000);
    const withRanges = events.filter((event) => event.event === 'shrunk' && event.removed);
    assert.equal(withRanges.length, batches.length);
    assert.deepEqual(events.at(-1), {
      event: 'shrunk',
      bytes: 0,
      tokens: 0,
      tests: 0,
      removed: [0, 5],
      inserted: [],
    });
  });

  it('names candidates only if that is wanted', () => {
    outbox.testing(removing(original, 2, 4));
    tick();
    assert.deepEqual(batches, []);
    outbox.tellCandidates(true);
    tick();
    assert.deepEqual(batches, [{ events: [], tried: [2, 4] }]);
    outbox.tellCandidates(false);
    tick();
    assert.deepEqual(told(), [[2, 4], []]);
  });

  it('names what a candidate would remove of what is left, and that it is over', () => {
    outbox.tellCandidates(true);
    const first = removing(original, 2, 4);
    const end = outbox.testing(first);
    tick();
    outbox.add(accepted(first));
    end();
    const endOfNext = outbox.testing(removing(candidateSource(first), 1, 4));
    tick();
    endOfNext();
    tick();
    tick();
    assert.deepEqual(told(), [[2, 4], [1, 2, 4, 6], []]);
  });

  it('names at most 15 a second, the one that has run longest, or one that was quick', () => {
    outbox.tellCandidates(true);
    for (let ms = 0; ms < 1000; ms++) {
      outbox.testing(removing(original, ms % 9, (ms % 9) + 1))();
      mock.timers.tick(1);
    }
    assert.ok(told().length <= 15 && told().length >= 12, `${told().length}`);
    assert.ok(told().every((tried) => tried.length === 2));
    tick();
    tick();
    const end = outbox.testing(removing(original, 0, 9));
    outbox.testing(removing(original, 0, 1));
    tick();
    assert.deepEqual(told().at(-1), [0, 9]);
    end();
    tick();
    assert.deepEqual(told().at(-1), [0, 1]);
  });

  it('is silent after it was closed', () => {
    outbox.tellCandidates(true);
    outbox.testing(removing(original, 0, 1));
    outbox.add(tested);
    outbox.close();
    const { length } = batches;
    assert.deepEqual(batches.at(-1)?.events, [tested]);
    mock.timers.tick(1000);
    assert.equal(batches.length, length);
  });
});
