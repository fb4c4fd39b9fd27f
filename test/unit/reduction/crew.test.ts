import assert from 'node:assert/strict';
import type { CrewMember, WorkerState } from '../../../src/cluster/terms';
import { crewOf } from '../../../src/reduction/events/runState';

const worker = (name: string, state: WorkerState, slots: number): CrewMember => {
  return { name, slots, state, tests: 0, known: 0, ms: 0 };
};

it('the crew of a run is as many slots as those who work have; other tests wait', () => {
  const workers = [worker('a', 'working', 4), worker('b', 'refused', 8), worker('c', 'working', 1)];
  const { working, slots, waiting } = crewOf({ workers, asked: 7 });
  assert.deepEqual([working, slots, waiting], [2, 5, 2]);
  const silent = crewOf({ workers, asked: 3, silentMs: 4000 });
  assert.deepEqual([silent.waiting, silent.silentMs], [0, 4000]);
});
