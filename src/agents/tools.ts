/** The tools for coding agents: their texts, arguments and answers. `whittle mcp` and the editor serve them. */
import { basename, dirname } from 'node:path';
import { isFileSet, type Content } from '../oracle/content';
import type { SettledRule } from '../oracle/calibration/calibrateProperty';
import { describedRule, english } from '../oracle/judging/ruleWords';
import { OptionError, type Schema } from '../options/kinds';
import type { ToolName } from '../options/row';
import { spelled } from '../options/spelling';
import { checkedOptions, rowsOf, sentenceOf, type Values } from '../options/values';
import { patchOf } from '../reduction/ending/outputs';
import type { EndTold } from '../reduction/events/events';
import { apart, counted, sizes } from '../reduction/events/progress';
import { testPath } from '../runners/recognise';

export type Arguments = Values<ToolName>;

export interface Tool {
  readonly name: ToolName;
  readonly title: string;
  readonly description: string;
  readonly required: readonly string[];
}

/** What the agent gets: first the words, then the result, if there is one. */
export type Answer = readonly string[];

/** The call cannot work. The message is one sentence with the remedy. */
export class ToolError extends Error {}

/** The arguments of a tool. Throws `OptionError`. */
export function argumentsOf({ name, required }: Tool, given: unknown): Arguments {
  const values: Arguments = checkedOptions(name, given ?? {}, required);
  if (name !== 'whittle_reduce') return values;
  const { command, file = '', test = command === undefined && testPath.test(file) ? [] : undefined } = values;
  if (command !== undefined && test !== undefined)
    throw new OptionError('A failing test needs no command: remove one.');
  if (command === undefined && test === undefined) {
    throw new OptionError(
      'Give command. Or give test, if the file is a test that fails: its titles, or [] for the first one that fails.',
    );
  }
  const rule = (['exit', 'match', 'noMatch', 'sameFailure', 'place'] as const).filter(
    (option) => values[option] !== undefined,
  );
  if (test && rule.length > 0)
    throw new OptionError(`A failing test has its own rule and place: remove ${rule.join(', ')}.`);
  if (values.why && (!test || values.repro))
    throw new OptionError('"why" is for a failing test: give "test" in place of "command", and no "repro".');
  return { ...values, test };
}

/** The arguments as a JSON schema. Those that whittle_reduce has too are explained only there. */
export function argumentShape({ name, required }: Tool): Schema {
  const known = name === reduceTool.name ? [] : rowsOf(reduceTool.name).map(([option]) => option);
  const properties = rowsOf(name).map(([option, row]) => {
    const { enumDescriptions: _, ...schema } = { ...row.schema, ...(!row.isList && row.taskSchema) };
    const short = Object.entries(schema).filter(([key]) => key === 'type' || key === 'items' || key === 'enum');
    if (known.includes(option)) return [option, Object.fromEntries(short)];
    return [option, { ...schema, description: spelled(sentenceOf(row), 'agent') }];
  });
  return { type: 'object', properties: Object.fromEntries(properties), required, additionalProperties: false };
}

export const reduceTool: Tool = {
  name: 'whittle_reduce',
  title: 'Reduce a failing input',
  description:
    'Makes a failing file or folder small: removes everything that a failure does not need, and writes what is left to a new file beside it. Give the command that fails and a strict rule: match with the message of the failure, or sameFailure. The command runs tens or hundreds of times on this machine. Without a rule, exit code 0 means that the bug is there, as for a script that checks for it. For a failing test (mocha, jest, vitest, Playwright, node:test, pytest, unittest, go test, cargo test) give test in place of command ([]: the first that fails).',
  required: ['file'],
};

export const isolateTool: Tool = {
  name: 'whittle_isolate',
  title: 'Isolate a failing difference',
  description:
    'Finds the smallest difference between a file that fails and a similar one that passes: the one change that makes the failure appear. Writes NAME.passing.EXT and NAME.failing.EXT beside the failing file and returns their patch. Arguments are those of whittle_reduce.',
  required: ['failing', 'command'],
};

/** Only of the MCP server: in a window, a call lasts as long as its run. */
export const continueTool: Tool = {
  name: 'whittle_continue',
  title: 'Continue a run',
  description:
    'Waits for a run that goes on after its call has answered, and returns its result. A run that ended at maxTime or maxTests goes on without that limit.',
  required: ['token'],
};

/** Characters of a result in an answer; the file has all of them. */
const longest = 20_000;

/** Characters of an answer beside its result, and of one of its lines. */
const [mostWords, mostOfALine] = [1500, 500];

