import assert from 'node:assert/strict';
import { Clock } from '../../../src/reduction/clock';
import { Figures } from '../../../src/vscode/runs/figures';
import type { WatchedEvent } from '../../../src/host/port';

const candidate = (verdict: 'holds' | 'fails', ms: number, cached = false): WatchedEvent => ({
  event: 'candidate',
  verdict,
  cached,
  ms,
  tests: 0,
});

describe('the figures of a run', () => {
  it('count what was tested, not what was remembered', () => {
    const figures = new Figures();
    figures.add(candidate('holds', 10), 10);
    figures.add(candidate('fails', 30), 40);
    figures.add(candidate('fails', 30, true), 40);
    assert.deepEqual([figures.tests, figures.held, figures.testMs], [2, 1, 40]);
  });

  it('tell how the size went, of a reduction and of an isolation', () => {
    const reduction = new Figures();
    const started = { event: 'started', bytes: 9, tokens: 5 } as WatchedEvent;
    reduction.add(started, 0);
    reduction.add({ event: 'shrunk', bytes: 4, tokens: 2, tests: 7 }, 1200);
    assert.deepEqual(reduction.course, [
      { tests: 0, ms: 0, size: 5 },
      { tests: 7, ms: 1200, size: 2 },
    ]);
    const resumed = new Figures();
    resumed.add(started, 0);
    resumed.add({ event: 'calibrated', jobs: 2 } as WatchedEvent, 0);
    const course = [{ tests: 3, ms: 600, tokens: 4 }];
    resumed.add({ event: 'resumed', tests: 5, journal: { ms: 1000, course } }, 10);
    resumed.add({ event: 'shrunk', bytes: 6, tokens: 3, tests: 6 }, 20);
    assert.deepEqual(resumed.course, [
      { tests: 0, ms: 0, size: 5 },
      { tests: 3, ms: 300, size: 4 },
      { tests: 6, ms: 520, size: 3 },
    ]);
    const isolation = new Figures();
    isolation.add({ ...started, difference: { changes: 40, unit: 'words' } } as WatchedEvent, 0);
    isolation.add({ event: 'narrowed', changes: 30, unit: 'words', tests: 1 }, 50);
    assert.equal(isolation.unit, 'words');
    assert.deepEqual(isolation.course, [
      { tests: 0, ms: 0, size: 40 },
      { tests: 1, ms: 50, size: 30 },
    ]);
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
