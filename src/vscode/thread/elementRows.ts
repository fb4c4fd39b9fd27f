/** The elements of a text for the view *Elements*, as arrays that are quick to send. */
import { readerFor, type ReadableJob } from '../../reduction/reader';
import { tokensBefore } from '../../text/tokens';

/** Row 0 is the whole text; the descendants of row `e` are `e + 1`…`last[e]`. */
export interface ElementRows {
  /** UTF-16 offsets. */
  readonly start: Int32Array;
  readonly end: Int32Array;
  readonly last: Int32Array;
  /** Index into `types`. */
  readonly type: Int32Array;
  readonly types: readonly string[];
  /** For each offset, how many tokens start before it. */
  readonly tokens: Int32Array;
}

/** Undefined for a text without elements. */
export async function elementRows(job: ReadableJob): Promise<ElementRows | undefined> {
  const { reader } = await readerFor(job);
  if (!reader) return undefined;
  try {
    const { start, end, last, type, types, count } = reader.elements(job.input.text);
    const own = (rows: Int32Array) => rows.slice(0, count);
    const tokens = tokensBefore(job.input.text);
    return { start: own(start), end: own(end), last: own(last), type: own(type), types, tokens };
  } finally {
    reader.dispose();
  }
}
