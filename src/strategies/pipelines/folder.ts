/** The search over a bundle: a guess of which files matter; whole files and directories; files into those that import them; then everything. */
import { firstGuess } from '../moves/guesses';
import { fileInlinings } from '../moves/inlineFiles';
import { wholeFiles } from '../lists/wholeFiles';
import type { Step, Strategy, StrategyContext } from '../strategy';
import { treewide } from '../treewide/treewide';
import { ifOn, inSequence, parsing, shrinking } from './steps';

/** Files go by learned chances, alone or with what imports them; in a search without a tree as a list. In the end of both no file can go alone. */
const filesAlone = inContext(treewide.search, (context) => ({ ...context, until: 'files' }));

const filesIntoOthers = ifOn('simplify', parsing(shrinking(fileInlinings)));

/** Guesses are ranges of the original: they come first. Without one, the search itself guesses. */
export function folderSearch({ search, needsTree, options }: Strategy, isGuessed: boolean): Step {
  const guess = isGuessed ? [shrinking(firstGuess)] : [];
  const rest = inContext(search, (context) => ({ ...context, guesses: undefined }));
  const inlining = options.includes('simplify') ? [filesIntoOthers] : [];
  return inSequence(...guess, needsTree ? filesAlone : wholeFiles, ...inlining, rest);
}

/** The same step in another context. */
function inContext(step: Step, change: (context: StrategyContext) => StrategyContext): Step {
  return (text, context) => step(text, change(context));
}
