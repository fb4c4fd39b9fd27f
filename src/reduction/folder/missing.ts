/**
 * The first run of a folder is made in its real place, and the rule is learned there. A copy must fail in the same way: if it does not,
 * it lacks a file that git ignores, or a link. Such files are taken along, those first that the copy's output names.
 */
import { basename } from 'node:path';
import * as l10n from '@vscode/l10n';
import { OracleError, learnFrom } from '../../oracle/calibration/calibrate';
import { diagnosis, firstTimeoutMs, wasNotFound } from '../../oracle/calibration/diagnosis';
import { realPlace } from '../../oracle/calibration/elsewhere';
import type { PlacedFile } from '../../oracle/content';
import { failureLine } from '../../oracle/judging/failureLine';
import { lessonOf } from '../../oracle/judging/learnedRule';
import { type VerdictRule, describedCode, exitZero, judgeOf } from '../../oracle/judging/rule';
import { type Learned, toldRule } from '../../oracle/judging/ruleWords';
import type { FullAnswer, Oracle } from '../../oracle/oracle';
import type { Property } from '../../oracle/property';
import type { Place } from '../../oracle/sandbox';
import type { Ran } from '../../oracle/tester';
import type { Listener } from '../events/events';
import type { CommandOracle, FilesJob, JobFile, RealFolder } from '../job';
import { withProperty } from '../session';
import { placed } from '../subjects/files';
import { jobFiles } from './findFolder';
import { type FoundFile, leftOutOf, namedIn, shortList } from './listing';

interface Given {
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

interface Found {
  readonly taken: readonly JobFile[];
  /** Of the copy with these files. */
  readonly answer: FullAnswer;
}

/** One command on copies of the folder. */
class Trial {
  private readonly paths: readonly string[];
  private readonly leftOut: readonly FoundFile[];
  private readonly timeoutMs: number;
  private holds = ({ verdict }: FullAnswer): boolean => verdict === 'holds';

  constructor(
    private readonly part: Oracle,
    private readonly run: Given,
    private readonly before: readonly JobFile[],
  ) {
    this.paths = [...run.job.input.files, ...before].map(({ path }) => path);
    this.leftOut = leftOutOf(run.real.base, this.paths);
    this.timeoutMs = run.job.tests.timeoutMs ?? firstTimeoutMs;
  }

  /** The first run. Throws `OracleError`. */
  async learn(learn: Learned): Promise<Ran | undefined> {
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
    learnFrom(part, real, learn, this.input);
    return real;
  }

  /** `learned`: the rule is that of the real place. Throws `OracleError` if no copy fails so. */
  async likeTheFolder(learned: boolean): Promise<Found> {
    const bare = await this.copy([]);
    const { answer } = bare;
    const isAny = !learned && this.holds(answer) && takesAnyFailure(this.part.rule);
    if (isAny) await this.expectTheSame();
    if (this.holds(answer) || answer.timedOut || answer.outgrew) return bare;
    const found = (await this.withNamed(answer)) ?? (isAny ? undefined : await this.withAll());
    if (learned && !found) throw new OracleError(copyDiffers(this.part.rule, answer), answer.output);
    return found ?? bare;
  }

  /** Of a rule that any failure satisfies: that of the whole folder is meant. */
  private async expectTheSame(): Promise<void> {
    const all = await this.all();
    if (all.length === 0) return;
    const { verdict, status, said } = await this.observe(all);
    if (verdict !== 'holds') return;
    const judge = judgeOf(lessonOf({ status, ...said }, this.input).rule);
    this.holds = (one) => judge(one.status, one.said) === 'holds';
  }

  private async withNamed(first: FullAnswer): Promise<Found | undefined> {
    let output = first.output;
    const taken: JobFile[] = [];
    for (let round = 0; round < mostRounds; round++) {
      const rest = this.leftOut.filter(({ path }) => !taken.some((one) => one.path === path));
      const named = namedIn(output, rest, this.paths);
      if (named.length === 0) return undefined;
      taken.push(...(await jobFiles(named)));
      const found = await this.copy(taken);
      if (this.holds(found.answer)) return found;
      ({ output } = found.answer);
    }
    return undefined;
  }

  /** The failure may only come now and then; else all that is small is taken. */
  private async withAll(): Promise<Found | undefined> {
    const all = await this.all();
    for (const more of all.length > 0 ? [[], all] : [[]]) {
      const found = await this.copy(more);
      if (this.holds(found.answer)) return found;
    }
    return undefined;
  }

  /** All that is small, of a whole folder. */
  private async all(): Promise<readonly JobFile[]> {
    let sum = 0;
    const small = this.leftOut.filter(({ size }) => (sum += size) <= mostUnnamed);
    return this.run.real.whole ? await jobFiles(small) : [];
  }

  /** Of the folder, with these files too. */
  private async copy(more: readonly JobFile[]): Promise<Found> {
    const answer = await this.observe(more);
    return { taken: more.length > 0 ? [...this.before, ...more] : this.before, answer };
  }

  private observe(more: readonly JobFile[], place?: Place): Promise<FullAnswer> {
    const files = [...this.run.given, ...[...this.before, ...more].map(placed)];
    return this.part.observe({ files }, this.timeoutMs, this.run.signal, place);
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

/** The job with the files that a copy lacks, and with the runs that were made. Throws `OracleError` and what `withProperty` throws. */
export async function withMissing(job: FilesJob, onEvent: Listener, signal: AbortSignal): Promise<FilesJob> {
  const { oracle, input } = job;
  const { real, name, linked } = input;
  if (!real || oracle.kind !== 'command') return job;
  const given = input.files.map(placed);
  const target = { fileName: name, linked, encoding: 'utf8' as const };
  const work = (property: Property) => completed(property, { job, oracle, real, given, signal });
  try {
    return await withProperty(job, target, { files: given }, onEvent, work);
  } catch (error) {
    if (!signal.aborted) throw error;
    return job;
  }
}

/** Of several commands, those with a rule of their own are judged by the calibration. */
async function completed({ parts }: Property, run: Given): Promise<FilesJob> {
  const { job, oracle } = run;
  const realRuns: (Ran | undefined)[] = [];
  let taken: readonly JobFile[] = [];
  let { earlier } = oracle;
  for (const [at, part] of parts.entries()) {
    const { rule } = oracle.commands[at];
    const learn = typeof rule === 'string' ? rule : undefined;
    if (at > 0 && !learn) continue;
    const trial = new Trial(part, run, taken);
    if (learn) realRuns[at] = await trial.learn(learn);
    const found = await trial.likeTheFolder(learn !== undefined);
    if (at === 0 || found.taken !== taken) earlier = at === 0 ? found.answer : undefined;
    taken = found.taken;
  }
  const files = [...job.input.files, ...taken].sort((one, other) => (one.path < other.path ? -1 : 1));
  const completed = { ...job, oracle: { ...oracle, earlier }, input: { ...job.input, files, realRuns } };
  if (taken.length === 0) return completed;
  const takenAlong = taken.map(({ path }) => path);
  const told = l10n.t(
    'Taken along: {0} (without it, a copy of the folder does not fail as the folder does).',
    shortList(takenAlong),
  );
  const notice = [job.notice, told].filter(Boolean).join(' ');
  return { ...completed, notice, input: { ...completed.input, takenAlong } };
}
