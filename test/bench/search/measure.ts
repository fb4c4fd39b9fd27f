/** Walks one strategy on one text and counts: tests are different candidates that were asked. */
import { resolve } from 'node:path';
import { optionsFor } from '../../../src/reducers/options';
import type { ElementList, Kept } from '../../../src/reducers/list';
import { reducerNamed } from '../../../src/reducers/registry';
import { defaultOptions } from '../../../src/reduction/searches/searchValue';
import { readerFor, type Reader } from '../../../src/reduction/reader';
import type { Search } from '../../../src/search/search';
import { inRuns } from '../../../src/strategies/lists/hdd';
import type { ReduceList, StrategyContext } from '../../../src/strategies/strategy';
import { candidateText, sourceText, type SourceText, type Candidate } from '../../../src/text/source';
import type { Contender } from './contenders';
import { Recorder, type Trace } from './record';
import { rememberingFilter } from './refusals';
import type { Subject } from './subject';
import { stopWatch } from './stopWatch';
import type { Remember } from './verdicts';

interface Limits {
  /** After them the search is left. */
  readonly mostTests?: number;
  /** After so much processor time of search and filter too, ms. */
  readonly mostMs?: number;
  /** `off`: every candidate is asked, however it parses. */
  readonly parses?: 'off';
  /** Sees the search of every list, and is told of every test that was not asked before. */
  readonly watcher?: ListWatcher;
  /** What the parse filter said in earlier runs; without it every candidate is parsed. */
  readonly filter?: Remember;
}

/** What sees the searches of lists under a search of a text. */
export interface ListWatcher {
  list(search: Search<Kept, Kept>, list: ElementList): Search<Kept, Kept>;
  /** The next candidate of the text will be looked at. */
  next(): void;
  tested(held: boolean): void;
}

/** Walks to the end, if nothing else is said. */
export async function measure(subject: Subject, contender: Contender, limits: Limits = {}): Promise<Trace> {
  const { mostTests = Infinity, mostMs = Infinity, watcher } = limits;
  const reader = await readerOf(subject);
  const [search, filter] = [stopWatch(), stopWatch()];
  const isWorse = filterOf(reader, limits);
  const timed = isWorse && ((candidate: Candidate) => filter.time(() => isWorse(candidate)));
  const context = contextOf(contender, reader, timed, watcher);
  const record = new Recorder(subject, watcher);
  const isOver = () => record.tests >= mostTests || search.ms() >= mostMs;
  try {
    let current = search.time(() => contender.strategy.search(sourceText(subject.text), context));
    while (!current.done && !isOver()) current = decided(current, record, search, watcher);
    return record.trace({ ended: current.done, searchMs: search.ms() - filter.ms(), filterMs: filter.ms() });
  } finally {
    reader.dispose();
  }
}

function filterOf({ filter }: Reader, { parses, filter: remember }: Limits): StrategyContext['isWorse'] {
  if (!filter || parses === 'off') return undefined;
  return remember ? rememberingFilter(filter.isWorse, remember) : filter.isWorse;
}

/** To be disposed of. */
export async function readerOf({ fileName, text }: Subject): Promise<Reader> {
  const { reader } = await readerFor({ input: { fileName, text, encoding: 'utf8' }, assets: resolve('dist') });
  if (!reader) throw new Error(`${fileName} is too long to be read.`);
  return reader;
}

export function contextOf(
  { reducer, options, wholeLists }: Contender,
  reader: Reader,
  isWorse: StrategyContext['isWorse'],
  watcher?: ListWatcher,
): StrategyContext {
  const chosen = { ...defaultOptions, ...options };
  const searchOf = typeof reducer === 'string' ? reducerNamed(reducer)!.search : reducer;
  const reduceList: ReduceList = (list, experience) => {
    const search = searchOf(list, optionsFor(chosen, experience));
    return watcher ? watcher.list(search, list) : search;
  };
  return {
    reduceList: wholeLists ? reduceList : inRuns(reduceList),
    parse: (text) => reader.elements(text),
    fixed: { prefix: 0, suffix: 0 },
    options: chosen,
    isWorse,
    lenient: reader.lenient,
    language: reader.language ?? undefined,
  };
}

/** The search after the phase that it is in; the stop watch runs while it works. */
function decided(
  phase: Search<Candidate, SourceText> & { done: false },
  record: Recorder,
  watch: ReturnType<typeof stopWatch>,
  watcher?: ListWatcher,
): Search<Candidate, SourceText> {
  let asked = false;
  for (let index = 0; ; index++) {
    watcher?.next();
    const candidate = watch.time(() => phase.alternatives.at(index));
    if (candidate === undefined) return watch.time(() => phase.none(asked ? 'fails' : 'rejected'));
    if (watch.time(() => phase.refused?.(index))) continue;
    if (record.holds(candidateText(candidate))) return watch.time(() => phase.held(index));
    asked = true;
  }
}
