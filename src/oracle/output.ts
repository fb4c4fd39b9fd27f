/** What a test says: kept in a file, because a pipe would wait for children left in the background; bounded. */
import { closeSync, fstatSync, ftruncateSync, openSync, readSync } from 'node:fs';

export interface Output {
  /** Descriptor for stdout and stderr. */
  readonly file: number;
  /** The end of what stdout and stderr were told, at most 4,000 bytes. */
  end(): string;
  close(): void;
}

/** A test may write without end: now and then what it wrote is dropped, all but the end, and the file begins anew. */
export function openOutput(path: string): Output {
  const file = openSync(path, 'a+');
  let dropped = '';
  const bounding = setInterval(() => {
    if (fstatSync(file).size < 8_000_000) return;
    dropped = tail(file);
    ftruncateSync(file);
  }, 50);
  return {
    file,
    end: () => (dropped + tail(file)).slice(-4000).trim(),
    close() {
      clearInterval(bounding);
      closeSync(file);
    },
  };
}

function tail(file: number): string {
  const { size } = fstatSync(file);
  const buffer = Buffer.alloc(Math.min(size, 4000));
  readSync(file, buffer, 0, buffer.length, size - buffer.length);
  return buffer.toString('utf8');
}
