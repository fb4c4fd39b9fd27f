/** Evidence for a test runner in the folders around a script. */
import { namesIn, nearest, foldersUp } from './folders';
import { packageIn } from './package';
import { callOf } from './scripts';
import { imports, isScriptTest } from './testFiles';
import type { Evidence, TestFile } from './runner';

export interface Traces {
  /** Name of the program: of the package, in scripts, and as a field of package.json. */
  readonly program: string;
  /** Names of its configuration files. */
  readonly config: RegExp;
  /** Modules that only its tests load. */
  readonly modules: readonly string[];
}

/** Evidence in the nearest folder that has some; undefined if none has. */
export function evidenceOf(file: TestFile, traces: Traces): Evidence | undefined {
  if (!isScriptTest(file)) return undefined;
  const found = foldersUp(file).flatMap((folder) => evidenceIn(folder, traces) ?? [])[0];
  if (!traces.modules.some((module) => imports(file, module))) return found;
  return { sureness: 'certain', folder: found?.folder ?? packageFolder(file) };
}

/** The folder of the nearest package.json, or else the workspace. */
export function packageFolder(file: TestFile): string {
  return nearest(file, (folder) => packageIn(folder) !== undefined) ?? file.root;
}

function evidenceIn(folder: string, { program, config }: Traces): Evidence | undefined {
  const own = packageIn(folder);
  if (namesIn(folder, config).length > 0 || (own && (program in own.fields || callOf(own, program)))) {
    return { sureness: 'sure', folder };
  }
  return own?.dependencies.has(program) ? { sureness: 'likely', folder } : undefined;
}
