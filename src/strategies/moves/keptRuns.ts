/** Runs of tokens in place of the element around them, `while (a) for (var [] of b) c` becomes `while (a) var []`: a hoist of no element. */
import * as l10n from '@vscode/l10n';
import type { Edit } from '../../text/source';
import { tokenRanges } from '../../text/tokens';
import { cutsAround, deletableElements, heaviestFirst, type ParsedText } from '../parsedText';
import { tryMoves } from './moves';

/** Only in texts that are nearly at their end, and in short elements: a run has two ends. */
const mostElements = 120;
const mostTokens = 16;

/** Moves that may fail in a row. */
const patience = 3;

export const keptRuns = tryMoves<readonly Edit[]>(
  () => l10n.t('Simplifying nesting'),
  (text) => {
    const elements = text.tree.count <= mostElements ? heaviestFirst(text.tree, deletableElements(text)) : [];
    return { targets: elements.flatMap((element) => runsIn(text, element)), patience, edits: (edits) => edits };
  },
);

/** From the shortest run on. Runs that begin or end where the element does are left to the windows. */
function runsIn(text: ParsedText, element: number): (readonly Edit[])[] {
  const { tree } = text;
  if (tree.weight[element] > mostTokens) return [];
  const tokens = tokenRanges(tree.text, { start: tree.start[element], end: tree.end[element] });
  const known = new Set<string>();
  for (let inner = element; inner <= tree.last[element]; inner++) known.add(`${tree.start[inner]} ${tree.end[inner]}`);
  const found: (readonly Edit[])[] = [];
  for (let size = 2; size < tokens.length - 1; size++) {
    for (let first = 1; first + size < tokens.length; first++) {
      const run = { start: tokens[first].start, end: tokens[first + size - 1].end };
      const edits = cutsAround(text, element, run);
      if (!known.has(`${run.start} ${run.end}`) && !text.isWorse(edits)) found.push(edits);
    }
  }
  return found;
}
