/** Walks one strategy to its end on one text and counts: tests are different candidates that were asked. */
import { resolve } from 'node:path';
import { optionsFor } from '../../../src/reducers/experience';
import { reducerNamed } from '../../../src/reducers/registry';
import { defaultOptions } from '../../../src/reduction/options';
import type { ChosenOptions } from '../../../src/reduction/options';
import { readerFor } from '../../../src/reduction/reader';
import type { Phase, Search } from '../../../src/search/search';
import { inRuns } from '../../../src/strategies/longLists';
import type { Strategy, StrategyContext } from '../../../src/strategies/strategy';
import { candidateText } from '../../../src/text/candidate';
import type { Candidate } from '../../../src/text/candidate';
import { render, sourceText } from '../../../src/text/source';
import type { SourceText } from '../../../src/text/source';
import { countTokens } from '../../../src/text/tokens';

export interface Contender {
  readonly name: string;
  readonly strategy: Strategy;
  readonly reducer?: string;
  readonly options?: Partial<ChosenOptions>;
}

export interface Subject {
  readonly name: string;
  readonly fileName: string;
  readonly text: string;
  holds(text: string): boolean;
}

export interface Trace {
  /** Tokens left after each test; the first is that of the input. */
  readonly sizes: readonly number[];
  readonly result: string;
  /** Time inside the search and the filter, ms. */
  readonly inside: number;
}

export async function trace(subject: Subject, { strategy, reducer = 'cdd', options }: Contender): Promise<Trace> {
  const { reader } = await readerFor({
    fileName: subject.fileName,
    text: subject.text,
    encoding: 'utf8',
    assets: resolve('dist'),
  });
  const chosen = { ...defaultOptions, ...options };
  const context: StrategyContext = {
    reduceList: inRuns((list, experience) => reducerNamed(reducer)!.search(list, optionsFor(chosen, experience))),
    parse: (text) => reader!.elements(text),
    fixed: { prefix: 0, suffix: 0 },
    options: chosen,
    isWorse: reader!.filter?.isWorse,
    lenient: reader!.lenient,
  };
  try {
    return walked(subject, () => strategy.search(sourceText(subject.text), context));
  } finally {
    reader!.dispose();
  }
}

function walked({ text, holds }: Subject, start: () => Search<Candidate, SourceText>): Trace {
  const known = new Map<string, boolean>();
  const sizes = [countTokens(text)];
  let asking = 0;
  const ask = (candidate: Candidate): boolean => {
    const rest = candidateText(candidate);
    const before = known.get(rest);
    if (before !== undefined) return before;
    const start = performance.now();
    const verdict = holds(rest);
    asking += performance.now() - start;
    known.set(rest, verdict);
    sizes.push(verdict ? countTokens(rest) : sizes[sizes.length - 1]);
    return verdict;
  };
  const began = performance.now();
  let current = start();
  while (!current.done) current = decided(current, ask);
  return { sizes, result: render(current.result), inside: performance.now() - began - asking };
}

function decided(
  phase: Phase<Candidate, SourceText>,
  ask: (candidate: Candidate) => boolean,
): Search<Candidate, SourceText> {
  let asked = false;
  for (let index = 0; ; index++) {
    const candidate = phase.alternatives.at(index);
    if (candidate === undefined) return phase.none(asked ? 'fails' : 'rejected');
    if (phase.refused?.(index)) continue;
    if (ask(candidate)) return phase.held(index);
    asked = true;
  }
}
