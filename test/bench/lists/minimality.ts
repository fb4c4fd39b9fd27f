/**
 * How often a result is not 1-minimal, and how many elements single deletions still remove from it (Zhang et al. 2025: 1.11 % of
 * the calls of ProbDD on C programs, 1.49 elements each).
 */
import { mean } from 'd3-array';
import { type Kept, oneLess } from '../../../src/reducers/list';
import { walk } from '../../support/walk';
import { percent, table, whole, type Report } from '../support/report';
import { contenders, linear, type Contender } from './contenders';
import { independent, pairs, uses, type Property } from './properties';
import type { Options } from '../support/suite';

const kinds = { independent, pairs, uses };

/** Lists of the weighted simulation for each property here. */
const scale = 10;

export function minimality({ lists }: Options): Report {
  const numbers = Array.from({ length: Math.ceil(lists / scale) }, (_, number) => number);
  const rows = contenders(['ddmin', 'wddmin', ...linear, 'activecoarsen']).map((reducer) => [
    reducer.name,
    ...Object.values(kinds).flatMap((kind) => cells(numbers.map((number) => surplus(reducer, kind(number))))),
  ]);
  const head = ['reducer', ...Object.keys(kinds).flatMap((kind) => [kind, 'elements each'])];
  return { text: `${whole(numbers.length)} properties of each kind\n\n${table(head, rows)}`, claims: [], plots: {} };
}

function cells(surpluses: readonly number[]): string[] {
  const some = surpluses.filter((surplus) => surplus > 0);
  return [percent(some.length / surpluses.length), some.length === 0 ? '–' : mean(some)!.toFixed(2)];
}

/** How many elements single deletions still remove from the result. */
function surplus(reducer: Contender, { size, holds }: Property): number {
  const ask = (kept: Kept) => holds(kept) || 'fails';
  const result = walk(reducer.search({ size, weight: () => 1 }), ask);
  return result.length - walk(oneLess(result), ask).length;
}
