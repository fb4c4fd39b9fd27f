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
import type { Strategy } from '../strategy';
import { tokenWindows } from '../moves/tokens';
import { treewide } from '../treewide/treewide';
import { twins } from '../moves/twins';
import { unparsedTokens } from '../lists/unparsed';
import { unwraps } from '../moves/unwrap';
import { windowPatterns } from '../moves/windows';

const tree = untilSettled(
  inSequence(
    parsing(jumps),
    treewide.search,
    lenient(elementsAlone),
    parsingUnlessLenient(ifOn('unwrap', unwraps)),
    parsing(ifOn('coupled', inSequence(coupledDeletions, signatures))),
  ),
);
const inside = unlessLong(
  inSequence(ifThorough(windowPatterns), ifOn('twins', twins), tokenWindows, literalCharacters),
);

/** What is left becomes plainer. This adds text. */
const simplifying = ifOn(
  'simplify',
  parsing(
    unlessLong(inSequence(inlinings, mergedIdentifiers, replacements, shortLiterals, ifThorough(smallest.search))),
  ),
);

const deepest = untilSettled(inSequence(tree, parsing(inside), simplifying));

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
