/** The end of a run in a terminal: the result itself where it is short, and what to do next; and why a test fails, as a page. */
import { isFileSet, type Content } from '../oracle/content';
import type { Why } from '../failingTests/changed';
import type { TextInput } from '../reduction/job';
import { described } from '../oracle/processes/command';
import { patchOf } from '../reduction/ending/outputs';
import { code, fenced } from '../reproduction/readme';
import type { Finished } from '../reduction/events/events';
import { languageOf } from '../syntax/languages';
import type { Given } from './options';
import { lineOf } from './guesses/words';
import { warn } from './printing';

/** Lines of a result that is shown. */
const mostLines = 20;

/** On stderr: a program that reads stdout gets the path alone. */
export function tellResult(content: Content, path: string, end: Finished, tests: Given['tests'] = []): void {
  const text = isFileSet(content) ? undefined : Buffer.from(content).toString();
  const lines = text?.trimEnd().split('\n') ?? [];
  if (text !== undefined && lines.length <= mostLines && !text.includes('\0')) {
    warn(`\n${lines.map((line) => `  ${line.length > 200 ? `${line.slice(0, 199)}…` : line}`).join('\n')}\n`);
  }
  const next = nextOf(path, end, tests);
  if (next) warn(next);
}

/** A line to paste, or the flag to change. */
function nextOf(path: string, { ending, confirmed, unverified }: Finished, tests: Given['tests']): string | undefined {
  if (ending === 'time' || ending === 'tests') {
    const flag = ending === 'time' ? '--max-time' : '--max-tests';
    return `More may go${unverified ? ', and the result be tested again' : ''}: run it again with a larger ${flag}.`;
  }
  const [{ command, stdin } = {}] = tests;
  if (!confirmed || !command) return undefined;
  const line = command.replaceAll('{}', lineOf([path]));
  return line === command && !stdin ? undefined : `To see it: ${line}${stdin ? ` < ${lineOf([path])}` : ''}`;
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
    fenced(patch.replace(/^Index: .*\n=+\n/, ''), 'diff'),
    `## With the change it fails`,
    fenced(line, 'sh'),
    fenced(failure ? `${failure.said.startsWith(failure.kind) ? '' : `${failure.kind}: `}${failure.said}` : '', 'text'),
    `## Without the change it passes`,
    fenced(`git checkout ${/\w{7}/.exec(revision)?.[0] ?? revision} -- ${lineOf(restored)} && ${line}`, 'sh'),
  ]
    .join('\n\n')
    .concat('\n');
}
