/**
 * What the thread of a run tells the window: events in batches, at most 15 a second, with what has been removed only as of the
 * last one; and, if the window wants it, what the candidate that is tested now would remove.
 */
import type { Accepted, ReductionEvent } from '../../reduction/events/events';
import { candidateSource } from '../../text/candidate';
import type { Candidate } from '../../text/candidate';
import { without } from '../../text/ranges';
import type { Range } from '../../text/ranges';
import { insertions, removedRanges } from '../../text/source';
import type { SourceText } from '../../text/source';
import type { Batch, WatchedEvent } from './messages';

const gapMs = 66;

export class Outbox {
  private waiting: ReductionEvent[] = [];
  private timer: NodeJS.Timeout | undefined;
  private wanted = false;
  /** What is tested now, in the order in which the tests began. */
  private readonly tests = new Set<{ readonly candidate: Candidate }>();
  /** The last test that began since the last batch: quick ones may be over by now. */
  private recent: Candidate | undefined;
  private best: SourceText | undefined;
  /** Of which candidate, and over which text, the window knows. */
  private told: { readonly candidate?: Candidate; readonly best?: SourceText } = {};

  constructor(private readonly post: (batch: Batch) => void) {}

  add(event: ReductionEvent): void {
    if (event.event === 'accepted' && event.text) this.best = event.text;
    this.waiting.push(event);
    this.soon();
  }

  /** A test begins; returns what is to be called when it has ended. `best`: what it is tried on, if no event tells. */
  testing(candidate: Candidate, best = this.best): () => void {
    this.best = best;
    const test = { candidate };
    this.tests.add(test);
    this.recent = candidate;
    if (this.wanted) this.soon();
    return () => {
      this.tests.delete(test);
      if (this.wanted) this.soon();
    };
  }

  /** Does the window want to know of candidates? */
  tellCandidates(wanted: boolean): void {
    this.wanted = wanted;
    this.soon();
  }

  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const last = this.waiting.findLast((event) => event.event === 'accepted');
    const events = this.waiting.map((event) =>
      event.event === 'accepted' && event.text ? shrunk(event, event === last) : event,
    );
    this.waiting = [];
    const tried = this.tried();
    if (events.length > 0 || tried) this.post({ events, tried });
    if (this.told.candidate && this.tests.size === 0) this.soon();
  }

  /** Tells what is left to tell, and nothing after that. */
  close(): void {
    this.tellCandidates(false);
    this.flush();
    clearTimeout(this.timer);
  }

  private soon(): void {
    this.timer ??= setTimeout(() => this.flush(), gapMs);
  }

  /** Of the test that has run longest, or of one that was quick; undefined if the window knows. */
  private tried(): number[] | undefined {
    const { best, recent } = this;
    const [test] = this.tests;
    const candidate = this.wanted ? (test?.candidate ?? recent) : undefined;
    this.recent = undefined;
    if (candidate === this.told.candidate && (!candidate || best === this.told.best)) return undefined;
    this.told = { candidate, best };
    if (!candidate) return [];
    const gone = best ? removedRanges(best) : [];
    return offsets(without(removedRanges(candidateSource(candidate)), gone));
  }
}

function shrunk({ text, event: _, ...rest }: Accepted, withRanges: boolean): WatchedEvent {
  const removed = withRanges ? offsets(removedRanges(text)) : undefined;
  return { event: 'shrunk', ...rest, removed, inserted: withRanges ? insertions(text) : undefined };
}

function offsets(ranges: readonly Range[]): number[] {
  return ranges.flatMap(({ start, end }) => [start, end]);
}
