import assert from 'node:assert/strict';
import '../../../support/fakeEditor';
import type { ClusterStatus, CrewMember, WorkerState } from '../../../../src/cluster/terms';
import { workersIn } from '../../../support/pieces';
import { Progress } from '../../../../src/reduction/events/runState';
import { workersPart } from '../../../../src/vscode/panel/workers';

const worker = (name: string, state: WorkerState, why?: string): CrewMember => {
  return { name, slots: 8, state, why, tests: 1200, known: 0, ms: 0 };
};
const shown = (status: ClusterStatus | undefined, running = true) => {
  const run = new Progress();
  run.running = running;
  if (status) run.add({ event: 'cluster', ...status });
  const part = workersPart(run);
  return part && workersIn(part);
};

describe('what the panel shows of workers', () => {
  it('is nothing for a run on this machine', () => assert.equal(shown(undefined), undefined));

  it('is a row for each, as wide as the head, and a sentence for who is refused', () => {
    const workers = [worker('big:1', 'working'), worker('old:2', 'refused', 'It says otherwise.')];
    const { rows, columns, refusals, trouble } = shown({ workers, asked: 9 })!;
    assert.deepEqual(rows, [
      { name: 'big:1', state: 'working', doing: 'working', figures: ['8', '1,200'] },
      { name: 'old:2', state: 'refused', doing: 'refused', figures: ['8', '1,200'] },
    ]);
    assert.equal(columns.length, 1 + rows[0].figures.length);
    assert.deepEqual(refusals, ['old:2 is refused: It says otherwise.']);
    assert.equal(trouble, undefined);
  });

  it('has words for every state', () => {
    const states: WorkerState[] = ['new', 'checking', 'working', 'refused', 'gone'];
    const { rows } = shown({ workers: states.map((state) => worker(state, state)), asked: 0 })!;
    assert.deepEqual(
      rows.map(({ doing }) => doing),
      ['not checked yet', 'being checked', 'working', 'refused', 'disconnected'],
    );
  });

  it('says why nothing goes on, as long as the run lasts', () => {
    const silent = { workers: [worker('a', 'working')], asked: 1, silentMs: 4400 };
    assert.equal(shown(silent)!.trouble, 'Redis has been silent for 4 s');
    assert.equal(shown(silent, false)!.trouble, undefined);
    assert.match(shown({ workers: [worker('a', 'gone')], asked: 1 })!.trouble!, /^No workers are left/);
    assert.equal(shown({ workers: [worker('a', 'new')], asked: 0 })!.trouble, undefined, 'nobody was asked yet');
  });

  it('does not say of a run that is over who works', () => {
    const workers = [worker('a', 'working'), worker('b', 'refused', 'It is slow.')];
    assert.deepEqual(
      shown({ workers, asked: 0 }, false)!.rows.map(({ doing }) => doing),
      ['', 'refused'],
    );
  });
});
