/** Walks the search of a run: from where its journal says that it was, and on into the journal. */
import type { OracleAnswer } from '../../oracle/oracle';
import type { DriveOptions, Lab, Walked } from '../drive/drive';
import type { Listener } from '../events/events';
import type { Journal } from './journal';
import type { RecordedWalk } from './journalText';
import { replayed, type Replayed } from './replay';
import type { Subject } from '../subjects/subject';
import type { SearchCounts } from '../events/tell';
import type { WalkState } from '../subjects/walkState';
import { walkBy, type Mode } from '../drive/walkBy';

export interface JournaledWalk<C extends object, S> {
  readonly subject: Subject<C, S>;
  readonly mode: Mode;
  readonly journal: Journal | undefined;
  readonly onEvent: Listener;
  readonly search: SearchCounts;
  /** Where it begins, and then where it is. */
  readonly state: WalkState<C, S>;
}

/** Throws `JobError` if the journal does not fit. */
export async function journaledWalk<C extends object, S>(
  walk: JournaledWalk<C, S>,
  lab: Lab<C>,
  options: DriveOptions<C> & { readonly answers: Map<string, OracleAnswer> },
): Promise<Walked<S>> {
  const { subject, mode, journal, state } = walk;
  const record = journal?.nextWalk();
  const log = journal?.log(state);
  const start = subject.search(state.current);
  if (!record) return walkBy(mode, start, lab, { ...options, log });
  const reached = await replayed(record, start, lab.key, options.signal);
  tellResumed(walk, record, reached);
  const { search, from } = reached;
  for (const [key, answer] of record.answers) options.answers.set(key, answer);
  if (search.done) {
    if (record.course.at(-1)?.[0] !== 'e') log!.ended();
    return { ending: 'done', result: search.result };
  }
  return walkBy(mode, search, answering(lab, record.pending), { ...options, from, log });
}

function tellResumed<C extends object, S>(
  { subject, search, onEvent, state }: JournaledWalk<C, S>,
  { answers, cacheHits, sizes }: RecordedWalk,
  reached: Replayed<C, S>,
): void {
  const earlier = { tests: search.tests, ms: search.earlier.ms };
  const course = sizes.map(({ tests, ms, tokens }) => ({ tests: earlier.tests + tests, ms: earlier.ms + ms, tokens }));
  search.tests += answers.size;
  search.cacheHits += cacheHits;
  search.earlier.runs += answers.size;
  for (const { ms } of answers.values()) search.earlier.ms += ms;
  onEvent({ event: 'resumed', tests: search.tests, journal: { ms: search.earlier.ms, course } });
  const next = stateOf(subject, reached);
  if (next !== undefined) state.become(next);
}

/** Undefined if nothing has changed the first one. */
function stateOf<C extends object, S>(
  { stateAt, after }: Subject<C, S>,
  { search, held }: Replayed<C, S>,
): S | undefined {
  if (stateAt) return stateAt(search);
  return held && after(held, 'holds');
}

/** The same lab, which knows some answers. */
function answering<C>(lab: Lab<C>, known: ReadonlyMap<string, OracleAnswer>): Lab<C> {
  if (known.size === 0) return lab;
  return {
    key: (candidate) => lab.key(candidate),
    test: async (candidate, signal) => known.get(lab.key(candidate)) ?? lab.test(candidate, signal),
  };
}
