/** Walks the search of a reduction: from where its journal says that it was, and on into the journal. */
import type { OracleAnswer } from '../../oracle/oracle';
import type { DriveOptions, Lab, Walked } from '../drive/drive';
import type { Listener } from '../events/events';
import type { Journal } from './journal';
import type { RecordedWalk } from './journalText';
import { replayed } from './replay';
import type { Subject } from '../subjects/subject';
import { acceptedEvent } from '../events/tell';
import type { SearchCounts } from '../events/counts';
import type { StateWatcher } from '../events/tell';
import { walkBy } from '../drive/walkBy';
import type { Mode } from '../drive/walkBy';

export interface JournaledWalk<C extends object, S> {
  readonly subject: Subject<C, S>;
  readonly mode: Mode;
  readonly journal: Journal | undefined;
  readonly onEvent: Listener;
  readonly search: SearchCounts;
  readonly onState?: StateWatcher<C, S>;
  readonly tokens: () => number;
}

/** Throws `JobError` if the journal does not fit. */
export async function journaledWalk<C extends object, S>(
  walk: JournaledWalk<C, S>,
  state: S,
  lab: Lab<C>,
  options: DriveOptions<C> & { readonly answers: Map<string, OracleAnswer> },
): Promise<Walked<C, S>> {
  const { subject, mode, journal } = walk;
  const record = journal?.nextWalk();
  const saving = { save: (best: C) => subject.save(subject.stateOf(best)), tokens: walk.tokens };
  if (!record) return walkBy(mode, subject.search(state), lab, { ...options, log: journal?.log(saving, 0) });
  const { load, resume } = subject;
  const replay = { start: () => subject.search(state), resume, load, key: lab.key };
  const { search, from, best, ms } = await replayed(record, replay, options.signal);
  tellResumed(walk, state, record, best);
  const log = journal!.log(saving, ms);
  for (const [key, answer] of record.answers) options.answers.set(key, answer);
  if (search.done) {
    if (record.course.at(-1)?.[0] !== 'e') log.ended();
    return { ending: 'done', result: search.result, best };
  }
  return walkBy(mode, search, answering(lab, record.pending), { ...options, from, best, log });
}

function tellResumed<C extends object, S>(
  { subject, search, onEvent, onState }: JournaledWalk<C, S>,
  start: S,
  { answers, cacheHits, sizes }: RecordedWalk,
  best: C | undefined,
): void {
  const earlier = { tests: search.tests, ms: search.earlier.ms };
  const course = sizes.map(({ tests, ms, tokens }) => ({ tests: earlier.tests + tests, ms: earlier.ms + ms, tokens }));
  search.tests += answers.size;
  search.cacheHits += cacheHits;
  search.earlier.runs += answers.size;
  for (const { ms } of answers.values()) search.earlier.ms += ms;
  onEvent({ event: 'resumed', tests: search.tests, journal: { ms: search.earlier.ms, course } });
  if (!best) return;
  const state = subject.stateOf(best);
  const accepted = acceptedEvent(subject, state, start, search.tests);
  onEvent(accepted);
  onState?.(state, accepted.bytes);
}

/** The same lab, which knows some answers. */
function answering<C>(lab: Lab<C>, known: ReadonlyMap<string, OracleAnswer>): Lab<C> {
  if (known.size === 0) return lab;
  return {
    key: (candidate) => lab.key(candidate),
    test: async (candidate, signal) => known.get(lab.key(candidate)) ?? lab.test(candidate, signal),
  };
}
