/** The end of a run in a terminal: the result itself where it is short, and what to do next. */
import { isFileSet, type Content } from '../oracle/content';
import type { Finished } from '../reduction/events/events';
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
