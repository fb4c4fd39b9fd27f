/** Calibrates each command of a property, and checks that they do not all hold on an empty input. */
import * as l10n from '@vscode/l10n';
import { calibrate, type CalibrationInput, OracleError, type PropertyCalibration, type SettledRule } from './calibrate';
import { isFileSet } from '../content';
import { described } from '../processes/command';
import type { Oracle } from '../oracle';
import { demandOf, runsOfEmpty, trustedBy } from '../judging/evidence';
import { type Tally, isFlaky, sum, untold } from '../judging/repeat';
import { type Property, observeAll } from '../property';
import { isExitZero } from '../judging/rule';

export type { PropertyCalibration, SettledRule };

/** Throws `OracleError` and `RuleError`. */
export async function calibrateProperty(
  property: Pick<Property, 'parts' | 'test'>,
  given: CalibrationInput,
  signal: AbortSignal,
): Promise<PropertyCalibration> {
  const { parts } = property;
  const isAlone = parts.length === 1;
  const all: Awaited<ReturnType<typeof calibrate>>[] = [];
  for (const [number, part] of parts.entries()) {
    const one = calibrate(part, number, given, signal);
    all.push(await (isAlone ? one : one.catch((error: unknown) => Promise.reject(of(part, error)))));
  }
  const calibration = merged(all);
  const { test } = isAlone ? parts[0] : property;
  if (!given.empty) return calibration;
  const isHeld = (await test(given.empty, calibration.timeoutMs, signal)).verdict === 'holds';
  const flaky = isFlaky(calibration) && !parts[0].isFixed;
  const wrong = isHeld || flaky ? await emptyAgain(property, given, calibration, isHeld, signal) : untold;
  if (wrong.held > 0 && trustedBy(demandOf(calibration), wrong) !== false)
    throw new OracleError(holdsForEmpty(calibration, parts[0], isFileSet(given.empty)), all[0].first.output);
  return flaky ? { ...calibration, wrong } : calibration;
}

/** Of a flaky test, the share of wrong verdicts. If the first run of any test held, it may have been one. */
async function emptyAgain(
  property: Pick<Property, 'parts'>,
  { empty, mostToLearn = () => Infinity }: CalibrationInput,
  { timeoutMs, ...input }: PropertyCalibration,
  isHeld: boolean,
  signal: AbortSignal,
): Promise<Tally> {
  let tally = { held: Number(isHeld), runs: 1 };
  const isClear = () => trustedBy(demandOf(input), tally) !== undefined;
  const most = isFlaky(input) ? Math.min(runsOfEmpty.first, mostToLearn()) : 1;
  while (tally.runs < most || (tally.held > 0 && !isClear())) {
    const { verdict } = await observeAll(property, empty!, timeoutMs, signal);
    tally = sum(tally, { held: Number(verdict === 'holds'), runs: 1 });
  }
  return tally;
}

function of(part: Oracle, error: unknown): unknown {
  if (!(error instanceof OracleError)) return error;
  // A suggested rule would apply to one of the commands only.
  const remedy = error.remedy?.kind === 'rule' ? undefined : error.remedy;
  return new OracleError(`${described(part.command)}: ${error.message}`, error.output, remedy);
}

function holdsForEmpty({ rules }: PropertyCalibration, { command, rule }: Oracle, isFolder: boolean): string {
  if ('property' in command.invocation) {
    return l10n.t('The property also returns true for an empty input: it must return false without the bug.');
  }
  if (isFolder && !isExitZero(rule)) {
    return l10n.t(
      'The command fails the same way without any of the files. Does it name the one that it reads, such as {0}/main.js?',
      '{}',
    );
  }
  if (rules.length === 1 && rules[0].learned) {
    return l10n.t('The command fails the same way on an empty file. Does it read the file?');
  }
  if (rules.length > 1 || !isExitZero(rule))
    return l10n.t('The command shows the bug on an empty file too. Does it read the file?');
  const name = described(command);
  return l10n.t(
    '{0} succeeds on this file and on an empty one. Choose one that fails. If it fails only sometimes, try again; if it prints the bug, name that (‹match›).',
    `\`${name.length > 80 ? `${name.slice(0, 79)}…` : name}\``,
  );
}

function merged(all: readonly PropertyCalibration[]): PropertyCalibration {
  const worst = all.reduce((one, other) => (other.held / other.runs < one.held / one.runs ? other : one));
  const writes = [...new Set(all.flatMap((one) => one.writes ?? []))].sort();
  const ways = all.flatMap((one) => one.ways ?? []);
  const { value, noise } = all.find((one) => one.value !== undefined) ?? {};
  return {
    ...(writes.length > 0 && { writes }),
    ...(ways.length > 0 && { ways }),
    ...(value !== undefined && { value }),
    ...(noise !== undefined && { noise }),
    ms: all.reduce((sum, { ms }) => sum + ms, 0),
    cores: Math.max(...all.map(({ cores }) => cores)),
    timeoutMs: Math.max(...all.map(({ timeoutMs }) => timeoutMs)),
    ...{ held: worst.held, runs: worst.runs },
    notice: worst.notice ?? all.find(({ notice }) => notice)?.notice,
    rules: all.flatMap(({ rules }) => rules),
  };
}
