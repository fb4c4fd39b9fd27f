/** Reads found files for a job. */
import { readFile } from 'node:fs/promises';
import { PathError } from '../ending/outputs';
import type { JobFile } from '../subjects/fileSet';
import { decode } from '../../text/encoding';
import type { FoundFile } from './findFolder';
import { inputProblem } from './inputProblem';
import { matchesOf } from '../kept';

export interface Given {
  readonly files: readonly JobFile[];
  /** The first pattern that matches nothing in any of them. */
  readonly idle?: RegExp;
}

/** `keep`: patterns of text that stays. Throws `PathError`. */
export async function jobFiles(found: readonly FoundFile[], keep: readonly RegExp[] = []): Promise<Given> {
  const files: JobFile[] = [];
  const idle = new Set(keep);
  for (const { at, path, mode } of found) {
    const bytes = await readFile(at).catch((error: NodeJS.ErrnoException) => {
      throw new PathError(inputProblem(at, error.code));
    });
    if (bytes.includes(0)) {
      files.push({ path, mode, text: '', encoding: 'latin1', bytes });
      continue;
    }
    const decoded = decode(bytes);
    const kept = keep.flatMap((pattern) => {
      const { ranges } = matchesOf(decoded.text, [pattern]);
      if (ranges.length > 0) idle.delete(pattern);
      return ranges;
    });
    files.push({ path, mode, ...decoded, kept });
  }
  const [first] = idle;
  return { files, idle: first };
}
