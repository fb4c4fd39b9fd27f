/**
 * Sources whose functions throw: a failure that stays the same with them does not depend on them. Each function gets a statement at its
 * start, with a number by which its call can be recognised; functions that are needed to load the test are left as they are.
 */
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { basename, extname, join, relative } from 'node:path';
import type { Node, Tree } from 'web-tree-sitter';
import type { ChangedFile } from '../oracle/places/place';
import { testPath } from '../runners/recognise';
import { openGrammar, type Grammar } from '../syntax/grammar';
import { languageOf, type Language } from '../syntax/languages';
import { candidateText, sourceText } from '../text/source';
import type { Thrower } from './dialects/dialect';
import { dialects } from './dialects/languages';
import type { TestRun } from './testRun';

/** Attempts to find out which functions are called while the file is loaded. */
const mostAttempts = 12;

/** A run of the unchanged test with other sources. */
interface ProbeRun {
  /** It fails otherwise, and it is the test that fails. */
  readonly isOther: boolean;
  /** Stdout and stderr. */
  readonly output: string;
}

/** Undefined if the test does not come to depend on them: nothing is called, or too much to load the file. */
export async function probeFor(
  { input: { file, root }, job: { assets }, found }: TestRun,
  run: (changes: readonly ChangedFile[]) => Promise<ProbeRun>,
): Promise<readonly ChangedFile[] | undefined> {
  const sources = sourcesFor(file, root, found.cwd);
  const grammars = new Map<Language, Grammar>();
  try {
    for (const { language } of sources)
      if (!grammars.has(language)) grammars.set(language, await openGrammar(assets, language));
    const quiet = new Set<number>();
    for (let attempt = 0; sources.length > 0 && attempt < mostAttempts; attempt++) {
      const changes = changesOf(sources, grammars, quiet);
      const { isOther, output } = await run(changes);
      if (isOther) return changes;
      const called = [...output.matchAll(new RegExp(`${word}(\\d+)`, 'g'))].map(([, number]) => Number(number));
      const more = called.filter((number) => !quiet.has(number));
      if (more.length === 0) return undefined;
      for (const number of more) quiet.add(number);
    }
    return undefined;
  } finally {
    for (const grammar of grammars.values()) grammar.dispose();
  }
}

const word = 'whittle-probe-';

/** The sources; all functions but those with the numbers in `quiet` throw. */
function changesOf(
  sources: readonly SourceFile[],
  grammars: ReadonlyMap<Language, Grammar>,
  quiet: ReadonlySet<number>,
): ChangedFile[] {
  let next = 1;
  return sources.map(({ path, language, text }) => {
    const { throws } = dialects[language.id]!;
    const tree = grammars.get(language)!.tree(text);
    try {
      const edits = bodiesIn(tree, throws).flatMap((body) => {
        const number = next++;
        return quiet.has(number) ? [] : throwingIn(body, `${word}${number}`, throws);
      });
      edits.sort((a, b) => a.start - b.start);
      return { path, bytes: Buffer.from(candidateText({ base: sourceText(text), edits })) };
    } finally {
      tree.delete();
    }
  });
}

function bodiesIn(tree: Tree, { functions }: Thrower): Node[] {
  const all = tree.rootNode.descendantsOfType(functions.split(' '));
  return all.flatMap((node) => node?.childForFieldName('body') ?? []);
}

function throwingIn({ startIndex, endIndex, type, text }: Node, mark: string, { statement, expression }: Thrower) {
  const insert = (at: number, what: string) => ({ start: at, end: at, insert: what });
  if (/block$/.test(type)) return [insert(text.startsWith('{') ? startIndex + 1 : startIndex, statement(mark))];
  const [before, after] = expression?.(mark) ?? ['', ''];
  return [insert(startIndex, before), insert(endIndex, after)];
}

interface SourceFile {
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
function sourcesFor(file: string, root: string, folder: string): SourceFile[] {
  const dialectOf = (path: string) => dialects[languageOf(basename(path))?.id ?? ''];
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
