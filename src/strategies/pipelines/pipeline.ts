/**
 * The default pipeline: jumps over deep nesting, the tree-wide search, unwraps, and deletions coupled by names; then windows of tokens
 * and the characters of literals. It repeats as long as something goes.
 */
import { coupledDeletions } from '../moves/coupled';
import { firstGuess } from '../moves/guesses';
import { mergedIdentifiers } from '../moves/identifiers';
import { jumps } from '../moves/jumps';
import { literalCharacters } from '../lists/literals';
import { polish } from '../moves/polish';
import { shortLiterals, replacements } from '../moves/replacements';
import { signatures } from '../moves/signatures';
import { elementsAlone } from '../moves/singles';
import {
  ifOn,
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
import { unwraps } from '../moves/unwrap';
import { windowPatterns } from '../moves/windows';

const tree = untilSettled(
  inSequence(
    parsing(jumps),
    treewide.search,
    lenient(elementsAlone),
    parsingUnlessLenient(ifOn('unwrap', unwraps)),
    parsing(
      inSequence(ifOn('coupled', inSequence(coupledDeletions, signatures)), ifOn('identifiers', mergedIdentifiers)),
    ),
  ),
);
const inside = unlessLong(
  inSequence(
    ifOn('windows', windowPatterns),
    ifOn('replace', replacements),
    ifOn('shorten', shortLiterals),
    ifOn('twins', twins),
    tokenWindows,
    literalCharacters,
  ),
);

const toTokens = inSequence(untilSettled(inSequence(tree, parsing(inside))), parsing(unlessLong(polish)));

export const pipeline: Strategy = {
  name: 'default',
  description: 'The tree-wide search, then tokens and characters, until nothing else can go; smallest results.',
  needsTree: true,
  usesReducer: false,
  options: ['hoists', 'unwrap', 'coupled', 'twins', 'windows', 'replace', 'identifiers', 'shorten', 'until'],
  search: shrinking(inSequence(firstGuess, untilStatements(treewide.search, toTokens))),
};
