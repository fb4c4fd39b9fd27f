/** What the calibration has found. */
import type { SettledRule } from '../../oracle/calibration/calibrateProperty';
import type { Repeat, Tally } from '../../oracle/judging/repeat';
import type { Layer } from '../../oracle/protection/protect';

/** Result of calibration: how often the property held on the unchanged input, and the resulting settings. */
export interface Calibrated extends Tally {
  readonly event: 'calibrated';
  /** Wall time of the longest test of the unchanged input. */
  readonly ms: number;
  readonly timeoutMs: number;
  readonly memoryBytes?: number;
  /** Processor cores that a test keeps busy; number of tests at once. */
  readonly cores: number;
  readonly jobs: number;
  /** The settled rule of each command. */
  readonly rules: readonly SettledRule[];
  /** What keeps candidates from doing harm, if they run here. */
  readonly layer?: Layer;
  /** Files and directories outside its own ones that the test of the unchanged input changes. */
  readonly writes?: readonly string[];
  /** The test is not reliable: one sentence with the remedy. */
  readonly notice?: string;
  /** Recommended number of runs per candidate. */
  readonly better?: Repeat;
}
