/** Runners of files in a tree that is written for it. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { recognise, type Recognised } from '../../src/runners/recognise';
import { freshDirectory } from './files';
import { realRoot, writeTree } from './tree';

/** Within a fresh directory for each test of the file that calls it. */
export function recognition() {
  const directory = freshDirectory();

  /** Writes the tree and recognises the first of its files. */
  function recognised(
    files: Record<string, unknown>,
    titles: string[] = [],
    path = Object.keys(files)[0],
  ): Recognised[] {
    const root = realRoot(directory);
    writeTree(root, files);
    const file = join(root, path);
    return recognise({ path: file, text: readFileSync(file, 'utf8'), root }, titles);
  }

  function first(files: Record<string, unknown>, titles: string[] = []): Recognised {
    const [best] = recognised(files, titles);
    assert.ok(best, 'nothing was recognised');
    const root = realRoot(directory);
    return { ...best, cwd: best.cwd === root ? '.' : best.cwd.slice(root.length + 1) };
  }

  return { directory, recognised, first };
}
