/** Sends the events of a run in batches, at most 15 a second; and, if the window wants it, the text that the current candidate leaves out. */
import type { Accepted, FilesAccepted, ReductionEvent } from '../events/events';
import { without, type Range } from '../../text/ranges';
import { insertions, removedRanges, candidateSource, type SourceText, type Candidate } from '../../text/source';
import type { Batch, FileRemoval, Removal, WatchedEvent } from './messages';

const gapMs = 66;

export class Outbox {
  private waiting: ReductionEvent[] = [];
  private timer: NodeJS.Timeout | undefined;
  private wanted = false;
  /** Running tests, in the order in which they began. */
  private readonly tests = new Set<{ readonly candidate: Candidate }>();
  /** Of the last test that began since the last batch: it may have ended. */
  private recent: Candidate | undefined;
  private best: SourceText | undefined;
  private files: Batch['files'];
  /** What the window was told last. */
  private told: { readonly candidate?: Candidate; readonly best?: SourceText } = {};

  constructor(private readonly post: (batch: Batch) => void) {}

  add(event: ReductionEvent): void {
    if (event.event === 'accepted' && event.text) this.best = event.text;
    this.waiting.push(event);
    this.soon();
  }

  /** A test begins; the function ends it. `best`: the text it is tried on, if no event has it. */
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

  /** Digests of several files, by their paths. */
  tellFiles(files: NonNullable<Batch['files']>): void {
    this.files = files;
    this.soon();
  }

  tellCandidates(wanted: boolean): void {
    this.wanted = wanted;
    this.soon();
  }

  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const last = this.waiting.findLast((event) => event.event === 'accepted');
    const changes = changesIn(this.waiting);
    const events = this.waiting.map((event): WatchedEvent => {
      if (event.event !== 'accepted') return event;
      return event.text ? shrunk(event, event === last) : fewer(event, event === last ? changes : undefined);
    });
    this.waiting = [];
    const [tried, { files }] = [this.tried(), this];
    this.files = undefined;
    if (events.length > 0 || tried || files) this.post({ events, tried, ...(files && { files }) });
    if (this.told.candidate && this.tests.size === 0) this.soon();
  }

  /** Sends the rest, and nothing after that. */
  close(): void {
    this.tellCandidates(false);
    this.flush();
    clearTimeout(this.timer);
  }

  private soon(): void {
    this.timer ??= setTimeout(() => this.flush(), gapMs);
  }

  /** Of the oldest running test, or of a quick one; undefined if the window knows. */
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

/** `withRanges`: with all that was removed. */
export function shrunk({ text, event: _, ...rest }: Accepted, withRanges: boolean): WatchedEvent {
  return { event: 'shrunk', ...rest, ...(withRanges && removalOf(text)) };
}

/** The same for several files. */
function fewer(
  { changes: _, text: _text, event: _event, ...rest }: FilesAccepted,
  changes?: FileRemoval[],
): WatchedEvent {
  return { event: 'shrunk', ...rest, changes };
}

/** Of each file, as the last event has it. */
function changesIn(events: readonly ReductionEvent[]): FileRemoval[] {
  const all = events.flatMap((event) => (event.event === 'accepted' && !event.text ? event.changes : []));
  return [...new Map(all.map((change) => [change.file, change])).values()].map(({ file, gone, text }) => ({
    file,
    gone,
    ...(text ? removalOf(text) : { removed: [], inserted: [] }),
  }));
}

function removalOf(text: SourceText): Removal {
  return { removed: offsets(removedRanges(text)), inserted: insertions(text) };
}

function offsets(ranges: readonly Range[]): number[] {
  return ranges.flatMap(({ start, end }) => [start, end]);
}
