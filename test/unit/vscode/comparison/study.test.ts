/** Files and rounds of a study, one after the other. */
import '../../../support/fakeEditor';
import assert from 'node:assert/strict';
import type { Comparison } from '../../../../src/vscode/comparison/comparison';
import { Study } from '../../../../src/vscode/comparison/study';
import type { Input, Turn } from '../../../../src/vscode/comparison/study';

const input = (name: string): Input => ({ document: { uri: { path: `/${name}` } }, job: {} }) as unknown as Input;

const nameOf = ({ document }: Turn) => document.uri.path.slice(1);

/** What a turn comes to: so many rows, stopped or not. */
function end(turn: Turn, rows: number, stopped = false): void {
  turn.comparison = { rows: Array.from({ length: rows }, () => ({ name: 'x' })), stopped } as unknown as Comparison;
}

describe('a study', () => {
  it('takes file after file, round after round', async () => {
    const study = new Study([input('a.js'), input('b.js')], []);
    const taken: unknown[] = [];
    const take = async (turn: Turn) => {
      assert.ok(study.running);
      taken.push([nameOf(turn), turn.round]);
      end(turn, 1);
    };
    await study.nextRound(take);
    await study.nextRound(take);
    assert.equal(study.running, false);
    assert.deepEqual(taken, [
      ['a.js', 1],
      ['b.js', 1],
      ['a.js', 2],
      ['b.js', 2],
    ]);
  });

  it('goes on with other files if one fails, and says why', async () => {
    const study = new Study([input('a.js'), input('b.js')], []);
    await study.nextRound(async (turn) => {
      if (nameOf(turn) === 'a.js') throw new Error('It does not hold.');
      end(turn, 2);
    });
    assert.deepEqual(
      study.turns.map(({ problem, comparison }) => [problem, comparison?.rows.length]),
      [
        ['It does not hold.', undefined],
        [undefined, 2],
      ],
    );
  });

  it('rejects with the first problem if nothing came of any file', async () => {
    const study = new Study([input('a.js'), input('b.js')], []);
    const fails = study.nextRound(async (turn) => {
      throw new Error(`${nameOf(turn)} does not hold.`);
    });
    await assert.rejects(fails, /^Error: a\.js does not hold\.$/);
    assert.equal(study.running, false);
  });

  it('begins no further file when it is stopped, or the one that runs is; but another round may begin', async () => {
    const study = new Study([input('a.js'), input('b.js')], []);
    const stops = [() => study.stop(), undefined];
    for (const stop of stops) {
      await study.nextRound(async (turn) => {
        stop?.();
        end(turn, 1, stop === undefined);
      });
    }
    assert.deepEqual(
      study.turns.map((turn) => [nameOf(turn), turn.round]),
      [
        ['a.js', 1],
        ['a.js', 2],
      ],
    );
  });
});
