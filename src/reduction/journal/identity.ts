/** Whose journal it is: one with the same identity may resume it (budgets and jobs may differ), unless another process writes it. */
import { version } from '../../../package.json';
import type { PropertyCalibration } from '../../oracle/calibration/calibrateProperty';
import type { Reliability } from '../../oracle/judging/evidence';
import { repeatOf } from '../../oracle/judging/repeat';
import { exitZero } from '../../oracle/judging/rule';
import type { OracleAnswer } from '../../oracle/oracle';
import { oracleIdentity } from '../../oracle/property';
import { toldPass } from '../../oracle/passes';
import { attempt } from '../../oracle/platform/files';
import { isAlive, platform } from '../../oracle/platform/platform';
import type { Ending } from '../events/events';
import { defaultUnit } from '../../strategies/isolation';
import { digest } from '../../text/encoding';
import { type AnyJob, type FilesInput, type PairInput, type TextInput, commandsOf, isFiles } from '../job';
import { searchFrom, searchText } from '../searches/searchValue';

export interface Identity {
  readonly version: string;
  /** Hash of the text. */
  readonly input: string;
  readonly oracle: string;
  /** All that the search depends on beside the text, as JSON. */
  readonly search: string;
}

export function identityOf(job: AnyJob): Identity {
  const { minimize, prefer } = job.tests;
  const { options, ...chosen } = searchFrom(job.search);
  // How many tests run at once, and which, may differ.
  const tested = searchText({ ...chosen, options: { ...options, loop: undefined, commit: undefined } });
  const search = { search: tested, passes: job.passes?.map(toldPass), minimize, prefer };
  const [input, more] = isFiles(job) ? filesTold(job.input) : textTold(job.input);
  return { version, input: digest(input), oracle: oracleOf(job), search: JSON.stringify({ ...more, ...search }) };
}

function textTold(input: TextInput & Partial<PairInput>): [input: string, more: object] {
  const { fileName, languageId = null, fixed = null, kept = [], encoding, text, passing, unit = defaultUnit } = input;
  return passing === undefined
    ? [`${encoding}\n${text}`, { fileName, languageId, fixed, kept }]
    : [JSON.stringify([encoding, text, passing]), { fileName, languageId, unit }];
}

function filesTold({ files, likely }: FilesInput): [input: string, more: object] {
  const each = files.map(({ path, encoding, text, bytes }) => {
    return JSON.stringify([path, encoding, bytes ? digest(bytes) : text]);
  });
  return [each.join('\n'), { kept: files.map(({ kept = [] }) => kept), likely: likely ?? null }];
}

/** Environment variables may be secret: only the hash is kept. Rules that are yet to be learned are in the journal. */
function oracleOf({ oracle, tests }: AnyJob): string {
  const repeat = repeatOf(tests.runs, tests.need);
  const commands = commandsOf(oracle).map(({ command, rule = exitZero }) => {
    const named = typeof rule === 'string' ? exitZero : rule;
    return `${oracleIdentity({ command, rule: named, repeat })} ${typeof rule === 'string' ? rule : ''}`;
  });
  return digest(commands.join('\n'));
}

export interface Writer {
  readonly pid: number;
  /** When it started, as the system counts; where that is known, another process with the same number is another one. */
  readonly started?: string;
}

let own: Writer | undefined;

/** Asked for once: a system may start a program to tell. */
export function thisProcess(): Writer {
  return (own ??= { pid: process.pid, started: platform.startOf(process.pid) });
}

export function isRunning({ pid, started }: Writer): boolean {
  return isAlive(pid, (now) => started === undefined || now === started);
}

/** Another process, which is running. */
export function runsElsewhere(writer: Writer): boolean {
  const { pid, started } = thisProcess();
  return (pid !== writer.pid || started !== writer.started) && isRunning(writer);
}

/** Changes with the meaning of lines, and of their sums. */
export const format = 7;

interface Header extends Identity {
  readonly journal: 'whittle';
  readonly format: number;
}

export type Line =
  | readonly [key: string, answer: OracleAnswer]
  | { readonly calibrated: PropertyCalibration }
  /** In this phase of the run, after that many commits, the stage was skipped. */
  | { readonly skipped: { readonly phase: number; readonly commits: number } }
  /** After the search, its test turned out to be flaky. */
  | { readonly wavers: Reliability }
  /** A process begins to write. */
  | { readonly writer: Writer }
  | { readonly ended: Ending };

export interface Recorded {
  readonly header: Header;
  calibration?: PropertyCalibration;
  /** By key; a candidate that timed out, or whose test is flaky, may have been tested again. */
  readonly answers: Map<string, OracleAnswer[]>;
  /** Phases that were skipped, with the number of commits before that. */
  readonly skips: Map<number, number>;
  wavers?: Reliability;
  /** How the last process that wrote ended the run; undefined if it was killed. */
  ending?: Ending;
  writer?: Writer;
  /** Lines that are not as they were written. */
  damaged: number;
}

/** The line as it stands in the file, with its end. */
export function sealed(line: Line): string {
  const text = JSON.stringify(line);
  return `${text} ${sumOf(text)}\n`;
}

/** 48 bits. */
const sumOf = (text: string): string => digest(text).slice(0, 12);

/** Undefined if it is another line than was written. */
function unsealed(line: string): Line | undefined {
  const end = line.lastIndexOf(' ');
  const text = line.slice(0, Math.max(0, end));
  return line.slice(end + 1) === sumOf(text) ? (JSON.parse(text) as Line) : undefined;
}

const headerStart = '{"journal":"whittle"';

export function headerLine(identity: Identity): string {
  return `${JSON.stringify({ journal: 'whittle', format, ...identity } satisfies Header)}\n`;
}

/** 'empty' if not even the header was written whole; undefined if it is no journal. */
export function readJournal(text: string): Recorded | 'empty' | undefined {
  const [first, ...lines] = text.split('\n');
  if (lines.length === 0 && headerStart.startsWith(first.slice(0, headerStart.length))) return 'empty';
  const header = first.startsWith(headerStart) ? attempt(() => JSON.parse(first) as Header, undefined) : undefined;
  if (!header) return undefined;
  const recorded: Recorded = { header, answers: new Map(), skips: new Map(), damaged: 0 };
  for (const one of lines.filter(Boolean)) {
    const line = unsealed(one);
    if (line) take(recorded, line);
    else recorded.damaged++;
  }
  return recorded;
}

/** Verdicts belong to the calibration before them: it has the rule. */
function take(recorded: Recorded, line: Line): void {
  const { calibration, answers, skips } = recorded;
  if ('length' in line) {
    const [key, answer] = line;
    const before = answers.get(key) ?? [];
    if (calibration && before.every(({ timedOut, tally }) => timedOut || tally || recorded.wavers))
      answers.set(key, [...before, answer]);
    return;
  }
  recorded.ending = 'ended' in line ? line.ended : undefined;
  if ('writer' in line) recorded.writer = line.writer;
  if ('skipped' in line) skips.set(line.skipped.phase, line.skipped.commits);
  if ('wavers' in line) recorded.wavers = line.wavers;
  if ('calibrated' in line) {
    recorded.calibration = line.calibrated;
    recorded.wavers = undefined;
    answers.clear();
    skips.clear();
  }
}
