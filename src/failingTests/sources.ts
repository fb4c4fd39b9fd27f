/** The files of a workspace that a test may be of: in the test's language, the user's own, and no tests. */
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { basename, extname, join, relative } from 'node:path';
import { languageOf } from '../syntax/languages';
import { testPath } from '../runners/registry';

export interface SourceFile {
  /** Relative to the workspace, with `/`. */
  readonly path: string;
  readonly language: string;
  readonly text: string;
}

/** Languages that load each other. */
const families: readonly ReadonlySet<string>[] = [new Set(['javascript', 'typescript', 'tsx'])];

const leftOut = /^(?:node_modules|bower_components|vendor|coverage|__pycache__|target|venv|site-packages|\..*)$/;

/** Tests, and the helpers beside them. */
const helpers =
  /(?:^|\/)(?:conftest\.py|(?:tests?|specs?|__tests__|__mocks__|fixtures)\/)|\.config\.[cm]?[jt]s$|\.d\.[cm]?ts$/;

/** More, or longer ones (bytes), are left out. */
const limits = { files: 1500, bytes: 512 * 1024 };

/** `folder`: of the runner, in the workspace. */
export function sourcesFor(file: string, root: string, folder: string): SourceFile[] {
  const language = languageOf(basename(file))?.id ?? '';
  const family = families.find((one) => one.has(language)) ?? new Set([language]);
  const found: SourceFile[] = [];
  const folders = [folder];
  for (let at = folders.shift(); at !== undefined && found.length < limits.files; at = folders.shift()) {
    for (const entry of readdirSync(at, { withFileTypes: true })) {
      const path = join(at, entry.name);
      if (entry.isDirectory() && !leftOut.test(entry.name)) folders.push(path);
      const id = entry.isFile() && extname(entry.name) !== '' ? languageOf(entry.name)?.id : undefined;
      if (id === undefined || !family.has(id) || path === file) continue;
      const way = relative(root, path).replaceAll('\\', '/');
      if (helpers.test(way) || testPath.test(`/${way}`) || lstatSync(path).size > limits.bytes) continue;
      found.push({ path: way, language: id, text: readFileSync(path, 'utf8') });
    }
  }
  return found.slice(0, limits.files);
}
