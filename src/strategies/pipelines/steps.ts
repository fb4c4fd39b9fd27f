/**
 * Combinators of steps: one after the other, repeated until nothing changes, only sometimes, without some candidates, until its tests no
 * longer pay (`quick`), or once more from the original (`thorough`).
 */
import * as l10n from '@vscode/l10n';
import { type Budget, makeSkippable, rejecting, then, withLabel, within } from '../../search/compose';
import { done, trial } from '../../search/search';
import { childrenOf } from '../../syntax/elementTree';
import { longestRead } from '../../syntax/generic/coarse';
import { type Candidate, type SourceText, candidateSource, isSmaller, render } from '../../text/source';
import { countTokens } from '../../text/tokens';
import type { StrategyOptionName } from '../options';
import { type ParsedText, cutsOfElements, mayGo, parsedText } from '../parsedText';
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

function budgetOf(text: SourceText, credit: number): Budget<Candidate, SourceText> {
  return {
    credit,
    end: () => text,
    refill(candidate, left) {
      const next = candidateSource(candidate);
      const gained = countTokens(render(text)) - countTokens(render(next));
      return budgetOf(next, Math.max(0, Math.min(mostCredit, left + perToken * gained)));
    },
  };
}

/** Searches in vain, at most: a result is smaller after one of the first, or hardly ever (docs/notes/moves.md). */
const mostSearches = 3;

/**
 * Another search from the original. An element that the best result has a part of goes first, so that the search must end elsewhere:
 * from the root on, those that can go alone. It ends with the first smaller result, or with `best` after a few others.
 */
export function otherwise(step: Step, best: SourceText, isSmaller: (text: SourceText) => boolean): Step {
  const from = (
    text: ParsedText,
    [first, ...left]: readonly number[],
    searches: number,
    context: StrategyContext,
  ): TextSearch => {
    if (first === undefined || searches === mostSearches) return done(best);
    const candidate: Candidate = { base: text.base, edits: cutsOfElements(text, [first]) };
    const search = trial(
      () => candidate,
      1 / 8,
      () =>
        then(step(candidateSource(candidate), context), (found) =>
          isSmaller(found) ? done(found) : from(text, left, searches + 1, context),
        ),
      () => from(text, [...partsIn(best, text, first), ...left], searches, context),
    );
    return {
      ...search,
      label: l10n.t('Leaving out parts of the result'),
      refused: () => !mayGo(text, first) || (context.isWorse?.(candidate) ?? false),
      skip: () => done(best),
    };
  };
  return (base, context) => {
    const text = parsedText(base, context);
    return from(text, partsIn(best, text, 0), 0, context);
  };
}

/** The elements of the original directly under this one of which something is left in `best`. */
function partsIn({ pieces }: SourceText, { tree }: ParsedText, around: number): number[] {
  const isLeft = (element: number) =>
    pieces.some((piece) => 'start' in piece && piece.start < tree.end[element] && piece.end > tree.start[element]);
  return childrenOf(tree, around).filter(isLeft);
}
