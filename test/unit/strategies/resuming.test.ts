/** Notes and skips of every strategy: the points where a search can be restored, and where it can be skipped. */
import assert from 'node:assert/strict';
import { reducers } from '../../../src/reducers/registry';
import { strategies as registered } from '../../../src/strategies/registry';
import { otherwise } from '../../../src/strategies/pipelines/otherwise';
import { pipeline } from '../../../src/strategies/pipelines/pipeline';
import type { Strategy, TextSearch } from '../../../src/strategies/strategy';
import type { Grammar } from '../../../src/syntax/grammar';
import { candidateSource, candidateText, render, sourceText } from '../../../src/text/source';
import { worst, type Verdict } from '../../../src/search/search';
import { drawing } from '../../support/random';
import { grammarOf } from '../../support/grammars';
import { contextOf } from '../../support/reduceText';
import { withPass } from '../../support/passes';
import { samples } from '../../support/samples';

const text = samples.javascript.text;
const holds = (candidate: string) => candidate.includes('x.push') && /\bTWO\b|for|class/.test(candidate);

const strategies = [...registered, withPass];

/** In vain: nothing is smaller than the end of the text. */
const beginningAgain: Strategy = {
  ...pipeline,
  name: 'beginning again',
  search: otherwise(
    pipeline.search,
    candidateSource({ base: sourceText(text), edits: [{ start: 0, end: text.indexOf('x.push') }] }),
    () => false,
  ),
};

interface Trail {
  /** All tested candidates. */
  readonly asked: string[];
  readonly result: string;
  /** Notes as JSON, and the number of candidates before each. */
  readonly notes: { readonly at: number; readonly note: string }[];
  readonly skips: number;
}

/** Walks to the end; before each phase `skips` decides whether to skip its stage. */
function followed(search: TextSearch, skips: () => boolean = () => false): Trail {
  const trail = { asked: [] as string[], notes: [] as { at: number; note: string }[], skips: 0 };
  let current = search;
  while (!current.done) {
    if (current.note) trail.notes.push({ at: trail.asked.length, note: JSON.stringify(current.note()) });
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

/** Some strategies start with one long list, and have notes only before and after it. */
const withNotes = [
  'default',
  'treewide',
  'hddr',
  'hdd',
  'coarse',
  'perses',
  'hoist',
  'smallest',
  'tokens',
  'literals',
  withPass.name,
  beginningAgain.name,
];

describe('the notes of strategies', function () {
  this.timeout(180_000); // a run for each note

  let grammar: Grammar;
  before(async () => void (grammar = await grammarOf('javascript')));
  after(() => grammar.dispose());

  const search = (strategy: Strategy, options = {}) => {
    const { context, dispose } = contextOf({ grammar, options });
    return {
      fresh: () => strategy.search(sourceText(text), context),
      resumed: (note: string) => strategy.search.resume!(JSON.parse(note), text, context),
      dispose,
    };
  };

  for (const strategy of [...strategies, beginningAgain]) {
    it(`lead to the same candidates and the same result: ${strategy.name}`, () => {
      const { fresh, resumed, dispose } = search(strategy, everything);
      const whole = followed(fresh());
      assert.equal(whole.notes.length > 0, withNotes.includes(strategy.name));
      const draw = drawing(7);
      const some = whole.notes.filter((_, index) => index < 3 || draw(whole.notes.length) < 25);
      for (const { at, note } of some) {
        const rest = followed(resumed(note));
        assert.deepEqual(rest.asked, whole.asked.slice(at), note);
        assert.equal(rest.result, whole.result);
      }
      dispose();
    });
  }
});

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
