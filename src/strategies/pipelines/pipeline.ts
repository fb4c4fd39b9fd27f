/**
 * The default pipeline: jumps over deep nesting, then passes of the tree-wide search, and between them what it cannot do: unwraps,
 * signatures, parts that move to a neighbour, windows of tokens, the characters of literals. Then tokens go that only the syntax needs,
 * and what is left is rewritten as a person would. At the end names and layout take their canonical form.
 */
import { then } from '../../search/compose';
import { done } from '../../search/search';
import { fileInlinings } from '../imports/inlineFiles';
import { literalCharacters, wholeFiles } from '../lists/flat';
import { layout, lettersInOrder, polish, shortNames } from '../moves/canonical';
import { firstGuess } from '../moves/deletions';
import { besideChains, jumps, statementUnwraps, unwraps } from '../moves/hoists';
import { characterCodes, shortLiterals } from '../moves/replacements';
import { parsingAgain, tokenWindows, unparsedTokens } from '../moves/tokens';
import { opening } from '../needs/opening';
import { definitions, givenAndExpected, parts, tail } from '../rewriting/moves';
import type { Step, Strategy, StrategyContext } from '../strategy';
import { passes, treewide } from '../treewide/treewide';
import { needed } from './needed';
import { afterGain, ifOn, inSequence, parsing, shrinking, unlessLong, when, whileItPays } from './steps';

const inText = (step: Step) => parsing(unlessLong(step));

/** What is left becomes plainer. This adds text. */
const plainer = (step: Step) => ifOn('simplify', inText(step));

/** Programs read a lenient language in spite of errors: a candidate that the filter refuses may well keep the property. */
const unwrapping = when(({ lenient }) => lenient === true, unwraps, parsing(unwraps));

const ofBundle = (step: Step) => when((_, text) => text.original.startsWith('\0'), step);

/** Again since what stood in the way of some has gone. */
const filesIntoOthers = ofBundle(ifOn('simplify', parsing(shrinking(fileInlinings))));

/** Cheap for what they gain: they run before anything that has failed is tested again. */
const early = [ifOn('unwrap', unwrapping), definitions, filesIntoOthers];

const late = [plainer(shortLiterals), parts, inText(tokenWindows), inText(literalCharacters)];

const deepest = inSequence(parsing(inSequence(besideChains, jumps)), plainer(characterCodes), passes(early, late));

const asLongAsAsked = (step: Step) => when(({ options }) => options.effort === 'quick', whileItPays(step), step);

/** Tokens that only the syntax needs; then a few of them come back if with these the text parses. */
const needless: Step = (text, context) =>
  then(shrinking(unlessLong(unparsedTokens))(text, context), (rest) =>
    rest.length === text.length || context.lenient ? done(rest) : plainer(parsingAgain(text))(rest, context),
  );

const shortest = inSequence(shrinking(asLongAsAsked(deepest)), needless);

/** After a gain something may go that had to stay; if it has gone, all moves may gain again. */
const rewriting: Step = afterGain(
  tail,
  afterGain(inSequence(parsing(treewide.search), parts, inText(tokenWindows)), (text, context) =>
    inSequence(passes(early, late), rewriting)(text, context),
  ),
);

const toTokens = inSequence(shortest, shrinking(inSequence(rewriting, inText(polish), plainer(shortNames))));

const aroundStatements = ifOn('unwrap', parsing(statementUnwraps));

/** Whole statements go, and what stands around others: in what a program has needed it goes often, and then more can go at once. */
const toStatements = shrinking(
  asLongAsAsked(
    inSequence(
      ofBundle(aroundStatements),
      passes([aroundStatements, afterGain(givenAndExpected, treewide.search), filesIntoOthers]),
    ),
  ),
);

/** Names a, b, c in the order in which they are read; then the layout. The text keeps its tokens. */
const readable = plainer(inSequence(lettersInOrder, layout));

/** Is all of the text of a program searched, and no part of it likelier than others? */
function isOpen({ fixed, guesses = [], options }: StrategyContext): boolean {
  const isWhole = fixed.prefix === 0 && fixed.suffix === 0 && guesses.length === 0;
  return isWhole && options.until === 'tokens';
}

export const pipeline: Strategy = {
  name: 'default',
  description: 'Begins with what the program needs, removes the rest, and rewrites what is left. Smallest results.',
  needsTree: true,
  options: ['hoists', 'unwrap', 'coupled', 'twins', 'simplify', 'effort', 'until'],
  search: inSequence(
    shrinking(firstGuess),
    when(isOpen, parsing(shrinking(needed))),
    when(({ options }) => options.until !== 'tokens', toStatements, inSequence(toTokens, readable)),
  ),
  readable: inText(plainer(inSequence(polish, layout))),
};

/** Files go by learned chances, alone or with what imports them. In the end no file can go alone. */
const filesAlone: Step = (text, context) => treewide.search(text, { ...context, until: 'files' });

/** It is known which files are needed if what is not was so much of the text. */
const knownShare = 0.2;

/**
 * The search over a bundle: a guess of which files matter; what the root of them needs; whole files and directories if that is not known;
 * files into those that import them; then everything. Guesses are ranges of the original: they come first. Without one, the search itself
 * guesses. In a search without a tree, files go as a list.
 */
export function folderSearch({ search, needsTree, options }: Strategy, isGuessed: boolean): Step {
  const guess = isGuessed ? [shrinking(firstGuess)] : [];
  const inlining = options.includes('simplify') ? filesIntoOthers : done;
  const withoutGuesses: Step = (text, context) => search(text, { ...context, guesses: undefined });
  const ofRoot: Step = (text, context) =>
    then(parsing(shrinking(opening))(text, context), (rest) =>
      rest.length > (1 - knownShare) * text.length ? filesAlone(rest, context) : done(rest),
    );
  return inSequence(...guess, needsTree ? ofRoot : wholeFiles, inlining, withoutGuesses);
}
