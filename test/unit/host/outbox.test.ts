import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { candidateSource, sourceText, type Candidate } from '../../../src/text/source';
import type { Batch, FileRemoval } from '../../../src/host/port';
import { Outbox } from '../../../src/host/outbox';

const original = sourceText('0123456789');
const removing = (base: Candidate['base'], start: number, end: number): Candidate => ({
  base,
  edits: [{ start, end }],
});
const tested = { event: 'candidate', verdict: 'fails', cached: false, ms: 0, tests: 0 } as const;
const accepted = (candidate: Candidate) =>
  ({
    event: 'accepted',
    bytes: 0,
    tokens: 0,
    tests: 0,
    changes: [{ file: 'in.txt', gone: false, text: candidateSource(candidate) }],
  }) as const;

describe('what the thread of a run tells', () => {
  const batches: Batch[] = [];
  let outbox: Outbox;

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
    const withRanges = events.filter((event) => event.event === 'accepted' && event.changes);
    assert.equal(withRanges.length, batches.length);
    assert.deepEqual(events.at(-1), {
      event: 'accepted',
      bytes: 0,
      tokens: 0,
      tests: 0,
      changes: [{ file: 'in.txt', gone: false, removed: [{ start: 0, end: 5 }], inserted: [] }],
    });
  });

  it('has offsets of the text that an editor shows, without a byte order mark', () => {
    outbox.add(accepted(removing(sourceText('\ufeff0123'), 2, 4)));
    outbox.flush();
    const [event] = batches[0].events;
    assert.ok(event.event === 'accepted' && event.changes);
    const [{ removed }] = event.changes as FileRemoval[];
    assert.deepEqual(removed, [{ start: 1, end: 3 }]);
  });

  it('is silent after it was closed', () => {
    outbox.add(tested);
    outbox.close();
    const { length } = batches;
    assert.deepEqual(batches.at(-1)?.events, [tested]);
    mock.timers.tick(1000);
    assert.equal(batches.length, length);
  });
});
