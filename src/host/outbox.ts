/** Events of a run as data, and how they are sent to windows: in batches, at most 15 a second. */
import type { ReductionEvent } from '../reduction/events/events';
import { byteOrderMark } from '../text/encoding';
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

  tellFiles(files: NonNullable<Batch['files']>): void {
    this.files = files;
    this.soon();
  }

  /** Only the last text of a batch is told, and the last one of each file. */
  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { waiting, files } = this;
    const last = waiting.findLast((event) => event.event === 'accepted');
    const events = waiting.map((event): WatchedEvent => {
      if (event.event !== 'accepted') return event;
      return { ...event, changes: event === last ? changesIn(waiting) : undefined };
    });
    this.waiting = [];
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

/** Without texts. */
export function plain(event: ReductionEvent): ReductionEvent {
  if (event.event !== 'accepted') return event;
  return { ...event, changes: event.changes.map(({ file, gone }) => ({ file, gone })) };
}

/** Of each file, as the last event has it. */
function changesIn(events: readonly ReductionEvent[]): FileRemoval[] {
  const all = events.flatMap((event) => (event.event === 'accepted' ? event.changes : []));
  return [...new Map(all.map((change) => [change.file, change])).values()].map(({ file, gone, text }) => ({
    file,
    gone,
    ...(text ? removalOf(text) : { removed: [], inserted: [] }),
  }));
}

function removalOf(text: SourceText): Removal {
  const mark = byteOrderMark(text.original);
  return {
    removed: removedRanges(text).map(({ start, end }) => ({ start: start - mark, end: end - mark })),
    inserted: insertions(text).map((one) => ({ ...one, at: one.at - mark })),
  };
}
