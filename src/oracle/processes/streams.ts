/** The standard streams of one run: file descriptors, only for the streams that are needed. */
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { openOutput } from './output';
import type { Said, StreamName } from '../judging/said';
import type { RunOptions } from './run';
import type { Place } from '../sandbox';

export interface Streams {
  readonly files: RunOptions['files'];
  /** Output on the streams that are kept. */
  said(): Said;
  close(): void;
}

/** `withInput`: the candidate is on stdin. */
export function openStreams(place: Place, keep: ReadonlySet<StreamName>, withInput = false): Streams {
  const open = (name: StreamName) =>
    keep.has(name) ? openOutput(join(place.temporary, `.whittle-${name}`)) : undefined;
  const stdin = withInput ? openSync(place.paths.file, 'r') : undefined;
  const [stdout, stderr] = [open('stdout'), open('stderr')];
  return {
    files: { stdin, stdout: stdout?.file, stderr: stderr?.file },
    said: () => ({ stdout: stdout?.text() ?? '', stderr: stderr?.text() ?? '' }),
    close() {
      if (stdin !== undefined) closeSync(stdin);
      stdout?.close();
      stderr?.close();
    },
  };
}
