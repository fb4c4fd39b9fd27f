/** Keeps what a property answers, and what a run has found, in a recording. */
import { contentKey } from '../../oracle/content';
import type { Property } from '../../oracle/property';
import type { Listener } from '../events/events';
import { addEntry, beginRecording, readRecording, requireSame } from './recording';
import type { Entry, Recorded } from './recording';

export interface Recorder {
  /** The same property; what it answers is kept, each content once. */
  readonly property: Property;
  /** What was left at the end, as the subject saves it. */
  result(saved: unknown): void;
}

/** Adds to `file` if that is a recording of the same. A file that cannot be written later is told, and the run goes on. Throws `JobError`. */
export function recording(property: Property, file: string, of: Recorded, onEvent: Listener): Recorder {
  const before = readRecording(file);
  if (before) requireSame(file, before, of);
  beginRecording(file, before, of);
  const kept = new Set(before?.answers.keys());
  let writable = true;
  const add = (entry: Entry) => {
    if (!writable) return;
    try {
      addEntry(file, entry);
    } catch (error) {
      writable = false;
      onEvent({ event: 'notice', message: `${file} is no longer written: ${(error as Error).message}` });
    }
  };
  return {
    property: {
      ...property,
      async test(content, timeoutMs, signal) {
        const answer = await property.test(content, timeoutMs, signal);
        const key = contentKey(content);
        // A test that timed out may be asked again.
        if (!kept.has(key) && !answer.timedOut) {
          kept.add(key);
          add({ key, verdict: answer.verdict, ms: Math.round(answer.ms) });
        }
        return answer;
      },
    },
    result: (saved) => add({ result: saved }),
  };
}
