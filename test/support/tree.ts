/** Small trees of files for tests. */
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Writes files by their paths; content other than text becomes JSON. */
export function writeTree(root: string, files: Readonly<Record<string, unknown>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), typeof content === 'string' ? content : JSON.stringify(content));
  }
}

/** Without links. */
export function realRoot({ path }: { readonly path: string }): string {
  return realpathSync(path);
}
