/** Sends the events of a run in batches, at most 15 a second. */
import type { Accepted, FilesAccepted, ReductionEvent } from '../reduction/events/events';
import type { Range } from '../text/ranges';
import { insertions, removedRanges, type SourceText } from '../text/source';
import type { Batch, FileRemoval, Removal, WatchedEvent } from './port';

const gapMs = 66;

export class Outbox {
  private waiting: ReductionEvent[] = [];
  private timer: NodeJS.Timeout | undefined;
  private files: Batch['files'];

  constructor(private readonly post: (batch: Batch) => void) {}

  add(event: ReductionEvent): void {
    this.waiting.push(event);
    this.soon();
  }

  /** Digests of several files, by their paths. */
  tellFiles(files: NonNullable<Batch['files']>): void {
    this.files = files;
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
    const { files } = this;
    this.files = undefined;
    if (events.length > 0 || files) this.post({ events, ...(files && { files }) });
  }

  /** Sends the rest, and nothing after that. */
  close(): void {
    this.flush();
    clearTimeout(this.timer);
  }

  private soon(): void {
    this.timer ??= setTimeout(() => this.flush(), gapMs);
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
