/** Runs of the section `papers`: one list reducer under plain HDD on one subject, its tests counted by kind. */
import { whole } from '../support/report';
import type { Tallies } from '../support/queryKinds';
import { textbook } from '../lists/contenders';
import { plainHdd } from './baselines';
import type { Contender } from './contenders';
import { measure } from './measure';
import { queryCounter } from './queries';
import { testsOf, tokensOf } from './record';
import type { Subject } from './subject';
import type { Remember } from './verdicts';

export interface PaperRun {
  readonly subject: string;
  readonly reducer: string;
  readonly tests: number;
  readonly tokens: number;
  readonly queries: Tallies;
}

export const paperReducers: readonly Contender[] = [
  under('cdd', 'cdd'),
  under('probdd', 'probdd'),
  under('probdd no-random', 'probdd', { ties: 'no-random' }),
  under('ddmin complements-only', 'ddmin', { order: 'complements-only' }),
  under('ddmin complements-first', 'ddmin', { order: 'complements-first' }),
  under('ddmin subsets-first', 'ddmin', { order: 'subsets-first' }),
  under(textbook.name, textbook.search),
  under('wddmin', 'wddmin'),
  under('wprobdd', 'wprobdd'),
  under('chisel', 'chisel'),
  under('chisel with dependencies', 'chisel', { needs: 'on' }),
  under('activecoarsen', 'activecoarsen'),
];

function under(name: string, reducer: Contender['reducer'], options?: Contender['options']): Contender {
  return { name, strategy: plainHdd, reducer, options, wholeLists: true };
}

export async function measured(
  subject: Subject,
  contender: Contender,
  filter: Remember,
  parses?: 'off',
): Promise<PaperRun> {
  const { watcher, tallies } = queryCounter();
  const trace = await measure(subject, contender, { filter, parses, watcher });
  const [tests, tokens] = [testsOf(trace), tokensOf(trace)];
  console.error(`${subject.name}, ${contender.name}: ${whole(tests)} tests, ${whole(tokens)} tokens`);
  return { subject: subject.name, reducer: contender.name, tests, tokens, queries: tallies };
}
