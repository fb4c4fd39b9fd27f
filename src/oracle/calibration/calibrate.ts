/**
 * Calibration, before the first cut. The property must hold on the unchanged input, which runs several times, and must not hold on an
 * empty input. The measured and learned values (time, time-out, rule) stay fixed for the run.
 */
import * as l10n from '@vscode/l10n';
import { amongNeighbours, diagnosis, wasNotFound } from './diagnosis';
import type { Remedy, Start } from './diagnosis';
import { learnedRule } from '../judging/learnedRule';
import { isFileSet } from '../content';
import type { Content } from '../content';
import type { FullAnswer, Oracle } from '../oracle';
import { platform } from '../platform/platform';
import { flakiness } from '../judging/reliability';
import type { Repeat, Tally } from '../judging/repeat';
import { describedCode, exitZero, isExitZero, judgeOf, noVerdict } from '../judging/rule';
import type { OutputPattern, VerdictRule } from '../judging/rule';
import { CannotStart } from '../processes/run';
import { toldRule } from '../judging/toldRule';

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
  /** The test is not reliable: one sentence with the remedy. */
  readonly notice?: string;
  /** Recommended number of runs per candidate in that case. */
  readonly better?: Repeat;
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

const firstTimeoutMs = 60_000;

/** Throws `OracleError` and `RuleError`. */
export async function calibrate(oracle: Oracle, given: CalibrationInput, signal: AbortSignal): Promise<Calibration> {
  const { first, ...calibration } = await calibrateOnInput(oracle, given, signal);
  const { empty } = given;
  if (empty && (await oracle.test(empty, calibration.timeoutMs, signal)).verdict === 'holds') {
    throw holdsForEmpty(first, oracle.rule, calibration.learned, empty);
  }
  return calibration;
}

/** The same without the test of an empty input. Throws `OracleError` and `RuleError`. */
export async function calibrateOnInput(
  oracle: Oracle,
  given: CalibrationInput,
  signal: AbortSignal,
): Promise<Calibration & { readonly first: FullAnswer }> {
  const { input, empty } = given;
  const timeoutMs = given.timeoutMs ?? firstTimeoutMs;
  const start: Start = { input, empty: empty ?? new Uint8Array(), path: given.path, timeoutMs, signal };
  const coresOf = coreMeter();
  const first = await observed(oracle, start);
  const learned = settleRule(oracle, first, given);
  const answers = [first, ...(await moreRuns(oracle, first, start))];
  const cores = coresOf(answers);
  const tally = { held: answers.filter((one) => holds(oracle, one)).length, runs: answers.length };
  await requireHold(oracle, tally, answers, start);
  if (learned && tally.held === tally.runs) await requireSameFailure(oracle, first, start);
  const ms = Math.max(...answers.map((one) => one.ms));
  const limit = given.timeoutMs ?? Math.max(1000, Math.ceil(10 * ms));
  const settled = { rule: oracle.rule, learned, ...flakiness(tally, oracle.repeat) };
  return { ms, cores, timeoutMs: limit, ...tally, ...settled, first };
}

/** Measures the cores that these runs kept busy, one after the other. */
function coreMeter(): (runs: readonly FullAnswer[]) => number {
  const before = platform.childrenMs();
  return (runs) => {
    const after = platform.childrenMs();
    const wall = runs.reduce((sum, { ms }) => sum + ms, 0);
    return before === undefined || after === undefined || wall === 0 ? 1 : (after - before) / wall;
  };
}

/** Gives the oracle its rule; returns true if it was learned. Throws `OracleError`. */
function settleRule(oracle: Oracle, first: FullAnswer, given: CalibrationInput): boolean {
  const { learn, text = '', fileName = '', landmarks = [] } = given;
  const { status, said, timedOut } = first;
  if (!learn || timedOut || status === noVerdict || wasNotFound(first, exitZero)) return false;
  if (learn === 'auto' && status === 0) return false;
  if (status === 0) {
    throw new OracleError(
      l10n.t(
        'The test ends with exit code 0 on the unchanged input, so there is no failure to reduce: choose an input that fails, or describe the bug (--match).',
      ),
      first.output,
    );
  }
  oracle.judgeBy(withLandmarks(learnedRule({ status, ...said }, { text, fileName }), landmarks, first));
  return true;
}

