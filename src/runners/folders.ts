/** The folders of a test file up to the workspace, and their files. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { within } from '../oracle/places/roots';
import type { TestFile } from './runner';

/** The file's folder and those above it, up to the workspace. */
export function foldersUp({ path, root }: Pick<TestFile, 'path' | 'root'>): string[] {
  const folders = [dirname(path)];
  while (folders.at(-1) !== root && dirname(folders.at(-1)!) !== folders.at(-1)) folders.push(dirname(folders.at(-1)!));
  return folders;
}

/** The nearest folder that satisfies this. */
export function nearest(file: TestFile, is: (folder: string) => boolean): string | undefined {
  return foldersUp(file).find(is);
}

export function has(folder: string, ...names: readonly string[]): boolean {
  return names.some((name) => existsSync(join(folder, name)));
}

/** Names in a folder that match. */
export function namesIn(folder: string, pattern: RegExp): string[] {
  try {
    return readdirSync(folder).filter((name) => pattern.test(name));
  } catch {
    return [];
  }
}

/** Empty if it cannot be read. */
export function textAt(...path: readonly string[]): string {
  try {
    return readFileSync(join(...path), 'utf8');
  } catch {
    return '';
  }
}

/** A path for a command that runs in `cwd`. Paths inside the workspace are relative, so that they are valid in a copy too. */
export function pathFrom(cwd: string, path: string, root: string): string {
  return within(root, path) !== undefined ? relative(cwd, path).replaceAll('\\', '/') : path;
}
