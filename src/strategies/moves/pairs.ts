/** Pairs: deletes any two elements of a small text together, whatever they are. It finds those that need each other and are far apart. */
import * as l10n from '@vscode/l10n';
import { cutsOfElements, deletableElements } from '../parsedText';
import { tryMoves } from './moves';

/** Elements of a text that is small enough: 60 have 1,770 pairs. */
const mostElements = 60;

export const pairs = tryMoves<readonly number[]>(
  () => l10n.t('Removing pairs of elements'),
  (text) => {
    const { start, end } = text.tree;
    const elements = deletableElements(text);
    const others = (first: number) => elements.filter((other) => start[other] >= end[first]);
    const all = elements.length <= mostElements ? elements : [];
    return {
      targets: all.flatMap((first) => others(first).map((second) => [first, second])),
      edits: (pair) => cutsOfElements(text, pair),
    };
  },
);
