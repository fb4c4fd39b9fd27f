/**
 * Sources whose functions throw: a failure that stays the same with them does not depend on them. Each function gets a statement at its
 * start, with a number by which its call can be recognised; functions that are needed to load the test are left as they are.
 */
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { basename, extname, join, relative } from 'node:path';
import * as l10n from '@vscode/l10n';
import type { Node } from 'web-tree-sitter';
import type { Guard } from '../oracle/property';
import { isSameFailure } from '../oracle/judging/failureRule';
import { type VerdictRule, judgeOf } from '../oracle/judging/rule';
import type { ChangedFile } from '../oracle/places/place';
import type { OracleCommand } from '../oracle/processes/command';
import type { Ran } from '../oracle/tester';
import { testPath } from '../runners/recognise';
import { openGrammar, type Grammar } from '../syntax/grammar';
import { languageOf, type Language } from '../syntax/languages';
import { candidateText, sourceText } from '../text/source';
import { field, nodesOf, throwing } from './nodes';
import { reportOf, withRuns, type TestRun } from './testRun';

/** Attempts to find out which functions are called while the file is loaded. */
const mostAttempts = 12;

/** Undefined if the test does not come to depend on its sources: nothing is called, or too much to load the file. */
export async function probeGuard(run: TestRun, command: OracleCommand, rule: VerdictRule): Promise<Guard | undefined> {
  const { input, job, found } = run;
  const sources = sourcesFor(input.file, input.root, found.cwd);
  const grammars = new Map<Language, Grammar>();
  try {
    for (const { language } of sources)
      if (!grammars.has(language)) grammars.set(language, await openGrammar(job.assets, language));
    const quiet = new Set<number>();
    for (let attempt = 0; sources.length > 0 && attempt < mostAttempts; attempt++) {
      const changes = changesOf(sources, grammars, quiet);
      const ran = await withRuns({ ...run, input: { ...input, changes } }, (runOnce) => runOnce(command));
      if (isOther(run, ran, rule))
        return { kind: 'differs', name: l10n.t('depends on the sources'), command, rule, changes };
      const known = quiet.size;
      const output = ran.said.stdout + ran.said.stderr;
      for (const [, number] of output.matchAll(new RegExp(`${word}(\\d+)`, 'g'))) quiet.add(Number(number));
      if (quiet.size === known) return undefined;
    }
    return undefined;
  } finally {
    for (const grammar of grammars.values()) grammar.dispose();
  }
}

/** The test fails, and in another way. */
function isOther(run: TestRun, ran: Ran, rule: VerdictRule): boolean {
  const { failure } = rule;
  if (!failure) {
    return !ran.timedOut && ran.status !== 0 && judgeOf(rule)(ran.status, ran.said) !== 'holds';
  }
  const failures = reportOf(run, ran)?.failures ?? [];
  return (
    failures.some(({ test }) => test.includes(failure.test)) && !failures.some((one) => isSameFailure(one, failure))
  );
}

const word = 'whittle-probe-';

/** Functions, in all languages of which slices are known. */
const functions = [
  ...['function_declaration', 'function_expression', 'function_definition', 'function_item', 'arrow_function'],
  ...[
    'generator_function',
    'generator_function_declaration',
    'method_definition',
    'method_declaration',
    'func_literal',
  ],
];

/** The sources; all functions but those with the numbers in `quiet` throw. */
function changesOf(
  sources: readonly SourceFile[],
  grammars: ReadonlyMap<Language, Grammar>,
  quiet: ReadonlySet<number>,
): ChangedFile[] {
  let next = 1;
  return sources.map(({ path, language, text }) => {
    const tree = grammars.get(language)!.tree(text);
    try {
      const bodies = nodesOf(tree.rootNode, functions).flatMap((node) => field(node, 'body') ?? []);
      const edits = bodies.flatMap((body) => {
        const number = next++;
        return quiet.has(number) ? [] : throwingIn(body, throwing[language.id]!(`${word}${number}`));
      });
      edits.sort((a, b) => a.start - b.start);
      return { path, bytes: Buffer.from(candidateText({ base: sourceText(text), edits })) };
    } finally {
      tree.delete();
    }
  });
}

/** At the start of a block; only an arrow function may have an expression instead. */
function throwingIn({ startIndex, endIndex, type, text }: Node, statement: string) {
  const insert = (at: number, what: string) => ({ start: at, end: at, insert: what });
  if (/block$/.test(type)) return [insert(text.startsWith('{') ? startIndex + 1 : startIndex, statement)];
  return [insert(startIndex, `((() => { ${statement} })(), (`), insert(endIndex, '))')];
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
