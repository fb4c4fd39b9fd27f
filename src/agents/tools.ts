/** The tools for coding agents: their texts, arguments, results and answers. `whittle mcp` and the editor serve them. */
import { basename, dirname } from 'node:path';
import { OptionError, type Schema } from '../options/kinds';
import { checkedOptions, rowsOf, sentenceOf, type Values } from '../options/values';
import { patchOf } from '../reduction/ending/outputs';
import type { EndTold, Finished, Isolated } from '../reduction/events/events';
import { apart, sizes, testCount } from '../reduction/events/progress';

type ToolName = 'whittle_reduce' | 'whittle_isolate';

/** Of any tool. */
export type Arguments = Values<ToolName>;

export interface Tool {
  readonly name: ToolName;
  readonly title: string;
  readonly description: string;
  readonly required: readonly string[];
  /** JSON schema. */
  readonly result: Schema;
}

/** What the agent gets; `told` has the form of `result`. */
export interface Answer {
  readonly texts: readonly string[];
  readonly told: Readonly<Record<string, unknown>>;
}

/** The call cannot work. The message is one sentence with the remedy. */
export class ToolError extends Error {}

/** The arguments of a tool. Throws `OptionError`. */
export function argumentsOf({ name, required }: Tool, given: unknown): Arguments {
  const values: Arguments = checkedOptions(name, given ?? {}, required);
  if (name === 'whittle_isolate') return values;
  if ((values.command === undefined) === (values.test === undefined)) {
    throw new OptionError('Give either command, or test for a failing test file.');
  }
  const rule = ['exit', 'match', 'noMatch', 'sameFailure', 'place', 'runs', 'need'] as const;
  if (values.test && rule.some((option) => values[option] !== undefined)) {
    throw new OptionError(`A failing test has its own rule: remove ${rule.slice(0, -1).join(', ')} and need.`);
  }
  return values;
}

/** The arguments as a JSON schema. */
export function argumentShape({ name, required }: Tool): Schema {
  const properties = rowsOf(name).map(([option, row]) => {
    const { enumDescriptions: _, ...schema } = row.schema;
    return [option, { ...schema, description: sentenceOf(row) }];
  });
  return { type: 'object', properties: Object.fromEntries(properties), required, additionalProperties: false };
}

const text = (description: string): Schema => ({ type: 'string', description });
const number: Schema = { type: 'number' };
const beforeAndAfter = resultShape({ before: number, after: number });

/** All fields but `problem` are always there. */
function resultShape(properties: Readonly<Record<string, Schema>>): Schema {
  return { type: 'object', properties, required: Object.keys(properties).filter((name) => name !== 'problem') };
}

/** Characters of a text in an answer; the file has all of them. */
const longest = 20_000;

/** What both tools tell of the end. */
const endFields = {
  verified: { type: 'boolean', description: 'The result was tested again at the end and still fails.' },
  ending: {
    enum: ['done', 'time', 'tests', 'size', 'enough', 'interrupted', 'broken'],
    description: 'Why the run ended: done (nothing left to try), a limit (time, tests), or a problem (broken).',
  },
  problem: text('Anything that makes the result doubtful.'),
  tests: number,
  seconds: number,
  notes: { type: 'array', items: { type: 'string' }, description: 'Notices of the run.' },
};

export const reduceTool: Tool = {
  name: 'whittle_reduce',
  title: 'Reduce a failing input',
  description:
    'Makes a failing file small: removes everything that a failure does not need, and writes the few lines that are left to NAME.reduced.EXT beside the file. Give the command that fails and a strict rule: match with the message of the failure, or sameFailure. The command runs tens or hundreds of times on this machine. Without a rule, exit code 0 means that the bug is there, as for a script that checks for it. For a failing test of mocha, jest, vitest, Playwright, node:test, pytest, unittest, go test or cargo test give test in place of command. It can take minutes: set maxTime below the time-out of your tool calls.',
  required: ['file'],
  result: resultShape({
    path: text('The result, beside the input.'),
    text: text(`The result itself, at most ${longest} characters.`),
    cut: { type: 'boolean', description: 'The text was too long; the file has all of it.' },
    bytes: beforeAndAfter,
    tokens: beforeAndAfter,
    ...endFields,
  }),
};

