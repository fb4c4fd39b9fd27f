/**
 * The usual pipeline: jumps over what is nested deep, lists of the tree, single deletions and hoists until none of them finds
 * anything; then windows of tokens and the characters of literals; and all again, as long as something goes.
 */
import { coupledDeletions } from './coupled';
import { familiesOf } from './hddr';
import { hoists } from './hoist';
import { mergedIdentifiers } from './identifiers';
import { jumps } from './jumps';
import { passes } from './lists';
import { literalCharacters } from './literals';
import { polish } from './polish';
import { shortLiterals } from './shorten';
import { singles } from './singles';
import { replacements } from './smallest';
import { ifOn, inSequence, parsing, parsingUnlessLenient, shrinking, untilSettled } from './steps';
import type { Strategy } from './strategy';
import { tokenWindows } from './tokens';
import { unwraps } from './unwrap';
import { windowPatterns } from './windows';

const forgiving = inSequence(singles, hoists, ifOn('unwrap', unwraps));
const tree = untilSettled(
  inSequence(
    parsing(jumps),
    parsing(passes(familiesOf)),
    parsingUnlessLenient(forgiving),
    parsing(inSequence(ifOn('coupled', coupledDeletions), ifOn('identifiers', mergedIdentifiers))),
  ),
);
const inside = inSequence(
  ifOn('windows', windowPatterns),
  ifOn('replace', replacements),
  ifOn('shorten', shortLiterals),
  tokenWindows,
  literalCharacters,
);

export const pipeline: Strategy = {
  name: 'default',
  description: 'Tree moves (lists, single deletions, hoists), then tokens, then characters of literals, to a fixpoint.',
  needsTree: true,
  treeMinimal: true,
  options: ['traversal', 'direction', 'unwrap', 'coupled', 'windows', 'replace', 'identifiers', 'shorten'],
  search: shrinking(inSequence(untilSettled(inSequence(tree, parsing(inside))), parsing(polish))),
};
