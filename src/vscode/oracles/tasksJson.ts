/** Puts a task into the text of tasks.json: its comments, order and layout stay. */
import * as l10n from '@vscode/l10n';
import { applyEdits, findNodeAtLocation, modify, parse, parseTree, type Node, type ParseError } from 'jsonc-parser';

/** The text is no JSON with comments, or has no list of tasks. The message is one sentence with the remedy. */
export class TasksJsonProblem extends Error {}

type Task = Readonly<Record<string, unknown>>;

interface Layout {
  readonly eol: string;
  /** One step of indentation. */
  readonly indent: string;
}

const empty = '{\n  "version": "2.0.0",\n  "tasks": []\n}\n';

/** A task with this label is replaced; else it comes last. Throws `TasksJsonProblem`. */
export function withTask(text: string, task: Task): string {
  const before = text.trim() === '' ? empty : text;
  const errors: ParseError[] = [];
  const root = parseTree(before, errors, { allowTrailingComma: true });
  const list = root && findNodeAtLocation(root, ['tasks']);
  if (errors.length > 0 || root?.type !== 'object' || (list && list.type !== 'array')) {
    throw new TasksJsonProblem(l10n.t('tasks.json cannot be read: fix its syntax, then save the task again.'));
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