export interface Told {
  readonly end: EndTold;
  readonly rules: readonly SettledRule[];
  readonly notes: readonly string[];
  /** Why it was stopped, if not by the user. */
  readonly stopped?: string;
  /** With this `whittle_continue` goes on. */
  readonly token?: string;
  /** Why a test fails, which has the result, too. */
  readonly page?: string;
  /** The result is that of an earlier call. */
  readonly isEarlier?: boolean;
}

export function answerOf(
  paths: readonly string[],
  results: readonly Content[],
  { end, rules, notes, stopped, token, page, isEarlier }: Told,
): Answer {
  const { problem, tests, ms, confirmed, unverified, ending, others = [] } = end;
  const untested = unverified ? 'There was no time left to test it again.' : 'NOT verified: do not rely on it.';
  const own = confirmed ? 'It was tested again and still fails.' : untested;
  const trust = isEarlier ? 'The result of an earlier call is smaller: it stays, and follows.' : own;
  const figures = end.event === 'finished' ? sizes(end.tokens, end.files, english) : apart(end, english);
  const words = wordsOf([
    `${figures} · ${counted(tests, 'test')} · ${Math.round(ms / 100) / 10} s: ${(ending === 'interrupted' && stopped) || ends[ending]}. ${trust}`,
    (ending === 'time' || ending === 'tests' || unverified) &&
      (token === undefined
        ? 'A call with a larger limit may find less.'
        : `Call whittle_continue with the token ${token} to go on without this limit.`),
    token !== undefined && (ending === 'interrupted' || ending === 'enough') && 'The same call again goes on.',
    paths.length === 1
      ? `The result is in ${paths[0]}.`
      : `The results are ${paths.map((path) => basename(path)).join(' and ')} in ${dirname(paths[0])}.`,
    ...rules.map(toldRule),
    problem,
    ...notes.filter((note) => note !== problem),
    others.length > 0 &&
      `Other failures that were met: ${others
        .slice(0, 3)
        .map(({ failure, count }) => `${count} × ${failure}`)
        .join('; ')}.`,
  ]);
  if (page !== undefined) return [words, cut(page)];
  if (results.length > 1) return [words, cut(patchOf(results, paths))];
  return [words, ...results.map(shown)];
}

interface SoFar extends Pick<Told, 'rules' | 'token'> {
  readonly figures: string;
  readonly isEnding: boolean;
  /** The best result so far, and where it is, if it is there already. */
  readonly content?: Content;
  readonly path?: string;
}

export function answerSoFar({ figures, token, rules, isEnding, content, path }: SoFar): Answer {
  const words = wordsOf([
    isEnding ? `${figures}: the run is about to end.` : `${figures}: the run goes on.`,
    `Call whittle_continue with the token ${token} to wait for its end${isEnding ? '' : ', or with stop to end it now'}.`,
    content === undefined ? 'There is no result to show yet.' : undefined,
    path === undefined ? undefined : `The best result so far is in ${path}. It has not been tested again.`,
    ...rules.map(toldRule),
  ]);
  return content === undefined ? [words] : [words, shown(content)];
}

/** A call that has no result: the sentence, and the end of what the command has printed. */
export function answerTo(error: unknown): Answer {
  const { message, output, code, path } = error as NodeJS.ErrnoException & { readonly output?: string };
  const sentence = code?.startsWith('E')
    ? `${path ?? 'A file of the run'} cannot be used (${code}): give another path, or make this one readable and writable.`
    : spelled(message, 'agent');
  const words = clipped(sentence, mostOfALine);
  return output ? [words, `Its output ends with:\n${output.slice(-900).trim()}`] : [words];
}

function toldRule({ rule, learned }: SettledRule): string {
  return `${learned ? 'Learned from the failure' : 'What counts as the failure'}: ${describedRule(rule)}.`;
}

function wordsOf(lines: readonly (string | false | undefined)[]): string {
  const told = lines.filter((line) => line).map((line) => clipped(line as string, mostOfALine));
  return clipped(told.join('\n'), mostWords);
}

function clipped(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

/** A result as text: of several files, each below its name. */
function shown(content: Content): string {
  if (!isFileSet(content)) return cut(Buffer.from(content).toString());
  const texts = content.files.map(({ path, bytes }) => {
    const isText = !bytes.includes(0);
    return `--- ${path}\n${isText ? Buffer.from(bytes).toString() : `(${bytes.length} bytes that are no text)`}`;
  });
  return cut(texts.join('\n'));
}

function cut(text: string): string {
  return text.length > longest ? `${text.slice(0, longest)}\n(The file has the rest.)` : text;
}

const ends: Record<EndTold['ending'], string> = {
  done: 'nothing is left to try',
  time: 'stopped at maxTime',
  tests: 'stopped at maxTests',
  size: 'small enough',
  enough: 'stopped',
  interrupted: 'stopped by the user',
  broken: 'the run failed',
};
