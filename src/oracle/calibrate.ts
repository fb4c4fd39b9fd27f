/**
 * Before the first cut: the property must hold on the unchanged input and must not hold on an empty one. What is measured
 * here (time, time-out) stays as it is for the run.
 */
import { CannotStart } from './run';
import { described, namesCandidate } from './command';
import type { FullAnswer, Oracle } from './oracle';

export interface Calibration {
  /** Wall time of the run on the unchanged input. */
  readonly ms: number;
  /** Time-out of the tests that follow. */
  readonly timeoutMs: number;
}

export interface CalibrationInput {
  readonly input: Uint8Array;
  /** What is left if everything goes that may go; undefined if that may well keep the property (a selection). */
  readonly empty?: Uint8Array;
  /** The user's own time-out, if there is one. */
  readonly timeoutMs?: number;
}

/** The oracle cannot serve. The message is one sentence with the remedy; `output` is what the command said. */
export class OracleError extends Error {
  constructor(
    message: string,
    readonly output = '',
  ) {
    super(message);
  }
}

const firstTimeoutMs = 60_000;

/** Throws `OracleError`. */
export async function calibrate(
  oracle: Oracle,
  { input, empty, timeoutMs }: CalibrationInput,
  signal: AbortSignal,
): Promise<Calibration> {
  const first = await observe(oracle, input, timeoutMs ?? firstTimeoutMs, signal);
  if (first.verdict !== 'holds')
    throw new OracleError(whyNot(oracle, first, timeoutMs ?? firstTimeoutMs), first.output);
  const calibration = { ms: first.ms, timeoutMs: timeoutMs ?? Math.max(1000, Math.ceil(10 * first.ms)) };
  if (empty && (await oracle.test(empty, calibration.timeoutMs, signal)).verdict === 'holds') {
    throw new OracleError(
      'The property also holds for an empty file: the test must read the candidate and fail where the bug is not.',
    );
  }
  return calibration;
}

async function observe(oracle: Oracle, input: Uint8Array, timeoutMs: number, signal: AbortSignal): Promise<FullAnswer> {
  try {
    return await oracle.observe(input, timeoutMs, signal);
  } catch (error) {
    if (!(error instanceof CannotStart)) throw error;
    throw new OracleError(`The test could not be started (${error.message}): check the program and its directory.`);
  }
}

function whyNot(oracle: Oracle, { timedOut, exitCode, output }: FullAnswer, timeoutMs: number): string {
  const command = described(oracle.command);
  if (timedOut) return `The test did not end within ${timeoutMs} ms on the unchanged input: give it a longer time-out.`;
  if (exitCode === 127 || exitCode === 126) {
    return `The test's command was not found or cannot be run: ${lastLine(output) || command}`;
  }
  const ending = exitCode === undefined ? 'was ended by a signal' : `ended with exit code ${exitCode}`;
  const where = namesCandidate(oracle.command)
    ? 'it must end with 0 while the bug is there, also for a copy of the file in another directory.'
    : 'it does not name the file ({} or ${file}), so it ran in a fresh directory that holds only a copy of it.';
  return `The property does not hold on the unchanged input: the test ${ending}; ${where}`;
}

function lastLine(output: string): string {
  return output.split('\n').at(-1)!.trim();
}
