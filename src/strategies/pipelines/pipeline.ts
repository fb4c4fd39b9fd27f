/**
 * The default pipeline: jumps over deep nesting, then passes of the tree-wide search, and between them what it cannot do: unwraps,
 * deletions coupled by names, parts that move to a neighbour, windows of tokens, the characters of literals; and what is left becomes
 * plainer. At the end tokens go that only the syntax needs, and names, literals and blanks take their canonical form.
 */
import { argumentsInlined } from '../moves/arguments';
import { coupledDeletions } from '../moves/coupled';
import { donations } from '../moves/donations';
import { firstGuess } from '../moves/guesses';
import { canonical, lettersInOrder } from '../moves/canonical';
import { mergedIdentifiers } from '../moves/identifiers';
import { inlinings } from '../moves/inline';
import { jumps } from '../moves/jumps';
import { keptRuns } from '../moves/keptRuns';
import { literalCharacters } from '../lists/literals';
import { pairs } from '../moves/pairs';
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
  untilStatements,
} from './steps';
import type { Step, Strategy } from '../strategy';
import { tokenWindows } from '../moves/tokens';
import { usualModel } from '../treewide/chances';
import { passes, treewide } from '../treewide/treewide';
import { twinHoists, twins } from '../moves/twins';
import { unparsedTokens } from '../lists/unparsed';
import { unwraps } from '../moves/unwrap';
import { windowPatterns } from '../moves/windows';

const inText = (step: Step) => parsing(unlessLong(step));

/** What is left becomes plainer. This adds text. */
const plainer = (step: Step) => ifOn('simplify', inText(step));

/** Cheap for what they gain: they run before anything that has failed is tested again. */
const early = [
  lenient(elementsAlone),
  parsingUnlessLenient(ifOn('unwrap', unwraps)),
  parsing(ifOn('coupled', inSequence(coupledDeletions, signatures))),
  plainer(inSequence(inlinings, argumentsInlined)),
];

const late = [
  inText(ifThorough(windowPatterns)),
  inText(ifOn('twins', inSequence(twins, twinHoists))),
  inText(keptRuns),
  plainer(donations),
  inText(tokenWindows),
  plainer(mergedIdentifiers),
  plainer(inSequence(replacements, shortLiterals, ifThorough(smallest.search))),
  parsing(jumps),
  inText(literalCharacters),
  inText(ifThorough(pairs)),
];

const deepest = inSequence(parsing(jumps), passes(usualModel, early, late));

const toTokens = inSequence(
  byEffort(whileItPays(deepest), deepest),
  unlessLong(unparsedTokens),
  inText(polish),
  plainer(canonical),
);

/** Names a, b, c in the order in which they are read. The text keeps its length. */
const namesInOrder = plainer(lettersInOrder);

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
