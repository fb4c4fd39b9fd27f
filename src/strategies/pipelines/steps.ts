/** Combinators of steps: one after the other, repeated until nothing changes, and others. */
import { labelled, rejecting, then } from '../../search/compose';
import { done, type Search } from '../../search/search';
import { longestRead } from '../../syntax/generic/coarse';
import { isSmaller, type Candidate, type SourceText } from '../../text/source';
import type { StrategyOptionName } from '../options';
import type { Step, StrategyContext, TextSearch } from '../strategy';

export function inSequence(...steps: readonly Step[]): Step {
  return (text, context) =>
    steps.reduce<TextSearch>((search, step) => then(search, (rest) => step(rest, context)), done(text));
}

export function untilSettled(step: Step): Step {
  /** `length`: of the text before this round. */
  const rounds = (round: TextSearch, length: number, context: StrategyContext): TextSearch =>
    then(round, (rest) => (rest.length === length ? done(rest) : rounds(step(rest, context), rest.length, context)));
  return (text, context) => rounds(step(text, context), text.length, context);
}

/** Refuses candidates that parse worse than before. */
export function parsing(step: Step): Step {
  return changed(step, (search, { isWorse }) => (isWorse ? rejecting(search, isWorse) : search));
}

/** The same, but refuses nothing in a lenient language. */
export function parsingUnlessLenient(step: Step): Step {
  return changed(step, (search, { isWorse, lenient: all }) => (isWorse && !all ? rejecting(search, isWorse) : search));
}

/** Runs only in a lenient language: there a candidate that the filter refuses may well keep the property. */
export function lenient(step: Step): Step {
  return only(step, (context) => context.lenient === true);
}

/** Runs only on texts that are short enough for steps that look at each token. */
export function unlessLong(step: Step): Step {
  return only(step, (_, text) => text.length <= longestRead);
}

/** Runs only if the option is on. */
export function ifOn(option: StrategyOptionName, step: Step): Step {
  return only(step, ({ options }) => options[option] === 'on');
}

/** Runs only with the effort `thorough`. */
export function ifThorough(step: Step): Step {
  return only(step, ({ options }) => options.effort === 'thorough');
}

/** The first step with the effort `quick`, else the second. */
export function byEffort(quick: Step, others: Step): Step {
  return either(({ options }) => options.effort === 'quick', quick, others);
}

/** The first step if the search ends at statements, else the second. */
export function untilStatements(statements: Step, tokens: Step): Step {
  return either(({ options }) => options.until === 'statements', statements, tokens);
}

function either(isFirst: (context: StrategyContext) => boolean, first: Step, second: Step): Step {
  return (text, context) => (isFirst(context) ? first : second)(text, context);
}

/** Gives a label to a step. The label is made when the step begins: then its language is known. */
export function named(label: () => string, step: Step): Step {
  return changed(step, (search) => {
    const text = label();
    return labelled(search, () => text);
  });
}

/** Accepts only smaller candidates, so that the search ends: a blank inserted between two words may use up the gain. */
export function shrinking(step: Step): Step {
  return changed(step, (search) => rejecting(search, (candidate) => !isSmaller(candidate)));
}

/** The same step with another search. */
function changed(
  step: Step,
  change: (search: Search<Candidate, SourceText>, context: StrategyContext) => TextSearch,
): Step {
  return (text, context) => change(step(text, context), context);
}

function only(step: Step, isWanted: (context: StrategyContext, text: SourceText) => boolean): Step {
  return (text, context) => (isWanted(context, text) ? step(text, context) : done(text));
}
