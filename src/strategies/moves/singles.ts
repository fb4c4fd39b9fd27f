/**
 * Single deletions: any element alone, then with the token before it, after it, or both (`= 1`, `-> T`, `(x)`). If none holds, the
 * text is 1-tree-minimal: hierarchical strategies end with this certificate.
 */
import * as l10n from '@vscode/l10n';
import type { ElementTree } from '../../syntax/elementTree';
import { removalRanges } from '../../syntax/removal';
import type { Range } from '../../text/ranges';
import { render } from '../../text/source';
import type { SourceText } from '../../text/source';
import { tidyCuts } from '../../text/tidy';
import { tryMoves } from './moves';
import type { Moves } from './moves';
import { deletableIn } from '../lists/pass';
import { named } from '../pipelines/steps';
import { scopeOf } from '../strategy';
import type { Step, StrategyContext } from '../strategy';

export const singles: Step = named(
  () => l10n.t('Removing single elements'),
  tryMoves((text, context) => singleDeletions(text, context, reaches)),
);

/** Without the tokens beside them. */
export const elementsAlone: Step = named(
  () => l10n.t('Removing single elements'),
  tryMoves((text, context) => singleDeletions(text, context, [alone])),
);

function singleDeletions(text: SourceText, { parse, fixed }: StrategyContext, reaches: readonly Reach[]): Moves {
  const tree = parse(render(text));
  const scope = scopeOf(tree.text.length, fixed);
  const elements = [...tree.start.keys()].filter((element) => deletableIn(tree, fixed, element));
  return {
    count: elements.length * reaches.length,
    edits(index) {
      const ranges = reaches[Math.floor(index / elements.length)](tree, elements[index % elements.length]);
      return tidyCuts(tree.text, ranges, scope);
    },
  };
}

type Reach = (tree: ElementTree, element: number) => readonly Range[];

const alone: Reach = (tree, element) => {
  const removed = new Uint8Array(tree.count);
  removed[element] = 1;
  return removalRanges(tree, removed);
};

const withBefore: Reach = ({ before, end }, element) =>
  before[element] < 0 ? [] : [{ start: before[element], end: end[element] }];

const withAfter: Reach = ({ start, after }, element) =>
  after[element] < 0 ? [] : [{ start: start[element], end: after[element] }];

const withBoth: Reach = ({ before, after }, element) =>
  before[element] < 0 || after[element] < 0 ? [] : [{ start: before[element], end: after[element] }];

const reaches: readonly Reach[] = [alone, withBefore, withAfter, withBoth];
