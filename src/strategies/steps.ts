/** Strategies of strategies: one after the other, and again and again until nothing changes. */
import { fixpoint, labelled, rejecting, then } from '../search/compose';
import type { Search } from '../search/search';
import { done } from '../search/search';
import { isSmaller } from '../text/candidate';
import type { Candidate } from '../text/candidate';
import type { SourceText } from '../text/source';
import type { StrategyOptionName } from './options';
import type { StrategyContext } from './strategy';

/** Makes a text smaller. */
export type Step = (text: SourceText, context: StrategyContext) => Search<Candidate, SourceText>;

export function inSequence(...steps: readonly Step[]): Step {
  return (text, context) =>
    steps.reduce<Search<Candidate, SourceText>>(
      (search, step) => then(search, (rest) => step(rest, context)),
      done(text),
    );
}

export function untilSettled(step: Step): Step {
  return (text, context) =>
    fixpoint(
      text,
      (rest) => step(rest, context),
      (before, after) => before.length === after.length,
    );
}

/** Only what parses no worse than before. */
export function parsing(step: Step): Step {
  return (text, context) => (context.isWorse ? rejecting(step(text, context), context.isWorse) : step(text, context));
}

/** The same, but in a lenient language everything. */
export function parsingUnlessLenient(step: Step): Step {
  const strict = parsing(step);
  return (text, context) => (context.lenient ? step : strict)(text, context);
}

/** Only in a lenient language: there the filter refuses what may well keep the property. */
export function lenient(step: Step): Step {
  return (text, context) => (context.lenient ? step(text, context) : done(text));
}

/** Only if the option is on. */
export function ifOn(option: StrategyOptionName, step: Step): Step {
  return (text, context) => (context.options[option] === 'on' ? step(text, context) : done(text));
}

/** Says what it is at, if the step does not say it better. */
export function named(label: string, step: Step): Step {
  return (text, context) => labelled(step(text, context), label);
}

/** Only what is smaller: a space that is put between two words may make up for what went, and would go for ever. */
export function shrinking(step: Step): Step {
  return (text, context) => rejecting(step(text, context), (candidate) => !isSmaller(candidate));
}
