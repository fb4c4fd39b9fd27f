/** Skips of every strategy, at any point. */
import assert from 'node:assert/strict';
import { reducers } from '../../../src/reducers/registry';
import { strategies as registered } from '../../../src/strategies/registry';
import type { TextSearch } from '../../../src/strategies/strategy';
import type { Grammar } from '../../../src/syntax/grammar';
import { candidateText, render, sourceText } from '../../../src/text/source';
import { worst, type Verdict } from '../../../src/search/search';
import { drawing } from '../../support/random';
import { grammarOf } from '../../support/grammars';
import { contextOf } from '../../support/reduceText';
import { withPass } from '../../support/passes';
import { samples } from '../../support/samples';

const text = samples.javascript.text;
const holds = (candidate: string) => candidate.includes('x.push') && /\bTWO\b|for|class/.test(candidate);

const strategies = [...registered, withPass];

interface Trail {
  /** All tested candidates. */
  readonly asked: string[];
  readonly result: string;
  readonly skips: number;
}

/** Walks to the end; before each phase `skips` decides whether to skip its stage. */
function followed(search: TextSearch, skips: () => boolean = () => false): Trail {
  const trail = { asked: [] as string[], skips: 0 };
  let current = search;
  while (!current.done) {
    if (current.skip && skips()) {
      trail.skips++;
      current = current.skip();
      continue;
    }
    let why: Verdict = 'rejected';
    let held = -1;
    for (let index = 0; held < 0; index++) {
      const candidate = current.alternatives.at(index);
      if (candidate === undefined) break;
      if (current.refused?.(index)) continue;
      trail.asked.push(candidateText(candidate));
      if (holds(trail.asked.at(-1)!)) held = index;
      else why = worst(why, 'fails');
    }
    current = held < 0 ? current.none(why) : current.held(held);
  }
  return { ...trail, result: render(current.result) };
}

const everything = {
  effort: 'thorough',
  replace: 'on',
  identifiers: 'on',
  shorten: 'on',
} as const;

describe('skips', function () {
  this.timeout(180_000); // a run for each skip

  let grammar: Grammar;
  before(async () => void (grammar = await grammarOf('javascript')));
  after(() => grammar.dispose());

  for (const strategy of strategies) {
    it(`end at a text that keeps the property, at any point: ${strategy.name}`, () => {
      let total = 0;
      for (const reducer of strategy.usesReducer ? reducers : reducers.slice(0, 1)) {
        for (const seed of [1, 2, 3, 4, 5]) {
          const { context, dispose } = contextOf({ grammar, reducer, options: everything });
          const draw = drawing(seed);
          const { result, skips, asked } = followed(
            strategy.search(sourceText(text), context),
            () => draw(10 * seed) === 0,
          );
          assert.ok(holds(result), `${reducer.name} ${seed}`);
          assert.ok(result === text || asked.includes(result), `${reducer.name} ${seed}: never asked`);
          total += skips;
          dispose();
        }
      }
      assert.ok(total > 0);
    });
  }

  it('are possible at every point', () => {
    const { context, dispose } = contextOf({ grammar });
    for (const strategy of strategies) {
      let current = strategy.search(sourceText(text), context);
      let asked = 0;
      while (!current.done && asked++ < 200) {
        assert.ok(current.skip, `${strategy.name}: ${current.label}`);
        const candidate = current.alternatives.at(0);
        const isHeld = candidate && !current.refused?.(0) && holds(candidate ? candidateText(candidate) : '');
        current = isHeld ? current.held(0) : current.none('fails');
      }
    }
    dispose();
  });
});
