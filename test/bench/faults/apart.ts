/** Directories of its own for what a section breaks: work, temporary files and Whittle's state; all of it goes afterwards. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** `work` makes an empty directory of this name. */
export async function apart<T>(use: (work: (name: string) => string) => Promise<T>): Promise<T> {
  const home = mkdtempSync(join(tmpdir(), 'whittle-faults-'));
  const { XDG_STATE_HOME, TMPDIR } = process.env;
  Object.assign(process.env, { XDG_STATE_HOME: join(home, 'state'), TMPDIR: home });
  const work = (name: string) => {
    const path = join(home, name);
    mkdirSync(path);
    return path;
  };
  try {
    return await use(work);
  } finally {
    for (const [name, value] of Object.entries({ XDG_STATE_HOME, TMPDIR })) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
    rmSync(home, { recursive: true, force: true });
  }
}
