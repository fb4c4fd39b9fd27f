/**
 * Calibration of one command, before the first cut: it runs several times on the unchanged input, where the property must hold. The
 * measured and learned values (time, time-out, rule) stay fixed for the run.
 */
import * as l10n from '@vscode/l10n';
import {
  type Diagnosis,
  type Remedy,
  diagnosis,
  firstTimeoutMs,
  missingNotice,
  notLoaded,
  otherFailure,
  wasNotFound,
} from './diagnosis';
import type { Start } from './elsewhere';
import { holds, type Most, mostInVain, quick, runsOfInput, tallyOf } from './runs';
import type { FailingInput } from '../judging/linePattern';
import { type Lesson, type RuleChoice, lessonOf } from '../judging/learnedRule';
import { type VerdictRule, exitZero, noVerdict, numberIn, slowPattern, tooSlow } from '../judging/rule';
import type { Learned } from '../judging/ruleWords';
import type { Content } from '../content';
import type { FullAnswer, Oracle } from '../oracle';
import { type Way, wayOf } from '../judging/otherFailure';
import { flakyNotice, meanOf, noisyNotice, rounded } from '../judging/evidence';
import { type Tally, isFlaky } from '../judging/repeat';
import { described } from '../processes/command';
import { CannotStart } from '../processes/supervise';
import type { Ran } from '../tester';

export interface SettledRule {
  readonly command: string;
  readonly rule: VerdictRule;
  readonly learned: boolean;
  /** What the line says that it was learned from, if there is one; and the rules that a user can choose in its place. */
  readonly message?: string;
  readonly choices?: readonly RuleChoice[];
}

/** Over all commands: tally of the least reliable one, sum of wall times, largest number of cores, longest time-out. */
export interface PropertyCalibration extends Tally {
  /** Wall time of the longest run. */
  readonly ms: number;
  /** Processor cores that a test keeps busy, on average; 1 if unknown. */
  readonly cores: number;
  readonly timeoutMs: number;
  /** The test is not reliable, or lacks something: one sentence. */
  readonly notice?: string;
  /** Files and directories outside its own ones that the test changes. */
  readonly writes?: readonly string[];
  /** The number that is to become small, the mean; and its deviation, if it differs from run to run. */
  readonly value?: number;
  readonly noise?: number;
  readonly ways?: readonly Way[];
  /** Tests of each command, with those in other places and of the empty input. */
  readonly tests?: number;
  readonly rules: readonly SettledRule[];
  /** Of a flaky test: how often it showed the bug in an empty input. */
  readonly wrong?: Tally;
}

export interface OriginalInput extends Pick<Start, 'input' | 'path'> {
  /** The input without everything that may go; undefined if it may well keep the property (a selection). */
  readonly empty?: Content;
  /** For a learned rule: text of the input, and its base name or several. */
  readonly text?: string;
  readonly fileName?: string | readonly string[];
  /** First runs, made where the input really lies, of each command that has one: its rule is learned from it, and a copy must fail as it does. */
  readonly real?: readonly (Ran | undefined)[];
}

export interface CalibrationInput extends OriginalInput, Most {
  /** The user's own time-out, if any. */
  readonly timeoutMs?: number;
  /** Each command learns its rule from its first run: always, or (`auto`) unless it ends with 0. Unset: it keeps its own rule. */
  readonly learn: readonly (Learned | undefined)[];
  /** A run of the first command on the input, from before: it counts as one. */
  readonly earlier?: Ran;
}

/** The oracle cannot work. The message is one sentence with the remedy; `output` is the command's output. */
export class OracleError extends Error {
  constructor(
    message: string,
    readonly output = '',
    readonly remedy?: Remedy,
  ) {
    super(message);
  }
}

/** The command `number`, and its first run. Does not test the empty input. Throws `OracleError` and `RuleError`. */
export async function calibrate(oracle: Oracle, number: number, given: CalibrationInput, signal: AbortSignal) {
  const { input, empty = new Uint8Array(), path } = given;
  const earlier = number === 0 && given.earlier ? [given.earlier] : [];
  const learn = given.learn[number];
  const start: Start = { input, empty, path, timeoutMs: given.timeoutMs ?? firstTimeoutMs, signal };
  const elsewhere = given.real?.[number];
  let first = await observed(oracle, start);
  // A rule is learned from a run that fails, and a flaky test may pass at first.
  const isInVain = () => learn && learn !== 'auto' && !elsewhere && first.status === 0 && first.ms <= quick;
  for (; isInVain() && earlier.length < mostInVain; first = await observed(oracle, start)) earlier.push(first);
  const real = elsewhere ?? first;
  const lesson = learnFrom(oracle, real, learn, given);
  const answers = await runsOfInput(oracle, first, earlier, () => observed(oracle, start), given);
  const all = [...answers, ...earlier];
  const ways = all.flatMap((one) => wayOf(one) ?? []);
  oracle.expect({ changes: all.flatMap(({ changes = [] }) => changes), ways });
  const tally = tallyOf(oracle, all);
  await requireHold(oracle, tally, answers, start);
  const measured = await numberOf(oracle, all, () => observed(oracle, start));
  // A copy may fail only because it lacks something, and a failure to load or to find is hardly ever the bug.
  if (!elsewhere && tally.held === tally.runs) refuse(await otherFailure(oracle, first, start, Boolean(lesson)), first);
  if (lesson) refuse(notLoaded(oracle, real, input), real);
  const settled = { command: described(oracle.command), rule: oracle.rule, learned: Boolean(lesson) };
  return {
    ...figuresOf(all, answers, given.timeoutMs),
    ...tally,
    ...measured,
    ...(ways.length > 0 && { ways: ways.filter((way, at) => ways.findIndex(({ told }) => told === way.told) === at) }),
    notice:
      isFlaky(tally) && !oracle.isFixed
        ? flakyNotice(tally)
        : (noisyNotice(measured.noise) ?? missingNotice(oracle, first)),
    rules: [{ ...settled, message: lesson?.message, choices: lesson?.choices }],
    first,
  };
}

