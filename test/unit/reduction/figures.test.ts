import assert from 'node:assert/strict';
import { Clock } from '../../../src/reduction/controls';
import { Progress } from '../../../src/reduction/events/runState';
import type { WatchedEvent } from '../../../src/host/port';

const candidate = (verdict: 'holds' | 'fails', ms: number, tests: number, cached = false): WatchedEvent => ({
  ...{ event: 'candidate', verdict, cached, ms, tests },
});

/** The state of a run; each event comes with the time of the search. */
function progressOf(...events: readonly (readonly [event: WatchedEvent, ms: number])[]): Progress {
  const clock = { ms: 0, start: () => {}, stop: () => {} };
  const progress = new Progress(clock);
  for (const [event, ms] of events) {
    clock.ms = ms;
    progress.add(event);
  }
  return progress;
}

const started = { event: 'started', bytes: 9, tokens: 5, search: 'default' } as WatchedEvent;
const calibrated = { event: 'calibrated', jobs: 2, rules: [{}] } as unknown as WatchedEvent;

describe('the state of a run', () => {
  it('counts what was tested, not what was remembered', () => {
    const { tests, held, testMs } = progressOf(
      [candidate('holds', 10, 1), 10],
      [candidate('fails', 30, 2), 40],
      [candidate('fails', 30, 2, true), 40],
    );
    assert.deepEqual([tests, held, testMs], [2, 1, 40]);
  });

  it('tells how the size went, of a reduction and of an isolation', () => {
    const reduction = progressOf([started, 0], [{ event: 'accepted', bytes: 4, tokens: 2, tests: 7 }, 1200]);
    assert.deepEqual(reduction.course, [
      { tests: 0, ms: 0, size: 5 },
      { tests: 7, ms: 1200, size: 2 },
    ]);
    assert.equal(reduction.extent, '5 → 2 tokens · 60%');
    const course = [{ tests: 3, ms: 600, tokens: 4 }];
    const resumed = progressOf(
      [started, 0],
      [calibrated, 0],
      [{ event: 'resumed', tests: 5, journal: { ms: 1000, course } }, 10],
      [{ event: 'accepted', bytes: 6, tokens: 3, tests: 6 }, 20],
    );
    assert.deepEqual(resumed.course, [
      { tests: 0, ms: 0, size: 5 },
      { tests: 3, ms: 300, size: 4 },
      { tests: 6, ms: 520, size: 3 },
    ]);
    assert.deepEqual([resumed.tests, resumed.earlierTests], [5, 5]);
    const isolation = progressOf(
      [{ ...started, difference: { changes: 40, unit: 'words' } } as WatchedEvent, 0],
      [calibrated, 0],
      [{ event: 'narrowed', changes: 30, unit: 'words', tests: 1 }, 50],
    );
    assert.equal(isolation.extent, '30 words differ');
    assert.deepEqual(isolation.course, [
      { tests: 0, ms: 0, size: 40 },
      { tests: 1, ms: 50, size: 30 },
    ]);
  });

  it('tells of several files how many are left', () => {
    const files = [{}, {}, {}];
    const progress = progressOf(
      [{ ...started, files } as unknown as WatchedEvent, 0],
      [{ event: 'accepted', bytes: 4, tokens: 2, tests: 7, files: 1 }, 1],
    );
    assert.equal(progress.extent, '1 of 3 files · 5 → 2 tokens · 60%');
  });
});

describe('what a run says of waiting', () => {
  const slowly = { ...calibrated, ms: 20_000 } as unknown as WatchedEvent;
  it('is the time of one test, if that is long and there is no estimate', () => {
    assert.equal(progressOf([started, 0], [slowly, 0]).slowMs, 20_000);
    assert.equal(progressOf([started, 0], [calibrated, 0]).slowMs, undefined);
  });

  it('is the time of the tests that are left, at the pace of the second half', () => {
    const smaller = { event: 'accepted', bytes: 4, tokens: 2, tests: 20 } as const;
    const last = { ...candidate('fails', 10, 40), expected: 50 } as WatchedEvent;
    assert.equal(progressOf([started, 0], [smaller, 10_000], [last, 12_000]).msExpected, 1100);
  });

  it('is that an estimate is older than its own length', () => {
    const clock = { ms: 4000, start: () => {}, stop: () => {} };
    const progress = new Progress(clock);
    progress.add(started);
    progress.add({ ...candidate('fails', 10, 41), expected: 60 } as WatchedEvent);
    const left = progress.msExpected;
    assert.ok(left !== undefined && left > 0);
    assert.equal(progress.isLate, false);
    clock.ms = 4000 + left + 1;
    assert.equal(progress.isLate, true);
  });
});

describe('a clock', () => {
  it('does not count what it stood still', () => {
    let now = 100;
    const clock = new Clock(() => now);
    assert.equal(clock.ms, 0);
    clock.start();
    now = 150;
    clock.start();
    assert.equal(clock.ms, 50);
    clock.stop();
    now = 1000;
    clock.stop();
    assert.equal(clock.ms, 50);
    clock.start();
    now = 1001;
    assert.equal(clock.ms, 51);
  });
});
