/** The searches of a comparison, one after the other; the controller is a fake. */
import '../../../support/fakeEditor';
import assert from 'node:assert/strict';
import { commandsOf, type Job } from '../../../../src/reduction/job';
import { Comparison } from '../../../../src/vscode/comparison/comparison';
import { comparedIn } from '../../../support/pieces';
import type { Controller, StartOptions } from '../../../../src/vscode/controller';
import { jobWith } from '../../../support/jobs';
import type { Reduction } from '../../../../src/vscode/runs/kinds';

const rule = { exit: { codes: [7] } };

/** The end of a search: with so many tokens, verified or not, stopped, or with an error before or after calibration. */
interface End {
  readonly tokens?: number;
  readonly confirmed?: boolean;
  readonly ending?: string;
  readonly fails?: 'at once' | 'later';
}

const document = { uri: { path: '/home/me/crash.js' } };

async function compared(ends: Readonly<Record<string, End>>) {
  const made = { job: jobWith({ text: 'x', runs: 3 }) };
  const started: { job: Job; options: StartOptions; snapshot: ReturnType<typeof comparedIn> }[] = [];
  const begin = async (...given: Parameters<Controller['begin']>) => {
    const [, , , , options = {}] = given;
    const { job } = given[2] as { readonly job: Job };
    const { tokens = 1, confirmed = true, ending = 'done', fails } = ends[job.search!];
    const course = [
      { tests: 0, ms: 0, size: 9 },
      { tests: 3, ms: 1, size: tokens },
    ];
    const reduction = {
      ...{ job, course, tests: 3, ms: 1, running: true, extent: '9 → 1 tokens', first: '' },
      rules: fails === 'at once' ? [] : [{ rule }],
    };
    options.compared!(reduction as unknown as Reduction);
    started.push({ job, options, snapshot: comparedIn(comparison.pieces) });
    reduction.running = false;
    if (fails) throw new Error('It does not hold.');
    const size = { before: 9, after: tokens };
    const end = { ending, confirmed, tokens: size, bytes: size, search: { tests: 3 }, oracleMs: 1, ms: 1 };
    Object.assign(reduction, { result: { finished: end }, end });
  };
  const controller = { begin, restore() {} } as unknown as Controller;
  const comparison = new Comparison(controller, document as never, Object.keys(ends));
  let error: Error | undefined;
  await comparison.run(made, {}).catch((one: Error) => void (error = one));
  return { comparison, started, error, snapshot: comparedIn(comparison.pieces) };
}

describe('a comparison in the editor', () => {
  it('runs the searches in turn, without a journal; all keep the property that the first one learns', async () => {
    const { started, comparison } = await compared({ treewide: {}, 'hddr:cdd': {} });
    assert.deepEqual(
      started.map(({ job }) => [job.search, commandsOf(job.oracle)[0].rule, job.tests.runs, job.journal]),
      [
        ['treewide', undefined, 3, undefined],
        ['hddr:cdd', rule, 3, undefined],
      ],
    );
    assert.equal(comparison.running, false);
  });

  it('shows which search runs, and then the best of the verified results', async () => {
    const { started, snapshot } = await compared({
      'hddr:cdd': { tokens: 4 },
      treewide: { tokens: 2 },
      lines: { tokens: 1, confirmed: false },
    });
    const { summary, rows, running, lines } = started[1].snapshot;
    assert.equal(summary, 'treewide, 2 of 3 · 9 → 1 tokens · 3 tests');
    assert.equal(running, true);
    assert.deepEqual(
      rows.map(({ state, actions, badge }) => [state, actions.length, badge]),
      [
        ['ended', 2, undefined],
        ['running', 0, undefined],
        ['waiting', 0, undefined],
      ],
    );
    assert.deepEqual(
      lines!.map(({ points }) => points.length),
      [3, 3, 0],
    );
    assert.equal(snapshot.summary, 'Best: treewide, 9 → 2 tokens in 3 tests');
    assert.deepEqual(
      snapshot.rows.map(({ badge, cells }) => [badge, cells.at(-1)]),
      [
        [undefined, 'Done (result verified)'],
        ['best', 'Done (result verified)'],
        [undefined, 'Done (result not verified: the test is not reliable)'],
      ],
    );
    assert.equal(snapshot.running, false);
  });

  it('ends with the search that is stopped', async () => {
    const { started, snapshot } = await compared({ treewide: { ending: 'interrupted' }, 'hddr:cdd': {} });
    assert.equal(started.length, 1);
    assert.deepEqual(
      snapshot.rows.map(({ cells }) => cells.at(-1)),
      ['Stopped', 'not started'],
    );
  });

  it('goes on after a search that fails, unless the first one cannot start', async () => {
    const { error, snapshot } = await compared({ treewide: { fails: 'later' }, 'hddr:cdd': {} });
    assert.equal(error, undefined);
    assert.deepEqual(
      snapshot.rows.map(({ state, cells, actions }) => [state, cells.at(-1), actions.map(({ act }) => act)]),
      [
        ['failed', 'It does not hold.', ['useSearch']],
        ['ended', 'Done (result verified)', ['useSearch', 'useResult']],
      ],
    );
    const none = await compared({ treewide: { fails: 'at once' }, 'hddr:cdd': {} });
    assert.equal(none.error?.message, 'It does not hold.');
    assert.equal(none.started.length, 1);
    assert.equal(none.comparison.running, false);
  });
});
