/** Runs a command in a folder's real place and on copies of it, until a copy with some of the left-out files fails as the folder does. */
import { type Dirent, lstatSync, readdirSync, statSync } from 'node:fs';
import { basename, join, posix } from 'node:path';
import * as l10n from '@vscode/l10n';
import { OracleError, learnFrom } from '../../oracle/calibration/calibrate';
import { diagnosis, firstTimeoutMs, wasNotFound } from '../../oracle/calibration/diagnosis';
import { realPlace } from '../../oracle/calibration/elsewhere';
import type { PlacedFile } from '../../oracle/content';
import { failureLine } from '../../oracle/judging/failureLine';
import { learnedRule } from '../../oracle/judging/learnedRule';
import { describedCode, exitZero, judgeOf, type VerdictRule } from '../../oracle/judging/rule';
import { toldRule } from '../../oracle/judging/ruleWords';
import type { FullAnswer, Oracle } from '../../oracle/oracle';
import type { Place } from '../../oracle/sandbox';
import type { Ran } from '../../oracle/tester';
import { placed, type JobFile } from '../subjects/fileSet';
import type { CommandOracle } from '../job';
import type { FilesJob, RealFolder } from '../subjects/filesPlan';
import { type FoundFile, jobFiles } from './findFolder';
import { isLeftOut } from './listing';

export interface Given {
  readonly job: FilesJob;
  readonly oracle: CommandOracle;
  readonly real: RealFolder;
  readonly given: readonly PlacedFile[];
  readonly signal: AbortSignal;
}

/** Rounds in which an output names further files. */
const mostRounds = 5;

/** Together, bytes: of the files that no output names. */
const mostUnnamed = 5e6;

export interface Found {
  readonly taken: readonly JobFile[];
  /** Of the copy with these files. */
  readonly answer: FullAnswer;
}

/** One command on copies of the folder. */
export class Trial {
  private readonly paths: readonly string[];
  private readonly leftOut: readonly ReturnType<typeof leftOutOf>[number][];
  private readonly read = new Map<string, JobFile>();
  private readonly bytes = new Map<JobFile, PlacedFile>();
  private holds = ({ verdict }: FullAnswer): boolean => verdict === 'holds';

  constructor(
    private readonly part: Oracle,
    private readonly run: Given,
    private readonly before: readonly JobFile[],
  ) {
    this.paths = [...run.job.input.files, ...before].map(({ path }) => path);
    this.leftOut = leftOutOf(run.real.base, this.paths);
  }

  /** The first run. Throws `OracleError`. */
  async learn(learn: 'same-failure' | 'auto'): Promise<Ran | undefined> {
    const { part, run } = this;
    const { base } = run.real;
    const place = await realPlace(base, base);
    if (!place) return undefined;
    const real = await this.observe([], place);
    if (real.timedOut || real.outgrew || wasNotFound(real, exitZero)) {
      const start = {
        input: { files: run.given },
        empty: { files: [] },
        timeoutMs: this.timeoutMs,
        signal: run.signal,
      };
      const { message, remedy } = await diagnosis(part, real, start);
      throw new OracleError(message, real.output, remedy);
    }
    learnFrom(part, real, { learn, landmarks: run.oracle.landmarks, ...this.input });
    return real;
  }

  /** `learned`: the rule is that of the real place. Throws `OracleError` if no copy fails so. */
  async likeTheFolder(learned: boolean): Promise<Found> {
    const answer = await this.observe([]);
    const isAny = !learned && this.holds(answer) && takesAnyFailure(this.part.rule);
    if (isAny) await this.expectTheSame();
    if (this.holds(answer) || answer.timedOut || answer.outgrew) return { taken: this.before, answer };
    const found = (await this.withNamed(answer)) ?? (isAny ? undefined : await this.withAll());
    if (found) return found;
    if (learned) throw new OracleError(copyDiffers(this.part.rule, answer), answer.output);
    return { taken: this.before, answer };
  }

  /** Of a rule that any failure satisfies: that of the whole folder is meant. */
  private async expectTheSame(): Promise<void> {
    const all = this.run.real.whole ? await this.all() : [];
    if (all.length === 0) return;
    const { verdict, status, said } = await this.observe(all);
    if (verdict !== 'holds') return;
    const judge = judgeOf(learnedRule({ status, ...said }, this.input));
    this.holds = (one) => judge(one.status, one.said) === 'holds';
  }

  private async withNamed(first: FullAnswer): Promise<Found | undefined> {
    let answer = first;
    const taken: JobFile[] = [];
    for (let round = 0; round < mostRounds; round++) {
      const rest = this.leftOut.filter(({ path }) => !taken.some((one) => one.path === path));
      const named = namedIn(answer.output, rest, this.paths);
      if (named.length === 0) return undefined;
      taken.push(...(await this.readAll(named)));
      answer = await this.observe(taken);
      if (this.holds(answer)) return { taken: [...this.before, ...taken], answer };
    }
    return undefined;
  }