function withLandmarks(rule: VerdictRule, landmarks: readonly OutputPattern[], { status, said }: FullAnswer) {
  const there = landmarks.filter((landmark) => judgeOf({ match: [landmark] })(status, said) === 'holds');
  return there.length === 0 ? rule : { ...rule, match: [...(rule.match ?? []), ...there] };
}

/** Fast tests run three times in all, slow ones once or twice; each at least as often as a candidate. */
async function moreRuns(oracle: Oracle, first: FullAnswer, start: Start): Promise<FullAnswer[]> {
  if (first.timedOut || wasNotFound(first, oracle.rule)) return [];
  const usual = first.ms > 10_000 ? 1 : first.ms > 2000 ? 2 : 3;
  const answers: FullAnswer[] = [];
  while (answers.length + 1 < Math.max(usual, oracle.repeat.runs)) answers.push(await observed(oracle, start));
  return answers;
}

/** By the current rule; the first run may have been made without it. */
function holds({ rule }: Oracle, { timedOut, status, said }: FullAnswer): boolean {
  return !timedOut && judgeOf(rule)(status, said) === 'holds';
}

/** Throws `OracleError`. */
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
        'The property holds on the unchanged input in only {0} of {1} runs, but {2} of {3} are required: require fewer, or make the test more reliable.',
        tally.held,
        tally.runs,
        need,
        runs,
      ),
      failing.output,
    );
  }
}

/** A copy may fail only because its neighbours are missing. Throws `OracleError`. */
async function requireSameFailure(oracle: Oracle, first: FullAnswer, start: Start): Promise<void> {
  const there = await amongNeighbours(oracle, start);
  if (!there || there.timedOut || holds(oracle, there)) return;
  const rule = toldRule(oracle.rule);
  const message =
    there.status === 0
      ? l10n.t(
          'A copy of the file fails ({0}) but the file itself does not, so the test needs the files beside it: choose the placement overlay, or use absolute paths.',
          rule,
        )
      : l10n.t(
          'A copy of the file fails ({0}) in another way than the file itself, so the test needs the files beside it: choose the placement overlay, or use absolute paths.',
          rule,
        );
  throw new OracleError(message, first.output, { kind: 'overlay' });
}

function holdsForEmpty(
  { status, output }: FullAnswer,
  rule: VerdictRule,
  learned: boolean,
  empty: Content,
): OracleError {
  if (!learned) return new OracleError(isExitZero(rule) ? succeedsAlways(empty) : alsoForNothing(empty));
  const code = describedCode(status);
  const message = isFileSet(empty)
    ? l10n.t(
        'The test ends with exit code {0} on the unchanged input and also on an empty directory: it must end with 0 while the bug is there, or fail with an error of its own.',
        code,
      )
    : l10n.t(
        'The test ends with exit code {0} on the unchanged input and also on an empty file: it must end with 0 while the bug is there, or fail with an error of its own.',
        code,
      );
  return new OracleError(message, output);
}

/** The command simply succeeds, whatever it is given. */
function succeedsAlways(empty: Content): string {
  return isFileSet(empty)
    ? l10n.t(
        'The command succeeds on this input and on an empty directory, so there is no failure to reduce: choose an input that fails, or a test that fails without the bug.',
      )
    : l10n.t(
        'The command succeeds on this input and on an empty file, so there is no failure to reduce: choose an input that fails, or a test that fails without the bug.',
      );
}

/** As a sentence with the remedy. */
export function alsoForNothing(empty: Content): string {
  return isFileSet(empty)
    ? l10n.t(
        'The property also holds for an empty directory: the test must read the candidate, and fail without the bug.',
      )
    : l10n.t('The property also holds for an empty file: the test must read the candidate, and fail without the bug.');
}

/** One run on the input. Throws `OracleError` if it cannot start. */
async function observed(oracle: Oracle, { input, timeoutMs, signal }: Start): Promise<FullAnswer> {
  try {
    return await oracle.observe(input, timeoutMs, signal);
  } catch (error) {
    if (!(error instanceof CannotStart)) throw error;
    throw new OracleError(
      l10n.t('The test could not be started ({0}): check the program and its directory.', error.message),
    );
  }
}
