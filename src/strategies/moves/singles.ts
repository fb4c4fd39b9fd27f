/**
 * Single deletions: any element alone, then with the token before it, after it, or both (`= 1`, `-> T`, `(x)`). If none holds, the
 * text is 1-tree-minimal: hierarchical strategies end with this certificate.
 */
import * as l10n from '@vscode/l10n';
import { tidyCuts } from '../../text/tidy';
import { cutsOfElements, deletableElements, type ParsedText } from '../parsedText';
import { tryMoves, type Moves } from './moves';

const label = () => l10n.t('Removing single elements');

export const singles = tryMoves(label, (text) => singleDeletions(text, reaches));

/** Without the tokens beside them. */
export const elementsAlone = tryMoves(label, (text) => singleDeletions(text, ['alone']));

const reaches = ['alone', 'withBefore', 'withAfter', 'withBoth'] as const;

type Reach = (typeof reaches)[number];

function singleDeletions(text: ParsedText, reaches: readonly Reach[]): Moves<Reach> {
  const { tree, scope } = text;
  const elements = deletableElements(text);
  return {
    targets: reaches,
    each: elements.length,
    edits(reach, index) {
      const element = elements[index];
      if (reach === 'alone') return cutsOfElements(text, [element]);
      const start = (reach === 'withAfter' ? tree.start : tree.before)[element];
      const end = (reach === 'withBefore' ? tree.end : tree.after)[element];
      return start < 0 || end < 0 ? [] : tidyCuts(tree.text, [{ start, end }], scope);
    },
  };
}
