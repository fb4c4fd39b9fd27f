/**
 * A walk again, from what its journal recorded. The search is pure, so that the ways it went are enough: no candidate is rendered,
 * parsed or tested on the way. Only an external pass is asked again for the proposals that held.
 */
import * as l10n from '@vscode/l10n';
import type { Phase, Search } from '../../search/search';
import { orAborted } from '../drive/abort';
import { breathing, type From } from '../drive/drive';
import { keyStart } from './journalWriter';
import type { RecordedWalk } from './journalText';
import type { Entry } from './entries';
import { JobError } from '../jobError';

/** Where a replay has come to. */
export interface Replayed<C, R> {
  readonly search: Search<C, R>;
  readonly from: From;
  /** The candidate that held last, if one did. */
  readonly held: C | undefined;
}

/** Throws `JobError` if the record does not fit the search, and the signal's reason if aborted. */
export async function replayed<C, R>(
  { course }: RecordedWalk,
  search: Search<C, R>,
  keyOf: (candidate: C) => string,
  signal: AbortSignal,
): Promise<Replayed<C, R>> {
  const breathe = breathing();
  const state: State<C, R> = { search, from: beginning, held: undefined, heldKey: undefined, hasAsked: false };
  for (const entry of course) {
    await breathe();
    if (entry[0] === 'h') await asked(state, signal);
    signal.throwIfAborted();
    attempt(() => follow(state, entry));
  }
  if (state.held && keyStart(keyOf(state.held)) !== state.heldKey) throw state.hasAsked ? otherAnswers() : unfit();
  return { search: state.search, from: state.from, held: state.held };
}

const beginning: From = { index: 0, why: 'rejected' };

interface State<C, R> {
  search: Search<C, R>;
  from: From;
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
    case 'a':
      state.from = { index: entry[1], why: entry[2] };
      return;
    case 'h': {
      const phase = phaseOf(state);
      state.held = phase.alternatives.at(entry[1]);
      if (state.held === undefined) throw state.hasAsked ? otherAnswers() : unfit();
      state.heldKey = entry[2];
      return goOn(state, phase.held(entry[1]));
    }
    case 'n':
      for (let count = 0; count < entry[2]; count++) goOn(state, phaseOf(state).none(entry[1]));
      return;
    case 's':
      return goOn(state, phaseOf(state).skip?.() ?? fail());
    case 'e':
      if (!state.search.done) throw unfit();
  }
}

function goOn<C, R>(state: State<C, R>, search: Search<C, R>): void {
  state.search = search;
  state.from = beginning;
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
