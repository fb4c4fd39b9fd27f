/** A run as plain data: kept while it is under way, to resume it, and when it has ended, for the history and for reports. */
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { release, type } from 'node:os';
import { basename, join } from 'node:path';
import * as vscode from 'vscode';
import { version } from '../../../package.json';
import type { RuleSource } from '../../oracle/judging/ruleWords';
import { privately, whenUnlocked } from '../../oracle/platform/files';
import { oneAtATime } from '../../oracle/processes/run';
import { type TestOracle, commandsOf, withRules } from '../../reduction/job';
import { digest } from '../../text/encoding';
import { type Writer, thisProcess } from '../../reduction/journal/identity';
import { type FileRemoval, type FolderOutcome, type IsolatedTexts, type RunJob, isFolder } from '../../host/port';
import type { Recipe } from '../oracles/taskOracle';
import type { Reduction } from '../runs/kinds';
import type { KeptState, Run } from '../runs/run';

export interface RunRecord extends KeptState {
  /** The address of the document or the folder. */
  readonly uri: string;
  /** From its workspace folder, with `/`; outside of any its name. */
  readonly path: string;
  readonly languageId?: string;
  /** Of an isolation: the address of the file that passes, or '' for the empty file. */
  readonly passing?: string;
  /** Of several files: where they were looked for, absolute. */
  readonly paths?: readonly string[];
  /** Time of the last write, ms since 1970, and its process. */
  readonly when: number;
  readonly writer: Writer;
  /** `Whittle 0.1.0`, `Visual Studio Code 1.100.0`, `Linux 6.1 x64`, … */
  readonly versions: readonly string[];
  /** See `inputDigest`; '' for several files, whose journal tells. */
  readonly input: string;
  /** Starts a run in the same way: a task by its name, or a command that is no task. */
  readonly again?: { readonly task: string } | { readonly recipe: Recipe };
  readonly job: RecordedJob;
  /** What is gone of a document. */
  readonly removals?: readonly FileRemoval[];
  /** The result, if it is not too long: a text, two, or the directory with it. Byte order marks included. */
  readonly outcome?: string | IsolatedTexts | { readonly path?: string };
  /** The user was asked whether to resume it. */
  readonly offered?: boolean;
}

/** A run that has ended, or without an end one that was interrupted. */
export type KeptRun = RunRecord & { readonly id: string };

/** What the run depends on except texts, commands and workers: those may hold secrets. */
type RecordedJob = Pick<RunJob, 'tests' | 'search' | 'limits' | 'notice'> & {
  readonly input: { readonly fixed?: unknown; readonly reproduces?: boolean };
  /** Of the commands. */
  readonly rules: readonly (RuleSource | undefined)[];
  /** In place of commands. */
  readonly test?: TestOracle;
};

/** Records above this length are kept without the result. */
export const longest = 1_000_000;

/** As far as the run has come. */
export function recordOf(run: Run): RunRecord {
  const { uri, job, named, end, course } = run;
  const { oracle, tests, search, limits, notice } = job;
  const { rest, ...input } = ofInput(run);
  const isInFolder = vscode.workspace.getWorkspaceFolder(uri) !== undefined;
  const path = isInFolder ? vscode.workspace.asRelativePath(uri, false) : basename(uri.path);
  const record: RunRecord = {
    ...stateOf(run),
    ...{ uri: uri.toString(), path, when: Date.now(), writer: thisProcess(), versions: versions() },
    ...input,
    again: named.task === undefined ? named.recipe && { recipe: named.recipe } : { task: named.task },
    job: {
      ...{ input: rest, tests, search, limits, notice },
      rules: commandsOf(oracle).map(({ rule }) => rule),
      test: oracle.kind === 'test' ? oracle : undefined,
    },
  };
  const whole = end && { ...record, ...resultOf(run) };
  const shorter = whole && { ...whole, end: { ...end, others: undefined } };
  const kept = [whole, shorter].find((one) => one && JSON.stringify(one).length <= longest);
  if (kept) return kept;
  return { ...record, course: course.length > 1 ? [course[0], course.at(-1)!] : course };
}

