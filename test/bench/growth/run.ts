/** One search of one generated program: what is counted, and in a process of its own what it takes. */
import { growthContenders } from './contenders';
import { measure } from '../search/measure';
import { testsOf, tokensOf } from '../search/record';
import { programOf } from '../support/program';
import type { LanguageName } from '../support/programSyntax';
import { requirementOf, type Amount } from './requirement';

export interface Task {
  readonly language: LanguageName;
  /** Tokens, about. */
  readonly size: number;
  readonly amount: Amount;
  /** Name of one of `contenders.ts`. */
  readonly contender: string;
  /** Processor time of search and filter after which it is left, ms. */
  readonly mostMs?: number;
}

export interface Counted {
  readonly tokens: number;
  readonly left: number;
  /** Share of the statements that is required. */
  readonly share: number;
  readonly tests: number;
  /** False if it was left. */
  readonly ended: boolean;
  /** Processor time, ms. */
  readonly searchMs: number;
  readonly filterMs: number;
}

export async function counted({ language, size, amount, contender, mostMs }: Task): Promise<Counted> {
  const { fileName, text } = programOf(language, size);
  const { required, statements, holds } = requirementOf(text, amount);
  const subject = { name: fileName, fileName, text, holds };
  const trace = await measure(subject, growthContenders.get(contender)!, { mostMs });
  const { ended, searchMs, filterMs, sizes } = trace;
  return {
    tokens: sizes[0],
    left: tokensOf(trace),
    share: required / statements,
    tests: testsOf(trace),
    ended,
    searchMs,
    filterMs,
  };
}
