/**
 * The usual pipeline: lists of the tree, single deletions and hoists until none of them finds anything; then windows of tokens and
 * the characters of literals; and all again, as long as something goes.
 */
import { familiesOf } from './hddr';
import { hoists } from './hoist';
import { passes } from './lists';
import { literalCharacters } from './literals';
import { polish } from './polish';
import { singles } from './singles';
import { inSequence, parsing, parsingUnlessLenient, shrinking, untilSettled } from './steps';
import type { Strategy } from './strategy';
import { tokenWindows } from './tokens';

const tree = untilSettled(
  inSequence(parsing(passes(familiesOf)), parsingUnlessLenient(singles), parsingUnlessLenient(hoists)),
);
const inside = parsing(inSequence(tokenWindows, literalCharacters));

export const pipeline: Strategy = {
  name: 'default',
  description: 'Tree moves (lists, single deletions, hoists), then tokens, then characters of literals, to a fixpoint.',
  needsTree: true,
  treeMinimal: true,
  search: shrinking(inSequence(untilSettled(inSequence(tree, inside)), parsing(polish))),
};
