import assert from 'node:assert/strict';
import type { CrewMember, WorkerState } from '../../../src/cluster/terms';
import { Crew } from '../../../src/vscode/runs/progress';

const worker = (name: string, state: WorkerState, tests = 0, slots = 2): CrewMember => {
  return { name, slots, state, tests, known: 0, ms: 0 };
};
const paces = (crew: Crew) => crew.rows.map(({ pace }) => pace);

describe('the crew of a run', () => {
  it('is as many slots as those who work have; other tests wait', () => {
    const crew = new Crew();
    assert.deepEqual([crew.working, crew.slots, crew.waiting], [0, 0, 0]);
    const workers = [worker('a', 'working', 0, 4), worker('b', 'refused', 0, 8), worker('c', 'working', 0, 1)];
    crew.add({ workers, asked: 7 }, 0);
    assert.deepEqual([crew.working, crew.slots, crew.waiting], [2, 5, 2]);
    crew.add({ workers, asked: 3, silentMs: 4000 }, 0);
    assert.deepEqual([crew.waiting, crew.silentMs], [0, 4000]);
  });

  it('is as fast as each was since it has joined', () => {
    const crew = new Crew();
    crew.add({ workers: [worker('a', 'working', 3), worker('a', 'checking')], asked: 0 }, 0);
    assert.deepEqual(paces(crew), [undefined, undefined], 'no time has passed');
    crew.add({ workers: [worker('a', 'working', 23), worker('a', 'working', 1)], asked: 0 }, 2000);
    crew.add({ workers: [worker('a', 'working', 43), worker('a', 'working', 6)], asked: 0 }, 4000);
    assert.deepEqual(paces(crew), [10, 2.5], 'two workers of one name');
  });

  it('is counted anew when it comes back', () => {
    const crew = new Crew();
    crew.add({ workers: [worker('a', 'working', 0)], asked: 0 }, 0);
    crew.add({ workers: [worker('a', 'gone', 10)], asked: 0 }, 1000);
    assert.deepEqual(paces(crew), [undefined]);
    crew.add({ workers: [worker('a', 'working', 10)], asked: 0 }, 61_000);
    crew.add({ workers: [worker('a', 'working', 14)], asked: 0 }, 62_000);
    assert.deepEqual(paces(crew), [4]);
  });
});
