/** The state that a walk has brought its subject to: each new one is told. */
import type { Commit } from '../drive/drive';
import type { Listener } from '../events/events';
import { tellVerdict, type SearchCounts } from '../events/tell';
import type { Subject } from './subject';

/** Told of a new state, and of its size in bytes; the commit, if it was tested in this process. */
export type StateWatcher<C, S> = (state: S, bytes: number, commit?: Commit<C>) => void;

export class WalkState<C extends object, S> {
  /** Unset as long as nothing has changed it. */
  private changed: S | undefined;
  /** Of the state. */
  tokens: number;

  constructor(
    private readonly subject: Pick<Subject<C, S>, 'after' | 'sizeOf' | 'told'>,
    private readonly from: S,
    private readonly counts: SearchCounts,
    private readonly onEvent: Listener,
    private readonly onState: StateWatcher<C, S> = () => {},
  ) {
    this.tokens = subject.sizeOf(from).tokens;
  }

  get current(): S {
    return this.changed ?? this.from;
  }

  readonly commit = (commit: Commit<C>): void => {
    tellVerdict(commit, this.onEvent, this.counts);
    const next = this.subject.after(commit.candidate, commit.answer.verdict);
    if (next !== undefined) this.become(next, commit);
  };

  become(state: S, commit?: Commit<C>): void {
    const size = this.subject.sizeOf(state);
    this.onEvent(this.subject.told(state, size, this.current, this.counts.tests));
    this.changed = state;
    this.tokens = size.tokens;
    this.onState(state, size.bytes, commit);
  }
}