export const isolateTool: Tool = {
  name: 'whittle_isolate',
  title: 'Isolate a failing difference',
  description:
    'Finds the smallest difference between a file that fails and a similar one that passes: the one change that makes the failure appear. Writes NAME.passing.EXT and NAME.failing.EXT beside the failing file and returns their patch. Give the command and a strict rule, as for whittle_reduce.',
  required: ['failing', 'command'],
  result: resultShape({
    failingPath: text('The failing result, beside the failing input.'),
    passingPath: text('The passing result.'),
    difference: text('Their difference as a patch, from the passing to the failing one.'),
    cut: { type: 'boolean', description: 'The patch was too long.' },
    changes: number,
    unit: { type: 'string' },
    ...endFields,
  }),
};

/** `paths`: of the results. */
export function answerOf(
  paths: readonly string[],
  results: readonly Buffer[],
  end: EndTold,
  notes: readonly string[],
): Answer {
  return end.event === 'finished' ? reduced(paths[0], results[0], end, notes) : isolated(paths, results, end, notes);
}

function reduced(path: string, result: Buffer, end: Finished, notes: readonly string[]): Answer {
  const { bytes, tokens } = end;
  const told = endOf(end, notes);
  const { text, cut } = bounded(result.toString());
  const words = `${endWords(sizes(tokens.before, tokens.after), told)}\nThe result is in ${path}.`;
  return {
    texts: [words, cut ? `${text}\n(The file has the rest.)` : text],
    told: { path, text, cut, bytes, tokens, ...told },
  };
}

function isolated(
  [failingPath, passingPath]: readonly string[],
  [failing, passing]: readonly Buffer[],
  end: Isolated,
  notes: readonly string[],
): Answer {
  const patch = patchOf({ failing, passing }, { failing: failingPath, passing: passingPath });
  const { text: difference, cut } = bounded(patch);
  const { changes, unit } = end;
  const told = endOf(end, notes);
  const where = `The results are ${basename(failingPath)} and ${basename(passingPath)} in ${dirname(failingPath)}.`;
  return {
    texts: [`${endWords(apart(end), told)}\n${where}`, difference],
    told: { failingPath, passingPath, difference, cut, changes, unit, ...told },
  };
}

function endOf({ confirmed, ending, problem, tests, ms }: EndTold, notes: readonly string[]) {
  const seconds = Math.round(ms / 100) / 10;
  return { verified: confirmed, ending, problem, tests, seconds, notes: [...notes] };
}

function bounded(text: string): { readonly text: string; readonly cut: boolean } {
  return { text: text.slice(0, longest), cut: text.length > longest };
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

/** `figures · 34 tests · 1.2 s: nothing is left to try.`, and if the result can be trusted. */
function endWords(figures: string, end: ReturnType<typeof endOf>): string {
  const trust = end.verified ? 'It was tested again and still fails.' : 'NOT verified: do not rely on it.';
  const lines = [`${figures} · ${testCount(end.tests)} · ${end.seconds} s: ${ends[end.ending]}. ${trust}`];
  return [...lines, ...(end.problem ? [end.problem] : []), ...end.notes.filter((note) => note !== end.problem)].join(
    '\n',
  );
}

/** Sentences about the terminal's flags are about arguments here. */
export function asArguments(sentence: string): string {
  return sentence
    .replace('choose another --output', 'copy the input to a directory that can be written')
    .replace(/--([a-z][a-z-]+)/g, (flag, name: string) => {
      const option = name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
      return rowsOf('whittle_reduce').some(([one]) => one === option) ? option : flag;
    });
}
