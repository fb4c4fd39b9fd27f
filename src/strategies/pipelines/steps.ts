/** Combinators of steps: one after the other, repeated until nothing changes, only sometimes, or without some candidates. */
import { withLabel, rejecting, then } from '../../search/compose';
import { done } from '../../search/search';
import { longestRead } from '../../syntax/generic/coarse';
import { isSmaller, type SourceText } from '../../text/source';
import type { StrategyOptionName } from '../options';
import type { Step, StrategyContext, TextSearch } from '../strategy';

export function inSequence(...steps: readonly Step[]): Step {
  return (text, context) =>
    steps.reduce<TextSearch>((search, step) => then(search, (rest) => step(rest, context)), done(text));
}

export function untilSettled(step: Step): Step {
  return (text, context) =>
    then(step(text, context), (rest) => (rest.length === text.length ? done(rest) : untilSettled(step)(rest, context)));
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

/** Runs only with the effort `thorough`. */
export function ifThorough(step: Step): Step {
  return when(({ options }) => options.effort === 'thorough', step);
}

/** Runs only on texts that are short enough for steps that look at each token. */
export function unlessLong(step: Step): Step {
  return when((_, text) => text.length <= longestRead, step);
}

/** Gives a label to a step. The label is made when the step begins: then its language is known. */
export function named(label: () => string, step: Step): Step {
  return (text, context) => {
    const name = label();
    return withLabel(step(text, context), () => name);
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
