/**
 * Calibration of one command, before the first cut: it runs several times on the unchanged input, where the property must hold. The
 * measured and learned values (time, time-out, rule) stay fixed for the run.
 */
import * as l10n from '@vscode/l10n';
import {
  type Remedy,
  diagnosis,
  firstTimeoutMs,
  missingNotice,
  notLoaded,
  otherFailure,
  wasNotFound,
} from './diagnosis';
import type { Start } from './elsewhere';
import { failureKind, learnedRule } from '../judging/learnedRule';
import { failureLine } from '../judging/failureLine';
import { type FailingInput } from '../judging/linePattern';
import { type OutputPattern, type VerdictRule, exitZero, isSlow, judgeOf, noVerdict, tooSlow } from '../judging/rule';
import type { Content } from '../content';
import type { FullAnswer, Oracle } from '../oracle';
import { flakiness, type Repeat, type Tally } from '../judging/repeat';
import { described } from '../processes/command';
import { CannotStart } from '../processes/supervise';
import type { Ran } from '../tester';

export interface Calibration extends Tally {
  /** Wall time of the longest run on the unchanged input. */
  readonly ms: number;
  /** Processor cores that a test keeps busy, on average; 1 if unknown. */
  readonly cores: number;
  /** Time-out of the tests after calibration. */
  readonly timeoutMs: number;
  /** The oracle's rule from now on. */
  readonly rule: VerdictRule;
  /** The rule was learned from the first run's failure. */
  readonly learned: boolean;
  /** The line of the first run's output that the rule was learned from, if there is one. */
  readonly line?: string;
  /** A pattern for failures of the same kind, if the output names one. */
  readonly kind?: OutputPattern;
  /** The test is not reliable: one sentence with the remedy. */
  readonly notice?: string;
  /** Recommended number of runs per candidate in that case. */
  readonly better?: Repeat;
  readonly first: FullAnswer;
  /** Files and directories outside its own ones that the test changes. */
  readonly writes?: readonly string[];
}

export interface CalibrationInput {
  readonly input: Content;
  /** The input without everything that may go; undefined if it may well keep the property (a selection). */
  readonly empty?: Content;
  /** The user's own time-out, if any. */
  readonly timeoutMs?: number;
  /** Learns the rule from the first run: always, or (`auto`) unless it ends with 0. Unset: the oracle keeps its own rule. */
  readonly learn?: 'same-failure' | 'auto';
  /** Patterns that a learned rule gets too if the first run prints them: a runner's output for a failed test. */
  readonly landmarks?: readonly OutputPattern[];
  /** For the learned rule: text of the input, and its base name or several. */
  readonly text?: string;
  readonly fileName?: string | readonly string[];
  /** Real path of the input, if it is a file: for the diagnosis. */
  readonly path?: string;
  /** A run of the (first) command on the input, from before: it counts as one. */
  readonly earlier?: Ran;
  /** The first run, if it was made where the input really lies: the rule is learned from it, and a copy must fail as it does. */
  readonly real?: Ran;
}

/** The oracle cannot work. The message is one sentence with the remedy; `output` is the command's output. */
export class OracleError extends Error {
  constructor(
    message: string,
    readonly output = '',
    /** A remedy that the user can apply at once. */
    readonly remedy?: Remedy,
  ) {
    super(message);
  }
}

/** Does not test the empty input. Throws `OracleError` and `RuleError`. */
export async function calibrate(oracle: Oracle, given: CalibrationInput, signal: AbortSignal): Promise<Calibration> {
  const { input, empty } = given;
  const timeoutMs = given.timeoutMs ?? firstTimeoutMs;
  const start: Start = { input, empty: empty ?? new Uint8Array(), path: given.path, timeoutMs, signal };
  const first = await observed(oracle, start);
  const learned = learnFrom(oracle, given.real ?? first, given);
  const answers = [first, ...(await moreRuns(oracle, first, start, given.earlier ? 2 : 1))];
  const cores = coresOf(answers);
  const all = [...answers, ...(given.earlier ? [given.earlier] : [])];
  all.forEach((one) => oracle.expect(one));
  const writes = [...new Set(all.flatMap(({ changes = [] }) => changes.map(({ path }) => path)))].sort();
  const tally = { held: all.filter((one) => holds(oracle, one)).length, runs: all.length };
  await requireHold(oracle, tally, answers, start);
  if (!given.real && tally.held === tally.runs) await requireSameFailure(oracle, first, start, learned);
  const real = given.real ?? first;
  if (learned) requireLoaded(oracle, real);
  const ms = Math.max(...all.map((one) => one.ms));
  const limit = given.timeoutMs ?? Math.max(1000, Math.ceil(10 * ms));
  const settled = { rule: oracle.rule, learned, ...(learned && learnedFrom(real, inputOf(oracle, given))) };
  const notice = { notice: missingNotice(oracle, first), ...flakiness(tally, oracle.repeat) };
  return { ms, cores, timeoutMs: limit, ...tally, ...settled, ...notice, first, ...(writes.length > 0 && { writes }) };
}