export function stateOf(run: KeptState & { readonly ms?: number }): KeptState {
  const { search, unit, files, course, tests, rules, about, earlierMs, ms = 0, end } = run;
  return { search, unit, files, course, tests, rules, about, earlierMs: earlierMs + ms, end };
}

function resultOf({ job, outcome, removals }: Run): Pick<RunRecord, 'outcome' | 'removals'> {
  if (isFolder(job)) return { outcome: { path: (outcome as FolderOutcome).path } };
  return { outcome, removals: [...removals.values()] };
}

/** `rest`: without what is long. */
function ofInput(run: Run) {
  const { job } = run;
  if (isFolder(job)) {
    const { found: _, open: _open, paths, ...rest } = job.input;
    return { paths, input: '', rest };
  }
  const { text: _, passing: text, ...rest } = job.input;
  const { originalText, made, document } = run as Reduction;
  const passing = text === undefined ? undefined : (made.passing ?? '');
  return { passing, languageId: document.languageId, input: inputDigest([originalText, text]), rest };
}

/** The job of the recorded run, from one that begins now by the same commands. */
export function jobOf<J extends RunJob>(now: J, { job: { rules, test, input, ...recorded } }: RunRecord): J {
  return { ...now, ...recorded, input: { ...now.input, ...input }, oracle: test ?? withRules(now.oracle, rules) };
}

/** Of the texts of a run, whatever their line ends and byte order marks: documents know little of those. */
export function inputDigest(texts: readonly (string | undefined)[]): string {
  const plain = texts.filter(Boolean).map((text) => text!.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n'));
  return digest(plain.join('\0'));
}

function versions(): string[] {
  // The kind of place, say wsl; not an address.
  const remoteName = /^[a-z][a-z-]*(?:$|(?=\+))/.exec(vscode.env.remoteName ?? '')?.[0];
  return [
    `Whittle ${version}`,
    `${vscode.env.appName} ${vscode.version}${remoteName ? ` (${remoteName})` : ''}`,
    `${type()} ${release()} ${process.arch}`,
  ];
}

/** The last ones by their names stay. */
const mostRuns = 20;

/** Changes with the meaning of records. */
const format = 5;

/** A draft becomes the record when it is whole. */
const fileName = /^([\w-]+)\.(?:json|draft)$/;

/** JSON files of one folder. A reader finds a file whole or not at all; files of another format are left out. */
export class Records {
  /** Writes run one after the other: the last one stays. */
  private readonly inTurn = oneAtATime((act: () => Promise<void>) => act());

  constructor(readonly folder: string) {}

  async list(): Promise<KeptRun[]> {
    const ids = (await this.names()).flatMap((name) => (name.endsWith('.json') ? fileName.exec(name)![1] : []));
    return (await Promise.all(ids.map((id) => this.read(id)))).flatMap((record) => record ?? []);
  }

  async read(id: string): Promise<KeptRun | undefined> {
    await this.inTurn(async () => {});
    try {
      const found = JSON.parse(await readFile(this.fileOf(id), 'utf8')) as RunRecord & { readonly format: number };
      const { format: written, ...record } = found;
      return written === format ? { ...record, id } : undefined;
    } catch {
      return undefined;
    }
  }

  /** Rejects if it cannot be written. */
  write(id: string, record: RunRecord): Promise<void> {
    return this.inTurn(async () => {
      const draft = join(this.folder, `${id}.draft`);
      await mkdir(this.folder, { recursive: true });
      await writeFile(draft, JSON.stringify({ ...record, format }), { mode: privately.file });
      await whenUnlocked(() => rename(draft, this.fileOf(id)));
      const old = (await this.names()).slice(mostRuns);
      await Promise.all(old.map((name) => rm(join(this.folder, name), { force: true })));
    });
  }

  remove(id: string): Promise<void> {
    return this.inTurn(() => rm(this.fileOf(id), { force: true })).catch(() => {});
  }

  /** The last one first. */
  private async names(): Promise<string[]> {
    const names = await readdir(this.folder).catch(() => []);
    return names
      .filter((name) => fileName.test(name))
      .sort()
      .reverse();
  }

  private fileOf(id: string): string {
    return join(this.folder, `${id}.json`);
  }
}
