/** The end of a run in a terminal: the result itself where it is short, and what to do next; and why a test fails, as a page. */
import { relative } from 'node:path';
import type { Why } from '../failingTests/changed';
import { isFileSet, type Content } from '../oracle/content';
import { workedRoot } from '../oracle/places/roots';
import { described } from '../oracle/processes/command';
import { patchOf } from '../reduction/ending/outputs';
import type { Finished } from '../reduction/events/events';
import type { TextInput } from '../reduction/job';
import { code, fenced } from '../reproduction/readme';
import { recognise } from '../runners/recognise';
import type { TestFile } from '../runners/testFile';
import { languageOf } from '../syntax/languages';
import { lineOf } from './guesses/words';
import type { Given } from './options';
import { warn } from './printing';

/** Lines of a result that is shown. */
const mostLines = 20;

/** On stderr: a program that reads stdout gets the path alone. */
export function tellResult(content: Content, path: string, end: Finished, given: Given): void {
  const text = isFileSet(content) ? undefined : Buffer.from(content).toString();
  const lines = text?.trimEnd().split('\n') ?? [];
  if (text !== undefined && lines.length <= mostLines && !text.includes('\0')) {
    warn(`\n${lines.map((line) => `  ${line.length > 200 ? `${line.slice(0, 199)}…` : line}`).join('\n')}\n`);
  }
  const next = nextOf(end, given.journal !== undefined, () => lineToSee(path, text ?? '', given));
  if (next) warn(next);
}

/** A line to paste, or the flag to change. */
function nextOf(
  { ending, confirmed, unverified }: Finished,
  isRecorded: boolean,
  lineToSee: () => string | undefined,
): string | undefined {
  if (ending === 'time' || ending === 'tests' || ending === 'interrupted') {
    const more =
      ending === 'time' ? ' with a larger --max-time' : ending === 'tests' ? ' with a larger --max-tests' : '';
    const goesOn = isRecorded
      ? 'which goes on where this run ended'
      : 'or with --journal FILE, so that the next run can go on where this one ends';
    return `More may go${unverified ? ', and the result be tested again' : ''}: run it again${more}, ${goesOn}.`;
  }
  const line = confirmed ? lineToSee() : undefined;
  return line && `To see it: ${line}`;
}

/** The line that shows the bug in the result, a file; undefined if it cannot name it. */
function lineToSee(path: string, text: string, { tests: [test], output, root, runner }: Given): string | undefined {
  if (test === undefined && output !== undefined) return undefined;
  if (test === undefined) return lineOfTest({ path, text, root: root ?? workedRoot(path, process.cwd()) }, runner);
  const { command = '', stdin } = test;
  const line = command.replaceAll('{}', lineOf([path]));
  return line === command && !stdin ? undefined : `${line}${stdin ? ` < ${lineOf([path])}` : ''}`;
}

function lineOfTest(file: TestFile, runner: string | undefined): string | undefined {
  const found = recognise(file).find((one) => runner === undefined || one.runner === runner);
  if (found?.plain === undefined) return undefined;
  const from = relative(process.cwd(), found.cwd);
  return from === '' ? found.plain : `cd ${lineOf([from])} && ${found.plain}`;
}

/** In Markdown: the small test, the change, how it fails with the change, and passes without it. */
export function whyReport({ small, fails, notice, change }: Why, { fileName }: TextInput): string {
  const failure = typeof fails?.rule === 'object' ? fails.rule.failure : undefined;
  const line = fails && `${fails.folder === '' ? '' : `cd ${lineOf([fails.folder])} && `}${described(fails.command)}`;
  const page = [
    `# Why ${failure ? code(failure.test) : fileName} fails`,
    `## The test`,
    fenced(small, languageOf(fileName)?.id ?? ''),
  ];
  if (notice !== undefined) page.push(notice);
  if (!change || line === undefined) return `${page.join('\n\n')}\n`;
  const { path, revision, restored } = change;
  const patch = patchOf(
    [change.failing, change.passing].map((text) => Buffer.from(text)),
    [path, path],
  );
  return [
    ...page,
    `## The change since ${revision} that makes it fail`,
    'Other changes in the file that do not matter may be undone in these lines.',
    fenced(patch.replace(/^Index: .*\n=+\n/, ''), 'diff'),
    `## With the change it fails`,
    fenced(line, 'sh'),
    fenced(failure ? `${failure.said.startsWith(failure.kind) ? '' : `${failure.kind}: `}${failure.said}` : '', 'text'),
    `## Without the change it passes`,
    `This puts the earlier text into ${restored.map(code).join(', ')}: commit or stash your changes first.`,
    fenced(`git checkout ${/\w{7}/.exec(revision)?.[0] ?? revision} -- ${lineOf(restored)} && ${line}`, 'sh'),
  ]
    .join('\n\n')
    .concat('\n');
}
