/** Directories of its own for what a section breaks: work, temporary files and Whittle's state; all of it goes afterwards. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { traits } from '../../../src/oracle/platform/traits';

/** `work` makes an empty directory of this name. */
export async function apart<T>(use: (work: (name: string) => string) => Promise<T>): Promise<T> {
  const home = mkdtempSync(join(tmpdir(), 'whittle-faults-'));
  const own = { [traits.stateVariable]: join(home, 'state'), [traits.temporaryVariable]: home };
  const before = Object.keys(own).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, own);
  const work = (name: string) => {
    const path = join(home, name);
    mkdirSync(path);
    return path;
  };
  try {
    return await use(work);
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
    removed(home);
  }
}

/** On Windows not, if a killed run has left a test that is still there: the figures count all the same. */
function removed(home: string): void {
  try {
    rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  } catch (error) {
    console.error(`Left behind: ${(error as Error).message}`);
  }
}
