/** Deletions of elements, alone or together with others that may need each other. */
import * as l10n from '@vscode/l10n';
import { rangeOf, type ElementTree } from '../../syntax/elementTree';
import type { Range } from '../../text/ranges';
import { render } from '../../text/source';
import { tidyCuts } from '../../text/tidy';
import { cutsOfElements, deletableElements, withMargin, type Margin } from '../parsedText';
import { named } from '../pipelines/steps';
import { scopeOf } from '../strategy';
import { tryAny, tryMoves } from './moves';

/** Deletes all parts of the first guess that keeps the property. Without a guess: all comments, which are most of some files. */
export const firstGuess = named(
  () => l10n.t('Removing elements'),
  (base, { guesses: given = [], fixed, parse }) => {
    const text = render(base);
    const scope = scopeOf(text.length, fixed);
    const guesses = given.length > 0 ? given : commentsIn(parse(text), scope);
    return tryAny(base, {
      count: guesses.length,
      edits: (index) => tidyCuts(text, guesses[index], scope),
      chance: 0.5,
    });
  },
);

/** One guess, or none if there are fewer than two comments. */
function commentsIn(tree: ElementTree, scope: Range): Range[][] {
  const comments: Range[] = [];
  for (const element of deletableElements({ tree, scope })) {
    const isOutside = tree.start[element] >= (comments.at(-1)?.end ?? 0);
    const isComment = tree.extra[element] === 1 && tree.types[tree.type[element]] !== 'attribute';
    if (isComment && isOutside) comments.push(rangeOf(tree, element));
  }
  return comments.length > 1 ? [comments] : [];
}

/** The tokens beside an element that go with it. */
const margins = [0, 1, 2, 3] as const;

/**
 * Any element alone, then with the token before it, after it, or both (`= 1`, `-> T`, `(x)`). If none holds, the text is
 * 1-tree-minimal: hierarchical strategies end with this certificate.
 */
export const singles = tryMoves<Margin | 0>(
  () => l10n.t('Removing single elements'),
  (text) => {
    const { tree, scope } = text;
    const elements = deletableElements(text);
    return {
      targets: margins,
      each: elements.length,
      edits(margin, index) {
        if (margin === 0) return cutsOfElements(text, [elements[index]]);
        const range = withMargin(tree, elements[index], margin);
        return range ? tidyCuts(tree.text, [range], scope) : [];
      },
    };
  },
);
