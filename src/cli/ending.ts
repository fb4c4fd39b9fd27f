/** The end of a run in a terminal: the result itself where it is short, and what to do next. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join, relative } from 'node:path';
import { isFileSet, type Content } from '../oracle/content';
import { withoutRow } from '../oracle/judging/failureRule';
import { lineIn, lineOf } from '../oracle/processes/command';
import { freeName } from '../reduction/ending/outputs';
import type { EndTold, Finished } from '../reduction/events/events';
import { recognise, testRoot } from '../runners/recognise';
import type { Given } from './options';
import { aligned, warn } from './printing';

const mostLines = 20;

export interface Called {
  readonly words: readonly string[];
  readonly input: string;
}

/** On stderr: a program that reads stdout gets the path alone. */
export function tellResult(content: Content, path: string, end: Finished, given: Given & Called): void {
  const text = isFileSet(content) ? undefined : Buffer.from(content).toString();
  const lines = text?.trimEnd().split('\n') ?? [];
  if (text !== undefined && lines.length <= mostLines && !text.includes('\0')) {
    warn(`\n${lines.map((line) => `  ${line.length > 200 ? `${line.slice(0, 199)}…` : line}`).join('\n')}\n`);
  }
  const next = moreOf(path, end, given) ?? (end.confirmed ? lineToSee(path, text, given) : undefined);
  if (next) warn(next);
}

/** Lines on the other failures that were met; their texts are written to the directory `also`. */
export function tellOthers(end: EndTold, input: string, encoding: BufferEncoding, also: string | undefined): string[] {
  const { others = [] } = end;
  if (others.length === 0) return [];
  const ending = extname(input);
  const rows = others.map(({ failure, count, text }, at) => {
    const path = also && text !== undefined && freeName(join(also, `other-${at + 1}${ending}`));
    return [`  ${count} ×`, failure, path ? written(path, Buffer.from(text!, encoding)) : ''];
  });
  const isKept = also !== undefined || others.every(({ text }) => text === undefined) || end.event === 'isolated';
  const head = others.length === 1 ? 'Another failure was met' : `${others.length} other failures were met`;
  return [`${head}${isKept ? '' : ' (--also DIR keeps a text of each)'}:\n${aligned(rows)}`];
}

/** The path, or why there is none. */
function written(path: string, bytes: Uint8Array): string {
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
    return path;
  } catch (error) {
    return `cannot be written (${(error as NodeJS.ErrnoException).code}): choose another directory`;
  }
}

/** How a run that was cut off goes on. */
function moreOf(path: string, { ending, unverified, tokens }: Finished, given: Given & Called): string | undefined {
  if (!['time', 'tests', 'interrupted'].includes(ending)) return undefined;
  const { journal, tests, words, input } = given;
  const more = ending === 'interrupted' ? '' : ` with a larger --max-${ending}`;
  const again = `${unverified ? 'The result was not tested again, and more may go' : 'More may go'}`;
  if (journal !== undefined)
    return `${again}: the same line${ending === 'tests' ? more : ''} goes on where this run ended.`;
  const isNamed = tests.every(({ command = '', stdin }) => command.includes('{}') || stdin);
  const { before, after } = tokens;
  if (!isNamed || !words.includes(input) || after > 0.9 * before)
    return `${again}: run it again${more}; with --journal FILE, the same line would go on where a run ended.`;
  const from = words.map((word) => (word === input ? relative(process.cwd(), path) : word));
  const output = from.findIndex((word) => word === '-o' || word === '--output');
  const line = output < 0 ? from : from.filter((_, at) => at !== output && at !== output + 1);
  return `${again}: this goes on from the result:\n  whittle ${lineOf(line)}`;
}

/** The line that shows the bug in the result, a folder without a text; undefined if it cannot name it. */
function lineToSee(
  path: string,
  text: string | undefined,
  {
    tests: [test],
    test: titles = [],
    output,
    root = testRoot(path, text ?? '', process.cwd()),
    runner,
    input,
  }: Given & Called,
): string | undefined {
  if (test === undefined && output !== undefined) return undefined;
  if (test === undefined) {
    const isOfGo = /^_.*\.go$/.test(basename(path));
    const hasSnapshots = /\bto\w*MatchingSnapshot\(|\btoMatchSnapshot\(/.test(text ?? '');
    if (isOfGo || hasSnapshots)
      return `To see it, put it in place of ${input}: ${isOfGo ? 'go leaves out names that begin with _' : 'its snapshots have that name'}.`;
    const file = { path, text: text ?? '', root };
    const whole = recognise(file).find((one) => runner === undefined || one.runner === runner);
    if (!whole?.plain) return undefined;
    const named = recognise(file, withoutRow(titles, whole.runner)).find((one) => one.runner === whole.runner);
    return `To see it: ${lineIn(relative(process.cwd(), whole.cwd), named?.plain ?? whole.plain)}`;
  }
  const { command = '', stdin } = test;
  const line = command.replaceAll('{}', lineOf([path]));
  if (line === command && text === undefined) return `To see it: ${lineIn(relative(process.cwd(), path), command)}`;
  return line === command && !stdin ? undefined : `To see it: ${line}${stdin ? ` < ${lineOf([path])}` : ''}`;
}
