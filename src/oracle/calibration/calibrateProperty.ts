/** Calibrates each command of a property, and checks that they do not all hold on an empty input. */
import * as l10n from '@vscode/l10n';
import { calibrate, OracleError, type Calibration, type CalibrationInput } from './calibrate';
import { described } from '../processes/command';
import type { Oracle } from '../oracle';
import type { Property } from '../property';
import { describedCode, isExitZero, type OutputPattern, type VerdictRule } from '../judging/rule';

/** The settled rule of one command. */
export interface SettledRule {
  readonly command: string;
  readonly rule: VerdictRule;
  /** The rule was learned from the first run's failure. */
  readonly learned: boolean;
  /** The line of the real output that it was learned from, if there is one. */
  readonly line?: string;
  /** A pattern for failures of the same kind, if the output names one. */
  readonly kind?: OutputPattern;
}

/** Over all commands: tally of the least reliable one, sum of wall times, largest number of cores, longest time-out. */
export interface PropertyCalibration extends Omit<Calibration, 'rule' | 'learned' | 'line' | 'kind' | 'first'> {
  readonly rules: readonly SettledRule[];
}

export interface PropertyInput extends Omit<CalibrationInput, 'learn' | 'real'> {
  /** How each command learns its rule. */
  readonly learn: readonly CalibrationInput['learn'][];
  /** The first run of each command, where it was made in the input's real place. */
  readonly real?: readonly CalibrationInput['real'][];
}

/** Throws `OracleError` and `RuleError`. */
export async function calibrateProperty(
  property: Pick<Property, 'parts' | 'test'>,
  given: PropertyInput,
  signal: AbortSignal,
): Promise<PropertyCalibration> {
  const { parts } = property;
  const calibrations: Calibration[] = [];
  for (const [at, part] of parts.entries()) {
    const earlier = at === 0 ? given.earlier : undefined;
    const one = calibrate(part, { ...given, earlier, learn: given.learn[at], real: given.real?.[at] }, signal);
    calibrations.push(
      await (parts.length === 1 ? one : one.catch((error: unknown) => Promise.reject(of(part, error)))),
    );
  }
  const calibration = merged(parts, calibrations);
  const { empty } = given;
  const { test } = parts.length === 1 ? parts[0] : property;
  if (empty && (await test(empty, calibration.timeoutMs, signal)).verdict === 'holds')
    throw holdsForEmpty(calibrations, parts);
  return calibration;
}

/** The error with the name of the command. */
function of(part: Oracle, error: unknown): unknown {
  if (!(error instanceof OracleError)) return error;
  // A suggested rule would apply to one of the commands only.
  const remedy = error.remedy?.kind === 'rule' ? undefined : error.remedy;
  return new OracleError(`${described(part.command)}: ${error.message}`, error.output, remedy);
}

function holdsForEmpty(
  [{ rule, learned, first }, ...others]: readonly Calibration[],
  parts: Property['parts'],
): OracleError {
  const { invocation } = parts[0].command;
  if ('property' in invocation) {
    return new OracleError(
      l10n.t('The property also returns true for an empty input: it must return false without the bug.'),
    );
  }
  if (learned && others.length === 0) {
    const message = l10n.t(
      'The test ends with exit code {0} on an empty input too: it must end with 0 while the bug is there, or fail with an error of its own.',
      describedCode(first.status),
    );
    return new OracleError(message, first.output);
  }
  return new OracleError(
    isExitZero(rule) && others.length === 0
      ? l10n.t(
          '{0} succeeds on this input and on an empty one, so there is no failure to reduce: choose an input that fails, or a test that fails without the bug.',
          inBackticks(described(parts[0].command)),
        )
      : l10n.t('The test shows the bug on an empty input too: it must read the candidate, and fail without the bug.'),
  );
}

/** A long command is cut. */
function inBackticks(command: string): string {
  return `\`${command.length > 80 ? `${command.slice(0, 79)}…` : command}\``;
}

function merged(parts: readonly Oracle[], calibrations: readonly Calibration[]): PropertyCalibration {
  const most = (of: (one: Calibration) => number) => Math.max(...calibrations.map(of));
  const worst = calibrations.reduce((one, other) => (other.held / other.runs < one.held / one.runs ? other : one));
  const writes = [...new Set(calibrations.flatMap((one) => one.writes ?? []))].sort();
  return {
    ...(writes.length > 0 && { writes }),
    ms: calibrations.reduce((sum, { ms }) => sum + ms, 0),
    cores: most(({ cores }) => cores),
    timeoutMs: most(({ timeoutMs }) => timeoutMs),
    held: worst.held,
    runs: worst.runs,
    notice: worst.notice ?? calibrations.find(({ notice }) => notice)?.notice,
    better: worst.better,
    rules: calibrations.map(({ rule, learned, line, kind }, at) => ({
      command: described(parts[at].command),
      rule,
      learned,
      ...(line !== undefined && { line }),
      ...(kind && { kind }),
    })),
  };
}
