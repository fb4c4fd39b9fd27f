/** package.json: how tests are run, and the programs in its packages. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { has, pathFrom, textAt } from './folders';

export interface Package {
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: ReadonlySet<string>;
  /** All fields. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Undefined if the folder has none, or none that can be read. */
export function packageIn(folder: string): Package | undefined {
  try {
    const fields = JSON.parse(textAt(folder, 'package.json')) as Record<string, unknown>;
    const names = (key: string) => Object.keys((fields[key] as object | undefined) ?? {});
    return {
      fields,
      scripts: (fields.scripts as Record<string, string> | undefined) ?? {},
      dependencies: new Set(['dependencies', 'devDependencies', 'peerDependencies'].flatMap(names)),
    };
  } catch {
    return undefined;
  }
}

/** The words that start an installed program in `cwd`: from the nearest node_modules, above the workspace too. */
export function programWords(name: string, cwd: string, root: string): string[] {
  for (let folder = cwd; ; folder = dirname(folder)) {
    const program = join(folder, 'node_modules', '.bin', name);
    if (existsSync(program)) return [pathFrom(cwd, program, root)];
    if (has(folder, '.pnp.cjs')) return ['yarn', name];
    if (dirname(folder) === folder) return ['npx', '--no-install', name];
  }
}

export function isInstalled(name: string, cwd: string): boolean {
  if (existsSync(join(cwd, 'node_modules', name))) return true;
  return dirname(cwd) !== cwd && isInstalled(name, dirname(cwd));
}
