/** The user's own sources around a test: files in the test's language that are neither tests nor their helpers. */
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { basename, extname, join, relative } from 'node:path';
import { testPath } from '../runners/recognise';
import { languageOf, type Language } from '../syntax/languages';
import { throwing } from './nodes';

export interface SourceFile {
  /** Relative to the workspace, with `/`. */
  readonly path: string;
  readonly language: Language;
  readonly text: string;
}

const leftOut = /^(?:node_modules|bower_components|vendor|coverage|__pycache__|target|venv|site-packages|\..*)$/;

/** Tests, and the helpers beside them. */
const helpers =
  /(?:^|\/)(?:conftest\.py|(?:tests?|specs?|__tests__|__mocks__|fixtures)\/)|\.config\.[cm]?[jt]s$|\.d\.[cm]?ts$/;

/** More, or longer ones (bytes), are left out. */
const limits = { files: 1500, bytes: 512 * 1024 };

/** The user's own files in the test's language, and no tests. `folder`: of the runner, in the workspace. */
export function sourcesFor(file: string, root: string, folder: string): SourceFile[] {
  const dialectOf = (path: string) => throwing[languageOf(basename(path))?.id ?? ''];
  const dialect = dialectOf(file);
  const found: SourceFile[] = [];
  const folders = dialect ? [folder] : [];
  for (let at = folders.shift(); at !== undefined && found.length < limits.files; at = folders.shift()) {
    for (const entry of readdirSync(at, { withFileTypes: true })) {
      const path = join(at, entry.name);
      if (entry.isDirectory() && !leftOut.test(entry.name)) folders.push(path);
      if (!entry.isFile() || extname(path) === '' || dialectOf(path) !== dialect || path === file) continue;
      const way = relative(root, path).replaceAll('\\', '/');
      if (helpers.test(way) || testPath.test(`/${way}`) || lstatSync(path).size > limits.bytes) continue;
      found.push({ path: way, language: languageOf(entry.name)!, text: readFileSync(path, 'utf8') });
    }
  }
  return found.slice(0, limits.files);
}
