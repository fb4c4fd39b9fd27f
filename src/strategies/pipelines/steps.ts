/**
 * Combinators of steps: one after the other, repeated until nothing changes, only sometimes, without some candidates, until its tests no
 * longer pay (`quick`).
 */
import { type Budget, makeSkippable, rejecting, then, withLabel, within } from '../../search/compose';
import { done } from '../../search/search';
import { longestRead } from '../../syntax/languages';
import { type Candidate, type SourceText, candidateSource, isSmaller, render } from '../../text/source';
import { countTokens } from '../../text/tokens';
import type { StrategyOptionName } from '../options';
import type { Step, StrategyContext, TextSearch } from '../strategy';

export function inSequence(...steps: readonly Step[]): Step {
  return (text, context) =>
    steps.reduce<TextSearch>((search, step) => then(search, (rest) => step(rest, context)), done(text));
}

/** Runs `next` if `step` has made the text shorter. */
export function afterGain(step: Step, next: Step): Step {
  return (text, context) =>
    then(step(text, context), (rest) => (rest.length === text.length ? done(rest) : next(rest, context)));
}

export function untilSettled(step: Step): Step {
  return (text, context) => afterGain(step, untilSettled(step))(text, context);
}

/** Runs `step` if `test` is true, else `other`, or nothing. */
export function when(
  test: (context: StrategyContext, text: SourceText) => boolean,
  step: Step,
  other: Step = done,
): Step {
  return (text, context) => (test(context, text) ? step : other)(text, context);
}

/** Runs only if the option is on. */
export function ifOn(option: StrategyOptionName, step: Step): Step {
  return when(({ options }) => options[option] === 'on', step);
}

/** Runs only on texts that are short enough for steps that look at each token. */
export function unlessLong(step: Step): Step {
  return when((_, text) => text.length <= longestRead, step);
}

/** A stage: it can be skipped, and has a label. The label is made when the step begins: then its language is known. */
export function named(label: () => string, step: Step): Step {
  return (text, context) => {
    const name = label();
    return withLabel(
      makeSkippable(step(text, context), () => text, candidateSource),
      () => name,
    );
  };
}

/** Refuses candidates that parse worse than before. */
export function parsing(step: Step): Step {
  return (text, context) => {
    const search = step(text, context);
    return context.isWorse ? rejecting(search, context.isWorse) : search;
  };
}

/** Accepts only smaller candidates, so that the search ends: a blank inserted between two words may use up the gain. */
export function shrinking(step: Step): Step {
  return (text, context) => rejecting(step(text, context), (candidate) => !isSmaller(candidate));
}

/** Tests that a token pays for: who waits for one token in more? And tests that are paid for at most, also at the start. */
const perToken = 20;
const mostCredit = 100;

export function whileItPays(step: Step): Step {
  return (text, context) => within(step(text, context), budgetOf(text, mostCredit));
}

/** So many tests of a step. */
export function onlyFor(tests: number, step: Step): Step {
  return (text, context) => within(step(text, context), budgetOf(text, tests, 0));
}

/** Until a text is found with which it is enough. */
export function until(isEnough: (text: SourceText) => boolean, step: Step): Step {
  return (text, context) => within(step(text, context), budget(text, Infinity));

  function budget(text: SourceText, credit: number): Budget<Candidate, SourceText> {
    const refill = (candidate: Candidate) => {
      const next = candidateSource(candidate);
      return budget(next, isEnough(next) ? 0 : Infinity);
    };
    return { credit, end: () => text, refill };
  }
}

/** As long as so many tests halve the text, or it is shorter than `enough` UTF-16 units. */
export function whileItHalves(tests: number, enough: number, step: Step): Step {
  return (text, context) => within(step(text, context), halving(text, text, tests));

  function halving(best: SourceText, base: SourceText, credit: number): Budget<Candidate, SourceText> {
    const refill = (candidate: Candidate, left: number) => {
      const next = candidateSource(candidate);
      const shortest = next.length < best.length ? next : best;
      if (shortest.length < enough) return halving(shortest, shortest, Infinity);
      return 2 * shortest.length <= base.length ? halving(shortest, shortest, tests) : halving(shortest, base, left);
    };
    return { credit, end: () => best, refill };
  }
}

function budgetOf(text: SourceText, credit: number, paid = perToken): Budget<Candidate, SourceText> {
  return {
    credit,
    end: () => text,
    refill(candidate, left) {
      const next = candidateSource(candidate);
      const gained = countTokens(render(text)) - countTokens(render(next));
      return budgetOf(next, Math.max(0, Math.min(mostCredit, left + paid * gained)), paid);
    },
  };
}
