/**
 * Options in the sentences that all interfaces share. Such a sentence has marks, as in `test a copy (‹place=overlay›)`, which each interface
 * spells as its users write them: `--place overlay`, `setting Place: overlay`, `"place": "overlay"`, `place: 'overlay'`.
 */
import * as l10n from '@vscode/l10n';
import type { Surface } from './row';
import { rowsOf, type AnyRow } from './values';

/** Who tells a sentence to the user. */
export type Speaker = 'terminal' | 'window' | 'agent' | 'library';

const surfaces: Readonly<Record<Speaker, readonly Surface[]>> = {
  terminal: ['reduce', 'test', 'isolate', 'compare', 'repro', 'worker', 'tests'],
  window: ['setting', 'task'],
  agent: ['whittle_reduce', 'whittle_isolate'],
  library: ['reduce()', 'isolate()', 'compare()'],
};

/** An option as an interface has it, and what to set it to, if that is told. */
interface Marked {
  readonly name: string;
  readonly row: AnyRow;
  readonly value?: string | number;
}

/** Marks that follow each other become one text: `--runs 5 --need 2`. An option that the interface lacks is spelled as in a terminal. */
export function spelled(sentence: string, speaker: Speaker): string {
  return sentence.replace(/‹\w+(?:=[^›]*)?›(?: ‹\w+(?:=[^›]*)?›)*/g, (marks) => {
    const own = markedIn(marks, speaker);
    if (own) return spellings[speaker](own);
    const flags = markedIn(marks, 'terminal');
    return flags ? l10n.t('in a terminal: {0}', spellings.terminal(flags)) : marks;
  });
}

/** Undefined if the interface lacks one of the options, or does not take its value. */
function markedIn(marks: string, speaker: Speaker): Marked[] | undefined {
  const all = [...marks.matchAll(/‹(\w+)(?:=([^›]*))?›/g)].map(([, name, text]) => {
    const rows = surfaces[speaker].flatMap((surface) => rowsOf(surface)).filter(([one]) => one === name);
    return rows.map(([, row]) => markedBy(name, row, text)).find((one) => one !== undefined);
  });
  return all.includes(undefined) ? undefined : (all as Marked[]);
}

function markedBy(name: string, row: AnyRow, text: string | undefined): Marked | undefined {
  if (text === undefined) return { name, row };
  const value = row.read(row.fromText?.(text) ?? text);
  return value === undefined ? undefined : { name, row, value: typeof value === 'number' ? value : text };
}

const spellings: Readonly<Record<Speaker, (marks: readonly Marked[]) => string>> = {
  terminal: (marks) => marks.map(inTerminal).join(' '),
  window: inWindow,
  agent: (marks) => marks.map(({ name, value }) => field(`"${name}"`, value, '"')).join(', '),
  library: (marks) => marks.map(({ name, value }) => field(name, value, "'")).join(', '),
};

function inTerminal({ name, row, value }: Marked): string {
  // No command has a flag for it.
  if (row.env && !row.on.includes('reduce')) return `${row.env}=${value}`;
  const word = typeof value === 'string' && /[^\w.:,-]/.test(value) ? `'${value}'` : value;
  return [longFlag(name, row), word].join(' ').trim();
}

/** `--max-time` */
export function longFlag(name: string, { flags = '' }: AnyRow): string {
  return /--[\w-]+/.exec(flags)?.[0] ?? `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** The title of a command, as the Settings editor has them, or as a task has. */
function inWindow(marks: readonly Marked[]): string {
  const [{ row: first }] = marks;
  if (first.title !== undefined) return l10n.t(first.title);
  if (marks.some(({ row }) => !row.on.includes('setting'))) return l10n.t('{0} in tasks.json', spellings.agent(marks));
  /** `Max Time` */
  const titleOf = (name: string) =>
    name.replace(/^.|[A-Z]/g, (letter, at: number) => (at === 0 ? letter.toUpperCase() : ` ${letter}`));
  const titles = marks.map(({ name, value }) => field(titleOf(name), value, ''));
  return l10n.t('setting {0}', titles.join(', '));
}

function field(name: string, value: Marked['value'], quote: string): string {
  if (value === undefined) return name;
  return `${name}: ${typeof value === 'number' ? value : `${quote}${value}${quote}`}`;
}
