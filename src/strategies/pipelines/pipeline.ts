/**
 * The default pipeline: jumps over deep nesting, then passes of the tree-wide search, and between them what it cannot do: unwraps,
 * deletions coupled by names, parts that move to a neighbour, windows of tokens, the characters of literals; and what is left becomes
 * plainer. At the end tokens go that only the syntax needs, and names, literals and blanks take their canonical form.
 */
import { literalCharacters } from '../lists/literals';
import { canonical, lettersInOrder, polish } from '../moves/canonical';
import { coupledDeletions, signatures } from '../moves/coupled';
import { elementsAlone, firstGuess, pairs, twinHoists, twins, windowPatterns } from '../moves/deletions';
import { jumps, runHoists, unwraps } from '../moves/hoists';
import { argumentInlinings, inlinings, identifierMerges } from '../moves/inlining';
import { donations, replacements, shortLiterals, smallest } from '../moves/replacements';
import { tokenWindows, unparsedTokens } from '../moves/tokens';
import type { Step, Strategy } from '../strategy';
import { passes, treewide } from '../treewide/treewide';
import { whileItPays } from './effort';
import { ifOn, ifThorough, inSequence, parsing, shrinking, unlessLong, when } from './steps';

const inText = (step: Step) => parsing(unlessLong(step));

/** What is left becomes plainer. This adds text. */
const plainer = (step: Step) => ifOn('simplify', inText(step));

/** Programs read a lenient language in spite of errors: a candidate that the filter refuses may well keep the property. */
const ifLenient = (step: Step, other?: Step) => when(({ lenient }) => lenient === true, step, other);

/** Cheap for what they gain: they run before anything that has failed is tested again. */
const early = [
  ifLenient(elementsAlone),
  ifOn('unwrap', ifLenient(unwraps, parsing(unwraps))),
  parsing(ifOn('coupled', inSequence(coupledDeletions, signatures))),
  plainer(inSequence(inlinings, argumentInlinings)),
];

const late = [
  inText(ifThorough(windowPatterns)),
  inText(ifOn('twins', inSequence(twins, twinHoists))),
  inText(runHoists),
  plainer(donations),
  inText(tokenWindows),
  plainer(identifierMerges),
  plainer(inSequence(replacements, shortLiterals, ifThorough(smallest.search))),
  parsing(jumps),
  inText(literalCharacters),
  inText(ifThorough(pairs)),
];

const deepest = inSequence(parsing(jumps), passes(early, late));

const toTokens = inSequence(
  when(({ options }) => options.effort === 'quick', whileItPays(deepest), deepest),
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
  options: ['hoists', 'unwrap', 'coupled', 'twins', 'simplify', 'effort', 'until'],
  search: inSequence(
    shrinking(firstGuess),
    when(
      ({ options }) => options.until === 'statements',
      shrinking(treewide.search),
      inSequence(shrinking(toTokens), namesInOrder),
    ),
  ),
};
