/** Puts a task into the text of tasks.json: its comments, order and layout stay. */
import * as l10n from '@vscode/l10n';
import { type Node, type ParseError, applyEdits, findNodeAtLocation, modify, parse, parseTree } from 'jsonc-parser';
import { type ExitRule, type OutputPattern, type VerdictRule, exitZero } from '../../oracle/judging/rule';
import type { RuleWords } from '../../oracle/judging/ruleWords';
import { taskProblem } from '../window/buttons';

type Task = Readonly<Record<string, unknown>>;

interface Layout {
  readonly eol: string;
  /** One step of indentation. */
  readonly indent: string;
}

const empty = '{\n  "version": "2.0.0",\n  "tasks": []\n}\n';

/** A task with this label is replaced; else it comes last. Throws `Problem`. */
export function withTask(text: string, task: Task): string {
  const before = text.trim() === '' ? empty : text;
  const errors: ParseError[] = [];
  const root = parseTree(before, errors, { allowTrailingComma: true });
  const list = root && findNodeAtLocation(root, ['tasks']);
  if (errors.length > 0 || root?.type !== 'object' || (list && list.type !== 'array')) {
    throw taskProblem(l10n.t('tasks.json cannot be read: fix its syntax, then save the task again.'));
  }
  const layout = layoutOf(before);
  const labels = (list?.children ?? []).map((one) => findNodeAtLocation(one, ['label'])?.value as unknown);
  const same = labels.indexOf(task.label);
  if (list && same < 0) return withLast(before, list, task, layout);
  return changed(before, list ? ['tasks', same] : ['tasks'], list ? task : [task], layout);
}

/** The task with this label, as it is; undefined if there is none, or the text cannot be read. */
export function taskIn(text: string, label: string): Task | undefined {
  const tasks = (parse(text) as { readonly tasks?: unknown } | undefined)?.tasks;
  return Array.isArray(tasks) ? (tasks as Task[]).find((task) => task?.label === label) : undefined;
}

function changed(text: string, path: (string | number)[], value: unknown, { eol, indent }: Layout): string {
  const formattingOptions = { eol, insertSpaces: indent !== '\t', tabSize: indent.length };
  return applyEdits(text, modify(text, path, value, { formattingOptions }));
}

/** jsonc-parser would lay out the element before anew, and lose which of them a comment belongs to. */
function withLast(text: string, list: Node, task: Task, { eol, indent }: Layout): string {
  const end = list.offset + list.length - 1;
  const last = list.children?.at(-1);
  const lastEnd = last ? last.offset + last.length : list.offset + 1;
  const between = text.slice(lastEnd, end).trimEnd();
  const needsComma = last !== undefined && !withoutComments(between).includes(',');
  const outer = /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', list.offset) + 1))![0];
  const lines = JSON.stringify(task, null, indent).split('\n');
  const added = lines.map((line) => eol + outer + indent + line).join('');
  return `${text.slice(0, lastEnd)}${needsComma ? ',' : ''}${between}${added}${eol}${outer}${text.slice(end)}`;
}

function withoutComments(text: string): string {
  return text.replace(/\/\/.*|\/\*[^]*?\*\//g, '');
}

function layoutOf(text: string): Layout {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  return { eol, indent: /^([ \t]+)\S/m.exec(text)?.[1] ?? '  ' };
}

/** An oracle that is in no tasks.json yet, and the task that it would be there. */
export interface Recipe {
  /** The task's name. */
  readonly label: string;
  readonly command: string;
  /** The command is what workers know by that name; where they are the setting says. */
  readonly onWorkers?: boolean;
  /** Absolute; the workspace folder if unset. */
  readonly cwd?: string;
  readonly place?: string;
  /** The test runner's name, if one was recognised. */
  readonly runner?: string;
  /** It is a test: its titles, outermost first; none: the first one of the file that fails. */
  readonly test?: readonly string[];
  /** Path of its file, if that is not the document. */
  readonly testFile?: string;
}

/** Plain JSON. `file` and `cwd` are relative to the workspace folder. */
export function taskFrom(
  { label, command, onWorkers, place, test }: Recipe,
  { file, cwd, rule }: { readonly file: string; readonly cwd: string; readonly rule: VerdictRule | undefined },
): Record<string, unknown> {
  if (test) return { label, type: 'whittle', file, test, problemMatcher: [] };
  return {
    label,
    type: 'whittle',
    ...(onWorkers ? { cluster: { oracle: command } } : { command }),
    ...(cwd !== '' && { cwd: `\${workspaceFolder}/${cwd}` }),
    file,
    ...(place && { place }),
    ...(rule && wordsOf(rule)),
    problemMatcher: [],
  };
}

/** A rule as tasks.json says it: `ruleFrom` reads it back. */
export function wordsOf({ exit, match = [], noMatch = [] }: VerdictRule): RuleWords {
  const [must, mustNot] = [match, noMatch].map((patterns) => patterns.map(patternText));
  const usual = must.length > 0 ? undefined : exitZero.exit;
  return {
    ...(JSON.stringify(exit) !== JSON.stringify(usual) && { exit: exit ? exitText(exit) : 'any' }),
    ...(must.length > 0 && { match: must }),
    ...(mustNot.length > 0 && { noMatch: mustNot }),
  };
}

function exitText({ codes, not }: ExitRule): string {
  return `${not ? 'not ' : ''}${codes.join(',')}`;
}

function patternText({ stream, pattern }: OutputPattern): string {
  return stream ? `${stream}:${pattern}` : pattern;
}
