/** One command as an oracle with a tester of its own, and its calibration. */
import { calibrateProperty } from '../../src/oracle/calibration/calibrateProperty';
import type { CalibrationInput, OriginalInput } from '../../src/oracle/calibration/calibrate';
import { exitZero, judgeOf } from '../../src/oracle/judging/rule';
import { oracleOf, type JudgedCommand, type Oracle } from '../../src/oracle/oracle';
import { copy } from '../../src/oracle/places/copy';
import type { Placement, Target } from '../../src/oracle/places/place';
import { openTester } from '../../src/oracle/tester';

export interface OracleOptions extends JudgedCommand, Target {
  /** `copy` if unset. */
  readonly placement?: Placement;
}

export interface OwnOracle extends Oracle {
  dispose(): string | undefined;
}

export async function openOracle({ placement = copy, ...options }: OracleOptions): Promise<OwnOracle> {
  judgeOf(options.rule ?? exitZero);
  const tester = await openTester(placement, options);
  return Object.assign(oracleOf(tester, options), { dispose: () => tester.dispose() });
}

/** As a property of this command alone is calibrated. */
export function calibrateOne(oracle: Oracle, given: OriginalInput & Partial<CalibrationInput>, signal: AbortSignal) {
  return calibrateProperty({ parts: [oracle], test: oracle.test }, { learn: [], ...given }, signal);
}
