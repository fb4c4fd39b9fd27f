/**
 * A walk again, from what its journal recorded. The search is pure, so that the ways it went are enough: no candidate is rendered,
 * parsed or tested on the way. Only an external pass is asked again for the proposals that held.
 */
import * as l10n from '@vscode/l10n';
import type { OracleAnswer } from '../../oracle/oracle';
import type { Phase, Search } from '../../search/search';
import { breathing, orAborted } from '../drive/abort';
import type { DriveOptions, Lab, Walked } from '../drive/drive';
import { type Mode, walkBy } from '../drive/walkBy';
import type { Listener } from '../events/events';
import { JobError } from '../jobError';
import type { Subject } from '../subjects/subject';
import type { WalkState } from '../subjects/walkState';
import type { SearchCounts } from '../events/tell';
import type { Journal } from './journal';
import type { Entry, RecordedWalk } from './journalText';
import { keyStart } from './journalWriter';

/** Throws `JobError` if the record does not fit the search, and the signal's reason if aborted. */
async function replayed<C, R>(
  { course }: RecordedWalk,
  search: Search<C, R>,
  keyOf: (candidate: C) => string,
  signal: AbortSignal,
): Promise<State<C, R>> {
  const breathe = breathing();
  const state: State<C, R> = { search, held: undefined, heldKey: undefined, hasAsked: false };
  for (const entry of course) {
    await breathe();
    if (entry[0] === 'h') await asked(state, signal);
    signal.throwIfAborted();
    attempt(() => follow(state, entry));
  }
  if (state.held && keyStart(keyOf(state.held)) !== state.heldKey) throw state.hasAsked ? otherAnswers() : unfit();
  return state;
}

/** Where a replay has come to. */
interface State<C, R> {
  search: Search<C, R>;
  /** The candidate that held last, if one did. */
  held: C | undefined;
  /** Start of its key. */
  heldKey: string | undefined;
  /** Has an external pass been asked again? */
  hasAsked: boolean;
}

/** Throws `JobError` if there is no answer. */
async function asked<C, R>(state: State<C, R>, signal: AbortSignal): Promise<void> {
  const inquiry = state.search.done ? undefined : state.search.inquiry;
  if (!inquiry || inquiry.isAnswered) return;
  state.hasAsked = true;
  await orAborted(inquiry.ask(), signal).catch(() => Promise.reject(otherAnswers()));
}

function follow<C, R>(state: State<C, R>, entry: Entry): void {
  switch (entry[0]) {
    case 'h': {
      const phase = phaseOf(state);
      state.held = phase.alternatives.at(entry[1]);
      if (state.held === undefined) throw state.hasAsked ? otherAnswers() : unfit();
      state.heldKey = entry[2];
      state.search = phase.held(entry[1]);
      return;
    }
    case 'n':
      for (let count = 0; count < entry[2]; count++) state.search = phaseOf(state).none(entry[1]);
      return;
    case 's':
      state.search = phaseOf(state).skip?.() ?? fail();
      return;
    case 'e':
      if (!state.search.done) throw unfit();
  }
}

function phaseOf<C, R>({ search }: State<C, R>): Phase<C, R> {
  return search.done ? fail() : search;
}

/** Any other error means that another search was recorded. */
function attempt<T>(act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw error instanceof JobError ? error : unfit();
  }
}

function fail(): never {
  throw unfit();
}

function unfit(): JobError {
  return new JobError(l10n.t('Another build of Whittle wrote the journal: name another file.'));
}

function otherAnswers(): JobError {
  return new JobError(
    l10n.t(
      'A pass answers otherwise than before the interruption: let its answers follow from the text alone, and name another journal.',
    ),
  );
}

/** Walks the search of a run: from where its journal says that it was, and on into the journal. */
interface JournaledWalk<C extends object, S> {
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
  const { search } = reached;
  for (const [key, answer] of record.answers) options.answers.set(key, answer);
  if (search.done) {
    if (record.course.at(-1)?.[0] !== 'e') log!.ended();
    return { ending: 'done', result: search.result };
  }
  return walkBy(mode, search, answering(lab, record.pending), { ...options, log });
}

function tellResumed<C extends object, S>(
  { subject, search, onEvent, state }: JournaledWalk<C, S>,
  { answers, pending, cacheHits, sizes }: RecordedWalk,
  reached: State<C, S>,
): void {
  const earlier = { tests: search.tests, ms: search.earlier.ms };
  const course = sizes.map(({ tests, ms, tokens }) => ({ tests: earlier.tests + tests, ms: earlier.ms + ms, tokens }));
  search.tests += answers.size;
  search.cacheHits += cacheHits;
  search.earlier.runs += answers.size + pending.size;
  for (const { ms } of answers.values()) search.earlier.ms += ms;
  onEvent({ event: 'resumed', tests: search.tests, journal: { ms: search.earlier.ms, course } });
  for (const { ms } of pending.values()) search.earlier.ms += ms;
  const next = stateOf(subject, reached);
  if (next !== undefined) state.become(next);
}

/** Undefined if nothing has changed the first one. */
function stateOf<C extends object, S>({ stateAt, after }: Subject<C, S>, { search, held }: State<C, S>): S | undefined {
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
