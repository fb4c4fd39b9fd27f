/** The search over a bundle: a guess of which files matter; whole files and directories; files into those that import them; then everything. */
import { fileInlinings } from '../imports/inlineFiles';
import { wholeFiles } from '../lists/flat';
import { firstGuess } from '../moves/deletions';
import type { Step, Strategy } from '../strategy';
import { treewide } from '../treewide/treewide';
import { ifOn, inSequence, parsing, shrinking } from './steps';

/** Files go by learned chances, alone or with what imports them; in a search without a tree as a list. In the end of both no file can go alone. */
const filesAlone: Step = (text, context) => treewide.search(text, { ...context, until: 'files' });

const filesIntoOthers = ifOn('simplify', parsing(shrinking(fileInlinings)));

/** Guesses are ranges of the original: they come first. Without one, the search itself guesses. */
export function folderSearch({ search, needsTree, options }: Strategy, isGuessed: boolean): Step {
  const guess = isGuessed ? [shrinking(firstGuess)] : [];
  const inlining = options.includes('simplify') ? [filesIntoOthers] : [];
  const withoutGuesses: Step = (text, context) => search(text, { ...context, guesses: undefined });
  return inSequence(...guess, needsTree ? filesAlone : wholeFiles, ...inlining, withoutGuesses);
}
