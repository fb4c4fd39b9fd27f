/** Shortens literals: a number becomes 0 or 1, a string becomes empty. */
import * as l10n from '@vscode/l10n';
import { render } from '../../text/source';
import type { SourceText } from '../../text/source';
import { tryMoves } from './moves';
import type { Moves } from './moves';
import { deletableIn } from '../lists/pass';
import { named } from '../pipelines/steps';
import type { StrategyContext } from '../strategy';

const short = ['0', '1', '""', "''"];
const literalTypes = /string|number|integer|float|literal|char|template/;

export const shortLiterals = named(() => l10n.t('Shortening literals'), tryMoves(shorteningsOf));

function shorteningsOf(text: SourceText, { parse, fixed }: StrategyContext): Moves {
  const tree = parse(render(text));
  const literals = [...tree.start.keys()].filter(
    (element) => deletableIn(tree, fixed, element) && literalTypes.test(tree.types[tree.type[element]]),
  );
  return {
    count: literals.length * short.length,
    edits(index) {
      const literal = literals[Math.floor(index / short.length)];
      return [{ start: tree.start[literal], end: tree.end[literal], insert: short[index % short.length] }];
    },
  };
}
