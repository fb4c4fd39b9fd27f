/** Files of an exported folder: those that are left, and those beside them that the commands name. */
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { PlacedFile } from '../oracle/content';
import { within } from '../oracle/places/roots';
import { bits } from '../oracle/platform/files';
import { commandsIn } from '../runners/package';
import type { Material, ReproductionCommand } from './command';

/** Made by package managers; what is left of them fits no longer. */
const locks = /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?)$/;

/** Larger ones are no scripts. */
const largest = 10e6;

/** `reduced`: the directory or the file that was reduced, absolute. */
export function exportedFiles({ files, commands }: Material, reduced: string): PlacedFile[] {
  const left = files.filter(({ path }) => !locks.test(path));
  const known = new Set(left.map(({ path }) => path));
  const named = commands.flatMap((command) => namedBy(command, reduced));
  return [...left, ...named.filter(({ path }) => !known.has(path) && known.add(path))];
}

/** Scripts that the line names, if it runs outside of what was reduced. */
function namedBy({ line, from }: ReproductionCommand, reduced: string): PlacedFile[] {
  if (from === undefined || within(reduced, from) !== undefined) return [];
  return commandsIn(line)
    .flat()
    .flatMap((word) => {
      const way = within(from, resolve(from, word))?.replaceAll('\\', '/');
      if (way === undefined || way === '' || /(?:^|\/)(?:node_modules|\.?venv)\//.test(way)) return [];
      return fileAt(from, way) ?? [];
    });
}

/** Undefined if it is none, or too large. */
export function fileAt(from: string, path: string): PlacedFile | undefined {
  const at = join(from, path);
  const status = statSync(at, { throwIfNoEntry: false });
  if (!status?.isFile() || status.size > largest) return undefined;
  return { path, bytes: readFileSync(at), mode: status.mode & bits.permissions };
}

/** The directory must be there. */
export function writeFiles(directory: string, files: readonly PlacedFile[]): void {
  for (const { path, bytes, mode } of files) {
    const at = join(directory, path);
    mkdirSync(dirname(at), { recursive: true });
    writeFileSync(at, bytes);
    if (mode !== undefined) chmodSync(at, mode);
  }
}

export function textOf({ bytes }: PlacedFile): string {
  return bytes.includes(0) ? '' : Buffer.from(bytes).toString();
}
