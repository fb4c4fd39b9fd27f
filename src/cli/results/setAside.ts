/** An older result is not replaced without a word: it gets a name of its own. */
import { constants } from 'node:fs';
import { copyFile, link, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { named } from '../files';

/** Gives what is at `path` the first free name of NAME.1.EXT, NAME.2.EXT, …, and says so; not if it is just what comes there. */
export async function setAside(path: string, bytes: Uint8Array): Promise<void> {
  const before = await readFile(path).catch(() => undefined);
  if (!before || before.equals(bytes)) return;
  const kept = await secondName(path);
  process.stderr.write(`${basename(path)} was there already: what it was is now ${kept}.\n`);
}

async function secondName(path: string): Promise<string> {
  for (let number = 1; ; number++) {
    const other = named(path, String(number));
    try {
      await link(path, other).catch(async (error: NodeJS.ErrnoException) => {
        if (error.code === 'EEXIST') throw error;
        // Not every file system has links.
        await copyFile(path, other, constants.COPYFILE_EXCL);
      });
      return other;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}
