/** Stand-ins of a system's own programs: shell scripts in a directory that comes first on the PATH. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Makes them in `directory`, does the work, and takes them off the PATH again. */
export function withPrograms<T>(directory: string, programs: Readonly<Record<string, string>>, work: () => T): T {
  mkdirSync(directory);
  for (const [name, line] of Object.entries(programs)) {
    writeFileSync(join(directory, name), `#!/bin/sh\n${line}\n`);
    chmodSync(join(directory, name), 0o755);
  }
  const before = process.env.PATH;
  process.env.PATH = `${directory}${delimiter}${before}`;
  try {
    return work();
  } finally {
    process.env.PATH = before;
  }
}
