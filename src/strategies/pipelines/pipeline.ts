/**
 * The default pipeline: jumps over deep nesting, the tree-wide search, unwraps, and deletions coupled by names; then windows of tokens
 * and the characters of literals; then what is left becomes plainer. It repeats as long as something goes. At the end tokens go that
 * only the syntax needs, and names, literals and blanks take their canonical form.
 */
import { coupledDeletions } from '../moves/coupled';
import { firstGuess } from '../moves/guesses';
import { canonical, lettersInOrder } from '../moves/canonical';
import { mergedIdentifiers } from '../moves/identifiers';
import { inlinings } from '../moves/inline';
import { jumps } from '../moves/jumps';
import { literalCharacters } from '../lists/literals';
import { polish } from '../moves/polish';
import { shortLiterals, replacements, smallest } from '../moves/replacements';
import { whileItPays } from './paying';
import { signatures } from '../moves/signatures';
import { elementsAlone } from '../moves/singles';
import {
  byEffort,
  ifOn,
  ifThorough,
  inSequence,
  lenient,
  parsing,
  parsingUnlessLenient,
  shrinking,
  unlessLong,
  untilSettled,
  untilStatements,
} from './steps';
import type { Step, Strategy } from '../strategy';
import { tokenWindows } from '../moves/tokens';
import { usualModel } from '../treewide/chances';
import { passes, treewide } from '../treewide/treewide';
import { twins } from '../moves/twins';
import { unparsedTokens } from '../lists/unparsed';
import { unwraps } from '../moves/unwrap';
import { windowPatterns } from '../moves/windows';

const early = [
  lenient(elementsAlone),
  parsingUnlessLenient(ifOn('unwrap', unwraps)),
  parsing(ifOn('coupled', inSequence(coupledDeletions, signatures))),
];
const inside = [
  parsing(unlessLong(ifThorough(windowPatterns))),
  parsing(unlessLong(ifOn('twins', twins))),
  parsing(unlessLong(tokenWindows)),
];

/** What is left becomes plainer. This adds text. */
const plainer = (step: Step) => ifOn('simplify', parsing(unlessLong(step)));
const simplifying = [
  plainer(inlinings),
  plainer(mergedIdentifiers),
  plainer(inSequence(replacements, shortLiterals, ifThorough(smallest.search))),
];
const V = process.env.V ?? 'B';
const deepest =
  V === 'O'
    ? untilSettled(inSequence(untilSettled(inSequence(parsing(jumps), treewide.search, ...early)), ...inside, ...simplifying))
    : V === 'A'
      ? inSequence(parsing(jumps), passes(usualModel, early, [...inside, ...simplifying, parsing(jumps)]))
      : V === 'B'
        ? inSequence(parsing(jumps), passes(usualModel, [...early, ...simplifying.slice(0, 1)], [...inside, ...simplifying.slice(1), parsing(jumps), parsing(unlessLong(literalCharacters))]))
        : inSequence(parsing(jumps), passes(usualModel, [], [...early, ...simplifying, ...inside, parsing(jumps)]));

const toTokens = inSequence(
  byEffort(whileItPays(deepest), deepest),
  unlessLong(unparsedTokens),
  parsing(unlessLong(polish)),
  ifOn('simplify', parsing(unlessLong(canonical))),
);

/** Names a, b, c in the order in which they are read. The text keeps its length. */
const namesInOrder = ifOn('simplify', parsing(unlessLong(lettersInOrder)));

export const pipeline: Strategy = {
  name: 'default',
  description: 'The tree-wide search, then tokens and characters, until nothing else can go; smallest results.',
  needsTree: true,
  usesReducer: false,
  options: ['hoists', 'unwrap', 'coupled', 'twins', 'simplify', 'effort', 'until'],
  search: inSequence(
    shrinking(firstGuess),
    untilStatements(shrinking(treewide.search), inSequence(shrinking(toTokens), namesInOrder)),
  ),
};
