/** The user's own sources around a test: files in the test's language that are neither tests nor their helpers. */
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { basename, extname, join, relative } from 'node:path';
import type { Node } from 'web-tree-sitter';
import type { ChangedFile } from '../oracle/places/place';
import { foldersUp } from '../oracle/places/roots';
import { testPath } from '../runners/recognise';
import { has } from '../runners/testFile';
import { type Grammar, openGrammar, withRoot } from '../syntax/grammar';
import { languageOf, type Language } from '../syntax/languages';
import { type Edit, editedText } from '../text/source';
import { throwing } from './nodes';
import type { TestRun } from './testRun';

interface SourceFile {
  /** Relative to the workspace, with `/`. */
  readonly path: string;
  readonly language: Language;
  readonly text: string;
}

export interface Sources {
  readonly grammarOf: (language: Language) => Grammar;
  /** All of them with these insertions, in any order. */
  changed(insertionsIn: (root: Node, file: SourceFile) => readonly Insertion[]): ChangedFile[];
}

export interface Insertion extends Edit {
  readonly insert: string;
}

/** At one place, what ends comes before what begins. */
const endsOrBegins = ({ insert }: Insertion) => (insert.startsWith(')') ? 0 : 1);

/** Lends the sources of a test; undefined if there are none. */
export async function withSources<T>(
  { input: { file, root }, job, found }: TestRun,
  work: (sources: Sources) => Promise<T>,
): Promise<T | undefined> {
  // A package of Go is tested in its own folder, and needs others of its module.
  const module = foldersUp(file, root).find((folder) => has(folder, 'go.mod'));
  const files = sourcesFor(file, root, (file.endsWith('.go') && module) || found.cwd);
  const grammars = new Map<Language, Grammar>();
  const own = languageOf(job.input.fileName, job.input.languageId);
  if (files.length === 0 || !own) return undefined;
  try {
    for (const language of new Set([own, ...files.map((one) => one.language)]))
      grammars.set(language, await openGrammar(job.assets, language));
    const grammarOf = (language: Language) => grammars.get(language)!;
    return await work({
      grammarOf,
      changed: (insertionsIn) =>
        files.map((one) => {
          const edits = withRoot(grammarOf(one.language), one.text, (top) => [...insertionsIn(top, one)]);
          edits.sort((a, b) => a.start - b.start || endsOrBegins(a) - endsOrBegins(b));
          return { path: one.path, bytes: Buffer.from(editedText(one.text, edits)) };
        }),
    });
  } finally {
    for (const grammar of grammars.values()) grammar.dispose();
  }
}

export function insertion(at: number, insert: string): Insertion {
  return { start: at, end: at, insert };
}

export function around({ startIndex, endIndex }: Node, before: string, after: string): Insertion[] {
  return [insertion(startIndex, before), insertion(endIndex, after)];
}

const leftOut =
  /^(?:node_modules|bower_components|vendor|coverage|__pycache__|target|venv|site-packages|testdata|\..*)$/;

/** Tests, and the helpers beside them. */
const helpers =
  /(?:^|\/)(?:conftest\.py|(?:tests?|specs?|__tests__|__mocks__|fixtures)\/)|\.config\.[cm]?[jt]s$|\.d\.[cm]?ts$/;

/** More, or longer ones (bytes), are left out. */
const limits = { files: 1500, bytes: 512 * 1024 };

/** `folder`: of the runner, in the workspace. */
function sourcesFor(file: string, root: string, folder: string): SourceFile[] {
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