/** Throws `OracleError` if there is a problem. */
function refuse(problem: Diagnosis | undefined, { output }: Ran): void {
  if (problem) throw new OracleError(problem.message, output, problem.remedy);
}

/** The mean, and how far the runs are from each other; then it takes some more. Throws `OracleError` if there is no number. */
async function numberOf(
  { measure }: Oracle,
  all: readonly Ran[],
  runOnce: () => Promise<Ran>,
): Promise<Pick<PropertyCalibration, 'value' | 'noise'>> {
  if (measure === undefined) return {};
  const values = all.flatMap(({ said }) => numberIn(measure, said) ?? []);
  if (values.length === 0) refuse({ message: noNumber(measure) }, all[0]);
  if (Math.max(...values) === Math.min(...values)) return { value: values[0] };
  for (let runs = all.length; all[0].ms <= quick && runs < runsOfNumber; runs++)
    values.push(...[numberIn(measure, (await runOnce()).said) ?? []].flat());
  const mean = meanOf(values);
  const noise = Math.sqrt(meanOf(values.map((one) => (one - mean) ** 2)));
  return { value: rounded(mean, noise), noise };
}

/** Of a number that differs from run to run. */
const runsOfNumber = 16;

function noNumber(pattern: string): string {
  return l10n.t(
    'The output of the test on the unchanged file has no number that /{0}/ finds: print one, or correct the expression (‹minimize›).',
    pattern,
  );
}

/** `timed`: those of now. */
function figuresOf(all: readonly Ran[], timed: readonly Ran[], timeoutMs: number | undefined) {
  const ms = Math.max(...all.map((one) => one.ms));
  const wall = timed.reduce((sum, one) => sum + one.ms, 0);
  const cpu = timed.reduce((sum, { cpuMs = NaN }) => sum + cpuMs, 0);
  const writes = [...new Set(all.flatMap(({ changes = [] }) => changes.map(({ path }) => path)))].sort();
  return {
    ms,
    cores: cpu >= 0 && wall > 0 ? cpu / wall : 1,
    timeoutMs: timeoutMs ?? Math.max(1000, Math.ceil(10 * ms)),
    ...(writes.length > 0 && { writes }),
  };
}

/** Gives the oracle its rule; undefined if it is not learned. Throws `OracleError` if the first run does not fail. */
export function learnFrom(
  oracle: Oracle,
  first: Ran,
  learn: CalibrationInput['learn'][number],
  { text = '', fileName = '' }: Partial<FailingInput>,
): Lesson | undefined {
  const { status, said, timedOut, outgrew } = first;
  if (!learn || timedOut || outgrew || status === noVerdict || wasNotFound(first, exitZero)) return undefined;
  if (learn === 'auto' && status === 0) return undefined;
  if (status === 0) {
    const message = l10n.t(
      'The command succeeds on this file. Choose one on which it fails, or tell what the bug is (‹exit=0› or ‹match›).',
    );
    refuse({ message }, first);
  }
  const failing = { text, fileName, command: described(oracle.command) };
  const lesson = lessonOf({ status, ...said }, failing, learn === 'same-place');
  oracle.judgeBy(lesson.rule);
  requireInTime(oracle, first);
  return lesson;
}

/** A pattern that is too slow on the original would leave nothing to find. */
function requireInTime({ rule }: Oracle, ran: Ran): void {
  const slow = ran.timedOut ? undefined : slowPattern(rule, ran.said);
  if (slow !== undefined) refuse({ message: tooSlow(slow) }, ran);
}

async function requireHold(oracle: Oracle, tally: Tally, answers: readonly FullAnswer[], start: Start): Promise<void> {
  // A rule such as "not 0" would hold for a missing program.
  const missing = answers.find((one) => wasNotFound(one, oracle.rule) && !oracle.rule.match);
  const failing = missing ?? answers.find((one) => !holds(oracle, one));
  if (!failing) return;
  const { runs, need } = oracle.repeat;
  if (missing || tally.held === 0) refuse(await diagnosis(oracle, failing, start), failing);
  if (runs === 1 || tally.held * runs >= need * tally.runs) return;
  const message = l10n.t(
    'The unchanged file shows the bug in only {0} of {1} runs, but {2} of {3} are required. Require fewer (‹need›), or leave the number of runs open (‹runs›): then it is learned.',
    tally.held,
    tally.runs,
    need,
    runs,
  );
  refuse({ message }, failing);
}

async function observed(oracle: Oracle, { input, timeoutMs, signal }: Start): Promise<FullAnswer> {
  try {
    const answer = await oracle.observe(input, timeoutMs, signal);
    if (answer.verdict === 'unresolved') requireInTime(oracle, answer);
    return answer;
  } catch (error) {
    if (!(error instanceof CannotStart)) throw error;
    throw new OracleError(
      l10n.t('The test could not be started ({0}): check the program and its directory.', error.message),
    );
  }
}
