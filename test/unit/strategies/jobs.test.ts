/** Laws for every strategy with several tests at once: they are the same tests in the same order. */
import assert from 'node:assert/strict';
import { defaultReducer } from '../../../src/reducers/registry';
import { strategies } from '../../../src/strategies/registry';
import { requirementOf } from '../../bench/growth/requirement';
import { aboutASecond, clocked } from '../../bench/search/clocked';
import { programOf } from '../../bench/support/program';
import { seldom } from '../../support/seldom';

describe('laws: several tests at once', function () {
  this.timeout(180_000); // makes candidates that are tested in vain

  for (const strategy of strategies) {
    const usual = ['default', 'treewide', 'hddr', 'lines'].includes(strategy.name) ? it : seldom.it;
    usual(`${strategy.name}: the same verdicts in the same order for 1 and 16`, async () => {
      const program = programOf('javascript', 250);
      const subject = { ...program, name: strategy.name, holds: requirementOf(program.text, { count: 2 }).holds };
      const contender = { name: strategy.name, strategy, reducer: defaultReducer.name };
      const inTurn = await clocked(subject, contender, { jobs: 1, cost: aboutASecond });
      const atOnce = await clocked(subject, contender, { jobs: 16, cost: aboutASecond });
      assert.ok(inTurn.committed > 20, 'there is something to test');
      assert.ok(atOnce.started > inTurn.started, 'some of it in vain');
      assert.deepEqual([atOnce.walk, atOnce.text], [inTurn.walk, inTurn.text]);
    });
  }
});