  /** The failure may only come now and then; else all that is small is taken. */
  private async withAll(): Promise<Found | undefined> {
    const again = await this.observe([]);
    if (this.holds(again)) return { taken: this.before, answer: again };
    const all = this.run.real.whole ? await this.all() : [];
    const answer = all.length > 0 ? await this.observe(all) : again;
    return this.holds(answer) ? { taken: [...this.before, ...all], answer } : undefined;
  }

  private all(): Promise<JobFile[]> {
    let sum = 0;
    return this.readAll(this.leftOut.filter(({ size }) => (sum += size) <= mostUnnamed));
  }

  private async readAll(found: typeof this.leftOut): Promise<JobFile[]> {
    const { files } = await jobFiles(found.filter(({ path }) => !this.read.has(path)));
    for (const file of files) this.read.set(file.path, file);
    return found.map(({ path }) => this.read.get(path)!);
  }

  private observe(more: readonly JobFile[], place?: Place): Promise<FullAnswer> {
    const files = [...this.run.given, ...[...this.before, ...more].map((file) => this.placedOnce(file))];
    return this.part.observe({ files }, this.timeoutMs, this.run.signal, place);
  }

  private placedOnce(file: JobFile): PlacedFile {
    const known = this.bytes.get(file) ?? placed(file);
    this.bytes.set(file, known);
    return known;
  }

  private get timeoutMs(): number {
    return this.run.job.tests.timeoutMs ?? firstTimeoutMs;
  }

  /** For a learned rule. */
  private get input() {
    const { files } = this.run.job.input;
    return { text: files.map(({ text }) => text).join('\n'), fileName: files.map(({ path }) => basename(path)) };
  }
}

/** Another failure than the folder's satisfies it too. */
function takesAnyFailure({ exit, match = [], failure }: VerdictRule): boolean {
  return exit !== undefined && exit.codes.includes(0) === Boolean(exit.not) && match.length === 0 && !failure;
}

function copyDiffers(rule: VerdictRule, { said, status }: FullAnswer): string {
  const line = failureLine(said)?.line;
  return l10n.t(
    'A copy of the folder does not fail as the folder itself does ({0}), but with {1}: name the files that it lacks beside the folder (git ignores them, or they are large), or use a test that does not depend on where the folder lies.',
    toldRule(rule),
    line === undefined ? l10n.t('exit code {0}', describedCode(status)) : `"${line.trim().slice(0, 200)}"`,
  );
}

/** Larger files, and those after so many, are not taken along: they are built, or data. */
const most = { bytes: 1e6, files: 500, entries: 20_000 };

/** Regular files and links to them, the nearest to the top first. `given`: paths in the folder that are not left out. */
export function leftOutOf(base: string, given: readonly string[]): FoundFile[] {
  const known = new Set(given);
  const found: FoundFile[] = [];
  let entries = 0;
  for (const waiting = ['']; waiting.length > 0 && found.length < most.files;) {
    const way = waiting.shift()!;
    for (const { name } of childrenOf(join(base, way))) {
      if (isLeftOut(name) || ++entries > most.entries) continue;
      const [path, at] = [posix.join(way, name), join(base, way, name)];
      const status = statSync(at, { throwIfNoEntry: false });
      if (status?.isDirectory() && !known.has(path) && !isLink(at)) waiting.push(path);
      if (!status?.isFile() || known.has(path) || status.size > most.bytes) continue;
      found.push({ at, path, size: status.size, mode: status.mode });
    }
  }
  return found.slice(0, most.files);
}

function isLink(at: string): boolean {
  return lstatSync(at).isSymbolicLink();
}

/** None of a directory that is closed to us. */
function childrenOf(directory: string): Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return [];
  }
}

/** Those whose path, or that of a directory that only they are in, an output contains; else those whose name it contains. */
export function namedIn<F extends { readonly path: string }>(
  output: string,
  leftOut: readonly F[],
  given: readonly string[],
): F[] {
  const there = new Set(given.flatMap(around));
  const text = output.replaceAll('\\', '/');
  const says = (path: string) => !there.has(path) && contains(text, path);
  const named = leftOut.filter(({ path }) => [path, ...around(path)].some(says));
  return named.length > 0 ? named : leftOut.filter(({ path }) => contains(text, posix.basename(path)));
}

/** The directories above a path. */
function around(path: string): string[] {
  const found: string[] = [];
  for (let at = posix.dirname(path); at !== '.'; at = posix.dirname(at)) found.push(at);
  return found;
}

/** Not as a part of a longer name. */
function contains(text: string, path: string): boolean {
  for (let at = text.indexOf(path); at >= 0; at = text.indexOf(path, at + 1)) {
    const [before, after] = [text[at - 1] ?? '', text.slice(at + path.length, at + path.length + 2)];
    if (!/[\w.-]/.test(before) && !/^(?:[\w-]|\.\w)/.test(after)) return true;
  }
  return false;
}
