/** From what a driver does to the events that are told, and counted. */
import type { Commit } from '../drive/ledger';
import type { SearchCounts } from './counts';
import type { Accepted, FilesAccepted, Listener } from './events';
import type { Subject } from '../subjects/subject';

/** Tells and counts each verdict. */
export function verdictTeller(onEvent: Listener, counts: SearchCounts) {
  return ({ answer, cached }: Commit<unknown>): void => {
    if (cached) counts.cacheHits++;
    else counts.tests++;
    onEvent({ event: 'candidate', verdict: answer.verdict, cached, ms: answer.ms, tests: counts.tests });
  };
}

/** Told of a state that held, and of its size in bytes; the commit, if it was tested in this process. */
export type StateWatcher<C, S> = (state: S, bytes: number, commit?: Commit<C>) => void;

/** The same; also emits each state that held, with its difference from the one before. */
export function commitTeller<C extends object, S>(
  onEvent: Listener,
  subject: Pick<Subject<C, S>, 'stateOf' | 'sizeOf' | 'accepted'>,
  counts: SearchCounts,
  from: S,
  onState: StateWatcher<C, S>,
) {
  const tellVerdict = verdictTeller(onEvent, counts);
  let before = from;
  return (commit: Commit<C>): void => {
    tellVerdict(commit);
    if (commit.answer.verdict !== 'holds') return;
    const after = subject.stateOf(commit.candidate);
    const accepted = acceptedEvent(subject, after, before, counts.tests);
    onEvent(accepted);
    onState(after, accepted.bytes, commit);
    before = after;
  };
}

export function acceptedEvent<C extends object, S>(
  { sizeOf: size, accepted }: Pick<Subject<C, S>, 'sizeOf' | 'accepted'>,
  after: S,
  before: S,
  tests: number,
): Accepted | FilesAccepted {
  const { bytes, tokens } = size(after);
  return { event: 'accepted', tests, bytes, tokens, ...accepted(after, before) };
}

/** Emits a label when it changes. */
export function labelTeller(onEvent: Listener): (label: string) => void {
  let last = '';
  return (label) => {
    if (label === last) return;
    last = label;
    onEvent({ event: 'phase', label });
  };
}