function learnedFrom({ said }: Ran, input: FailingInput): Pick<Calibration, 'line' | 'kind'> {
  const found = failureLine(said);
  return { line: found?.line, kind: found && failureKind(found, input) };
}

function coresOf(runs: readonly FullAnswer[]): number {
  const wall = runs.reduce((sum, { ms }) => sum + ms, 0);
  const known = runs.every(({ cpuMs }) => cpuMs !== undefined);
  return known && wall > 0 ? runs.reduce((sum, { cpuMs = 0 }) => sum + cpuMs, 0) / wall : 1;
}

type Lesson = Pick<CalibrationInput, 'learn' | 'text' | 'fileName' | 'landmarks'>;

/** Gives the oracle its rule; true if it was learned. Throws `OracleError` if the first run does not fail. */
export function learnFrom(oracle: Oracle, first: Ran, given: Lesson): boolean {
  const { learn, landmarks = [] } = given;
  const { status, said, timedOut, outgrew } = first;
  if (!learn || timedOut || outgrew || status === noVerdict || wasNotFound(first, exitZero)) return false;
  if (learn === 'auto' && status === 0) return false;
  if (status === 0) {
    throw new OracleError(
      l10n.t(
        'The test ends with exit code 0 on the unchanged input, so there is no failure to reduce: choose an input that fails, or describe its output (match).',
      ),
      first.output,
    );
  }
  const rule = withLandmarks(learnedRule({ status, ...said }, inputOf(oracle, given)), landmarks, first);
  requireInTime(judgeOf(rule)(status, said), first.output);
  oracle.judgeBy(rule);
  return true;
}

/** A pattern that is too slow on the original would leave nothing to find. */
function requireInTime(verdict: unknown, output: string): void {
  if (isSlow(verdict)) throw new OracleError(tooSlow(verdict), output);
}

function inputOf({ command }: Oracle, { text = '', fileName = '' }: Lesson): FailingInput {
  return { text, fileName, command: described(command) };
}

function withLandmarks(rule: VerdictRule, landmarks: readonly OutputPattern[], { status, said }: Ran) {
  const there = landmarks.filter((landmark) => judgeOf({ match: [landmark] })(status, said) === 'holds');
  return there.length === 0 ? rule : { ...rule, match: [...(rule.match ?? []), ...there] };
}

/** Fast tests run three times in all, slow ones once or twice; each at least as often as a candidate. `made`: runs so far. */
async function moreRuns(oracle: Oracle, first: FullAnswer, start: Start, made: number): Promise<FullAnswer[]> {
  if (first.timedOut || first.outgrew || wasNotFound(first, oracle.rule)) return [];
  const usual = first.ms > 10_000 ? 1 : first.ms > 2000 ? 2 : 3;
  const answers: FullAnswer[] = [];
  while (answers.length + made < Math.max(usual, oracle.repeat.runs)) answers.push(await observed(oracle, start));
  return answers;
}

/** By the current rule; the first run may have been made without it. */
function holds({ rule }: Oracle, { timedOut, outgrew, status, said }: Ran): boolean {
  return !timedOut && !outgrew && judgeOf(rule)(status, said) === 'holds';
}

async function requireHold(oracle: Oracle, tally: Tally, answers: readonly FullAnswer[], start: Start): Promise<void> {
  // A rule such as "not 0" would hold for a missing program.
  const missing = answers.find((one) => wasNotFound(one, oracle.rule) && !oracle.rule.match);
  const failing = missing ?? answers.find((one) => !holds(oracle, one));
  if (!failing) return;
  const { runs, need } = oracle.repeat;
  if (missing || tally.held === 0) {
    const { message, remedy } = await diagnosis(oracle, failing, start);
    throw new OracleError(message, failing.output, remedy);
  }
  if (runs > 1 && tally.held * runs < need * tally.runs) {
    throw new OracleError(
      l10n.t(
        'The test shows the bug on the unchanged input in only {0} of {1} runs, but {2} of {3} are required: require fewer, or make the test more reliable.',
        tally.held,
        tally.runs,
        need,
        runs,
      ),
      failing.output,
    );
  }
}

/** A copy may fail only because it lacks something. */
async function requireSameFailure(oracle: Oracle, first: FullAnswer, start: Start, learned: boolean): Promise<void> {
  const problem = await otherFailure(oracle, first, start, learned);
  if (problem) throw new OracleError(problem.message, first.output, problem.remedy);
}

/** A failure to load or to find is hardly ever the bug. */
function requireLoaded(oracle: Oracle, first: Ran): void {
  const missing = notLoaded(oracle, first);
  if (missing) throw new OracleError(missing.message, first.output, missing.remedy);
}

/** One run on the input. */
async function observed(oracle: Oracle, { input, timeoutMs, signal }: Start): Promise<FullAnswer> {
  try {
    const answer = await oracle.observe(input, timeoutMs, signal);
    requireInTime(answer.slow, answer.output);
    return answer;
  } catch (error) {
    if (!(error instanceof CannotStart)) throw error;
    throw new OracleError(
      l10n.t('The test could not be started ({0}): check the program and its directory.', error.message),
    );
  }
}
