/** Walks one strategy on one text and counts: tests are different candidates that were asked. */
import { resolve } from 'node:path';
import { optionsFor } from '../../../src/reducers/experience';
import { reducerNamed } from '../../../src/reducers/registry';
import { defaultOptions } from '../../../src/reduction/options';
import { readerFor } from '../../../src/reduction/reader';
import type { Reader } from '../../../src/reduction/reader';
import type { Search } from '../../../src/search/search';
import { inRuns } from '../../../src/strategies/longLists';
import type { StrategyContext } from '../../../src/strategies/strategy';
import { candidateText } from '../../../src/text/candidate';
import type { Candidate } from '../../../src/text/candidate';
import { sourceText } from '../../../src/text/source';
import type { SourceText } from '../../../src/text/source';
import type { Contender } from './contenders';
import { Recorder } from './record';
import type { Trace } from './record';
import { rememberingFilter } from './refusals';
import type { Subject } from './subject';
import { stopWatch } from './stopWatch';
import type { Remember } from './verdicts';

interface Limits {
  /** After them the search is left. */
  readonly mostTests?: number;
  /** What the parse filter said in earlier runs; without it every candidate is parsed. */
  readonly filter?: Remember;
}

/** Walks to the end, if nothing else is said. */
export async function measure(subject: Subject, contender: Contender, limits: Limits = {}): Promise<Trace> {
  const { mostTests = Infinity, filter: remember } = limits;
  const { fileName, text } = subject;
  const { reader } = await readerFor({ fileName, text, encoding: 'utf8', assets: resolve('dist') });
  if (!reader) throw new Error(`${fileName} is too long to be read.`);
  const [search, filter] = [stopWatch(), stopWatch()];
  const parses = reader.filter?.isWorse;
  const isWorse = parses && remember ? rememberingFilter(parses, remember) : parses;
  const context = contextOf(contender, reader, isWorse && ((candidate) => filter.time(() => isWorse(candidate))));
  const record = new Recorder(subject);
  try {
    let current = search.time(() => contender.strategy.search(sourceText(text), context));
    while (!current.done && record.tests < mostTests) current = decided(current, record, search);
    return record.trace({ searchMs: search.ms() - filter.ms(), filterMs: filter.ms() });
  } finally {
    reader.dispose();
  }
}

function contextOf(
  { reducer, options }: Contender,
  reader: Reader,
  isWorse: StrategyContext['isWorse'],
): StrategyContext {
  const chosen = { ...defaultOptions, ...options };
  return {
    reduceList: inRuns((list, experience) => reducerNamed(reducer)!.search(list, optionsFor(chosen, experience))),
    parse: (text) => reader.elements(text),
    fixed: { prefix: 0, suffix: 0 },
    options: chosen,
    isWorse,
    lenient: reader.lenient,
  };
}

/** The search after the phase that it is in; the stop watch runs while it works. */
function decided(
  phase: Search<Candidate, SourceText> & { done: false },
  record: Recorder,
  watch: ReturnType<typeof stopWatch>,
): Search<Candidate, SourceText> {
  let asked = false;
  for (let index = 0; ; index++) {
    const candidate = watch.time(() => phase.alternatives.at(index));
    if (candidate === undefined) return watch.time(() => phase.none(asked ? 'fails' : 'rejected'));
    if (watch.time(() => phase.refused?.(index))) continue;
    if (record.holds(candidateText(candidate))) return watch.time(() => phase.held(index));
    asked = true;
  }
}
