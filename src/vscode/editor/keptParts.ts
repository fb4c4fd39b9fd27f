/** What is left of a text, as parts that one goes to. */
import { grouped } from '../../reduction/events/progress';
import { type Range, complement, merged } from '../../text/ranges';

/** Text on one line, this far apart at most, is one part, UTF-16 code units. */
const near = 200;

/** Sorted. `removed`: sorted and disjoint. Parts on neighbouring lines are one. */
export function keptParts(text: string, removed: readonly Range[]): Range[] {
  const parts = complement(removed, text.length).flatMap((range) => trimmed(text, range) ?? []);
  return merged(parts, (gap) => isSmall(text, gap));
}

/** The next of the parts after this offset, or before it; beyond the last one the first. */
export function nextPart(parts: readonly Range[], offset: number, step: 1 | -1): Range | undefined {
  return step === 1
    ? (parts.find(({ start }) => start > offset) ?? parts[0])
    : (parts.findLast(({ start }) => start < offset) ?? parts.at(-1));
}

/** Without the blanks at its ends; undefined if there is nothing else. */
function trimmed(text: string, { start, end }: Range): Range | undefined {
  const kept = text.slice(start, end);
  const from = kept.search(/\S/);
  return from < 0 ? undefined : { start: start + from, end: start + kept.trimEnd().length };
}

/** No whole line between them, and little of a long one. */
function isSmall(text: string, { start, end }: Range): boolean {
  const line = text.indexOf('\n', start);
  if (line < 0 || line >= end) return end - start <= near;
  const next = text.indexOf('\n', line + 1);
  return next < 0 || next >= end;
}

/** The lines of which something is left, as they were; a `⋯ 120 lines` for each run of others. `removed`: sorted and disjoint. */
export function keptLines(text: string, removed: readonly Range[]): string {
  const kept = keptParts(text, removed);
  const told: string[] = [];
  let [at, gone, next] = [0, 0, 0];
  const close = () => {
    if (gone > 0) told.push(gone === 1 ? '⋯ 1 line\n' : `⋯ ${grouped(gone)} lines\n`);
    gone = 0;
  };
  for (const line of text.split(/(?<=\n)/)) {
    const end = at + line.length;
    while (next < kept.length && kept[next].end <= at) next++;
    if (next < kept.length && kept[next].start < end) {
      close();
      told.push(line);
    } else gone++;
    at = end;
  }
  close();
  return told.join('');
}
