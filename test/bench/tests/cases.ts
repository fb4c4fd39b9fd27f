/**
 * The cases of the bench, as data: a project, a test file of it, one bug in its sources, and the test that fails for it. A folder of
 * cases holds `cases.json`, and in `projects/` those projects that are not packages of the npm registry.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunnerName } from './runners';

interface Case {
  readonly name: string;
  readonly runner: RunnerName;
  /** `NAME@VERSION` of the npm registry. */
  readonly package?: string;
  /** npm packages that its tests need, as `NAME@VERSION`. */
  readonly with?: readonly string[];
  /** Or the name of a folder in `projects/`. */
  readonly project?: string;
  /** Words that the runner needs for this project. */
  readonly args?: readonly string[];
  /** Path of the test file in the project. */
  readonly test: string;
  /** From the outermost describe block, class or module to the test. */
  readonly titles: readonly string[];
  readonly bug: Bug;
}

/** The project is right; the bench puts the bug in. */
interface Bug {
  readonly file: string;
  /** Text that is in the file once. */
  readonly right: string;
  readonly wrong: string;
}

/** A case, and the folder that it is from. */
export interface Located extends Case {
  readonly folder: string;
}

/** Of all folders, or only those of this name. Throws if no case has it. */
export function casesIn(folders: readonly string[], name?: string): Located[] {
  const all = folders.flatMap((folder) => {
    const cases = JSON.parse(readFileSync(join(folder, 'cases.json'), 'utf8')) as Case[];
    return cases.map((one) => ({ ...one, folder }));
  });
  if (name === undefined) return all;
  const named = all.filter((one) => one.name === name);
  if (named.length > 0) return named;
  throw new Error(`There is no case ${name}: choose one of ${all.map((one) => one.name).join(', ')}.`);
}

/** The text with the bug in it. Throws if the right text is not there exactly once. */
export function withBug(text: string, { file, right, wrong }: Bug): string {
  const parts = text.split(right);
  if (parts.length !== 2) throw new Error(`${file} has the text of the bug ${parts.length - 1} times, not once.`);
  return parts.join(wrong);
}
