/** Calibrates each command of a property, and checks that they do not all hold on an empty input. */
import { alsoForNothing, calibrate, calibrateOnInput, OracleError } from './calibrate';
import type { Calibration, CalibrationInput } from './calibrate';
import { described } from '../processes/command';
import type { Oracle } from '../oracle';
import type { Property } from '../property';
import type { VerdictRule } from '../judging/rule';

/** The settled rule of one command. */
export interface SettledRule {
  readonly command: string;
  readonly rule: VerdictRule;
  /** The rule was learned from the first run's failure. */
  readonly learned: boolean;
}

/** Over all commands: tally of the least reliable one, sum of wall times, largest number of cores, longest time-out. */
export interface PropertyCalibration extends Omit<Calibration, 'rule' | 'learned'> {
  readonly rules: readonly SettledRule[];
}

export interface PropertyInput extends Omit<CalibrationInput, 'learn'> {
  /** How each command learns its rule. */
  readonly learn: readonly CalibrationInput['learn'][];
}

/** Throws `OracleError` and `RuleError`. */
export async function calibrateProperty(
  property: Property,
  given: PropertyInput,
  signal: AbortSignal,
): Promise<PropertyCalibration> {
  const { parts } = property;
  if (parts.length === 1)
    return merged(parts, [await calibrate(parts[0], { ...given, learn: given.learn[0] }, signal)]);
  const calibrations: Calibration[] = [];
  for (const [at, part] of parts.entries()) {
    calibrations.push(await calibratedPart(part, { ...given, learn: given.learn[at] }, signal));
  }
  const calibration = merged(parts, calibrations);
  const { empty } = given;
  if (empty && (await property.test(empty, calibration.timeoutMs, signal)).verdict === 'holds') {
    throw new OracleError(alsoForNothing(empty));
  }
  return calibration;
}

/** Throws `OracleError` with the name of the command, and `RuleError`. */
async function calibratedPart(part: Oracle, given: CalibrationInput, signal: AbortSignal): Promise<Calibration> {
  try {
    const { first: _, ...calibration } = await calibrateOnInput(part, given, signal);
    return calibration;
  } catch (error) {
    if (!(error instanceof OracleError)) throw error;
    // A suggested rule would apply to one of the commands only.
    const remedy = error.remedy?.kind === 'rule' ? undefined : error.remedy;
    throw new OracleError(`${described(part.command)}: ${error.message}`, error.output, remedy);
  }
}

function merged(parts: readonly Oracle[], calibrations: readonly Calibration[]): PropertyCalibration {
  const most = (of: (one: Calibration) => number) => Math.max(...calibrations.map(of));
  const worst = calibrations.reduce((one, other) => (other.held / other.runs < one.held / one.runs ? other : one));
  return {
    ms: calibrations.reduce((sum, { ms }) => sum + ms, 0),
    cores: most(({ cores }) => cores),
    timeoutMs: most(({ timeoutMs }) => timeoutMs),
    held: worst.held,
    runs: worst.runs,
    notice: worst.notice,
    better: worst.better,
    rules: calibrations.map(({ rule, learned }, at) => ({ command: described(parts[at].command), rule, learned })),
  };
}
