/**
 * The default pipeline: jumps over deep nesting, the tree-wide search, unwraps, and deletions coupled by names; then windows of tokens
 * and the characters of literals. It repeats as long as something goes.
 */
import { coupledDeletions } from './coupled';
import { mergedIdentifiers } from './identifiers';
import { jumps } from './jumps';
import { literalCharacters } from './literals';
import { polish } from './polish';
import { shortLiterals } from './shorten';
import { signatures } from './signatures';
import { elementsAlone } from './singles';
import { replacements } from './smallest';
import { ifOn, inSequence, lenient, parsing, parsingUnlessLenient, shrinking, unlessLong, untilSettled } from './steps';
import type { Strategy } from './strategy';
import { tokenWindows } from './tokens';
import { treewide } from './treewide/treewide';
import { twins } from './twins';
import { unwraps } from './unwrap';
import { windowPatterns } from './windows';

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

export const pipeline: Strategy = {
  name: 'default',
  description: 'The tree-wide search, then tokens and characters, until nothing more can go; smallest results.',
  needsTree: true,
  treeMinimal: true,
  usesReducer: false,
  options: ['hoists', 'unwrap', 'coupled', 'twins', 'windows', 'replace', 'identifiers', 'shorten'],
  search: shrinking(inSequence(untilSettled(inSequence(tree, parsing(inside))), parsing(unlessLong(polish)))),
};
