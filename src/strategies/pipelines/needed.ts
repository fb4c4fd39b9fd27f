/**
 * When it is asked what is needed. Where few tests do not halve a long text, its last part is made smaller: a program that is written out
 * with the library that it uses has its own code there. It is asked again as soon as that part needs much less than there is, which takes
 * no test to know, or when much of a long text has gone.
 */
import { then } from '../../search/compose';
import { done } from '../../search/search';
import { render, type SourceText } from '../../text/source';
import { tokenRanges } from '../../text/tokens';
import { areRelated, lengthOfNeeded, opening } from '../needs/opening';
import type { Step, StrategyContext } from '../strategy';
import { treewide } from '../treewide/treewide';
import { inSequence, onlyFor, until, when, whileItHalves } from './steps';

/** A text is long from so many UTF-16 units on; so many tests have to halve it. */
const longText = 40_000;
const halvingTests = 70;

/** Tokens of the last part, and tests that it gets. */
const lastTokens = 500;
const lastTests = 60;

/** It is asked again when so much of the text has gone, or is not needed; and a text is long enough for that from so many units on. */
const leastShare = 0.25;
const longEnough = 10_000;

/** Where the last tokens begin. */
function startOfLast(text: SourceText): number {
  const whole = render(text);
  const [first] = tokenRanges(whole, { start: 0, end: whole.length }).slice(-lastTokens);
  return first?.start ?? 0;
}

/** Does the last part of a text need much less than there is, and than it needed in `before`? */
function isWorthAsking(before: SourceText, context: StrategyContext, startOf = startOfLast) {
  const most = Math.min(before.length, lengthOfNeeded(before, context, startOf(before)));
  return (text: SourceText) =>
    lengthOfNeeded(text, context, startOf(text)) < (1 - leastShare) * Math.min(most, text.length);
}

const isLonger =
  (least: number) =>
  (_: unknown, { length }: SourceText) =>
    length > least;

const lastPart: Step = (text, context) => {
  const start = startOfLast(text);
  const isEnough = isWorthAsking(text, context, () => start);
  return onlyFor(lastTests, until(isEnough, treewide.search))(text, {
    ...context,
    fixed: { prefix: start, suffix: 0 },
  });
};

/** Of the whole text, until it is worth to ask again. */
const again: Step = when(isLonger(longEnough), (text, context) => {
  const isWorthIt = isWorthAsking(text, context);
  const isEnough = (rest: SourceText) => rest.length <= (1 - leastShare) * text.length || isWorthIt(rest);
  return then(until(isEnough, treewide.search)(text, context), (rest) =>
    isEnough(rest) ? inSequence(opening, again)(rest, context) : done(rest),
  );
});

const ofProgram = when(
  isLonger(longText),
  inSequence(
    whileItHalves(halvingTests, longText, opening),
    when(isLonger(longText), inSequence(lastPart, opening, again)),
  ),
  opening,
);

/** Without a grammar it is guessed, and asked only of a text that does not fall to half its length in a few tests. */
const ofLines: Step = (text, context) =>
  then(onlyFor(fewTests, treewide.search)(text, context), (rest) =>
    rest.length > text.length / 2 ? opening(rest, context) : done(rest),
  );
const fewTests = 12;

export const needed = when(
  (context, text) => areRelated(text, context),
  when(({ language }) => language !== undefined, ofProgram, ofLines),
);
