/**
 * When it is asked what is needed. Where few tests do not halve a long text, its last part is made smaller, and that is asked again: a
 * program that is written out with the library that it uses has its own code there. And again when much of a long text has gone.
 */
import { then } from '../../search/compose';
import { done } from '../../search/search';
import { render } from '../../text/source';
import { tokenRanges } from '../../text/tokens';
import { areRelated, opening } from '../needs/opening';
import type { Step } from '../strategy';
import { treewide } from '../treewide/treewide';
import { inSequence, onlyFor, untilShorter, when, whileItHalves } from './steps';

/** A text is long from so many UTF-16 units on; so many tests have to halve it. */
const longText = 40_000;
const halvingTests = 60;

/** Tokens of the last part. */
const lastTokens = 500;

/** It is asked again when so much of the text has gone. */
const leastShare = 0.25;

const lastPart: Step = (text, context) => {
  const whole = render(text);
  const { start } = tokenRanges(whole, { start: 0, end: whole.length }).slice(-lastTokens)[0];
  return treewide.search(text, { ...context, fixed: { prefix: start, suffix: 0 } });
};

const whereLong = (step: Step) => when((_, { length }) => length > longText, step);

/** `next`, if the text is still long, and so much of it has gone. */
const goOn = (step: Step, next: Step) =>
  whereLong((text, context) =>
    then(step(text, context), (rest) =>
      (rest.length > (1 - leastShare) * text.length ? done : whereLong(next))(rest, context),
    ),
  );

const again: Step = goOn(untilShorter(leastShare, treewide.search), (text, context) =>
  inSequence(opening, again)(text, context),
);

const ofProgram = when(
  (_, { length }) => length > longText,
  goOn(whileItHalves(halvingTests, longText, opening), inSequence(lastPart, opening, again)),
  opening,
);

/** Without a grammar it is guessed, and asked only of a text that does not fall to half its length in a few tests. */
const ofLines = when(
  (context, text) => areRelated(text, context),
  (text, context) =>
    then(onlyFor(fewTests, treewide.search)(text, context), (rest) =>
      rest.length > text.length / 2 ? opening(rest, context) : done(rest),
    ),
);
const fewTests = 12;

export const needed = when(({ language }) => language !== undefined, ofProgram, ofLines);
