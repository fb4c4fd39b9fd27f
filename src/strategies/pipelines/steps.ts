/** Combinators of steps: one after the other, repeated until nothing changes, and others. */
import { labelled, noted, rejecting, then } from '../../search/compose';
import { done, type Search } from '../../search/search';
import { longestRead } from '../../syntax/generic/coarse';
import { isSmaller, type Candidate, type SourceText } from '../../text/source';
import type { StrategyOptionName } from '../options';
import { begun, resumable, resumed } from './resuming';
import type { Step, StrategyContext, TextSearch } from '../strategy';

export function inSequence(...steps: readonly Step[]): Step {
  const framed = (at: number, search: TextSearch) => noted(search, (inner) => ({ at, inner }));
  const from = (at: number, first: TextSearch, context: StrategyContext) =>
    steps
      .slice(at + 1)
      .reduce<TextSearch>(
        (search, step, index) => then(search, (rest) => framed(at + 1 + index, begun(step, rest, context))),
        framed(at, first),
      );
  return resumable<{ at: number; inner: unknown }>(
    (text, context) => from(0, begun(steps[0], text, context), context),
    ({ at, inner }, original, context) => from(at, resumed(steps[at], inner, original, context), context),
  );
}

export function untilSettled(step: Step): Step {
  /** `length`: of the text before this round. */
  const rounds = (round: TextSearch, length: number, context: StrategyContext): TextSearch =>
    then(
      noted(round, (inner) => ({ length, inner })),
      (rest) => (rest.length === length ? done(rest) : rounds(begun(step, rest, context), rest.length, context)),
    );
  return resumable<{ length: number; inner: unknown }>(
    (text, context) => rounds(begun(step, text, context), text.length, context),
    ({ length, inner }, original, context) => rounds(resumed(step, inner, original, context), length, context),
  );
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
  const chosen = (context: StrategyContext) => (isFirst(context) ? first : second);
  return resumable<unknown>(
    (text, context) => begun(chosen(context), text, context),
    (note, original, context) => resumed(chosen(context), note, original, context),
  );
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
  return resumable<unknown>(
    (text, context) => change(step(text, context), context),
    (note, original, context) => change(resumed(step, note, original, context), context),
  );
}

function only(step: Step, isWanted: (context: StrategyContext, text: SourceText) => boolean): Step {
  return resumable<unknown>(
    (text, context) => (isWanted(context, text) ? step(text, context) : done(text)),
    (note, original, context) => resumed(step, note, original, context),
  );
}
