/** The beginning of an isolation: the oracle must tell the two texts apart. */
import * as l10n from '@vscode/l10n';
import { OracleError } from '../oracle/calibration/calibrate';
import { observeAll } from '../oracle/property';
import type { Property } from '../oracle/property';
import { encode } from '../text/encoding';
import type { Listener } from './events/events';
import type { IsolationJob } from './isolationJob';
import { modeOf } from './plan';
import { calibrated, calibrationInput } from './session';
import type { Measured } from './session';

interface Starting {
  readonly job: IsolationJob;
  readonly property: Property;
  readonly onEvent: Listener;
  readonly signal: AbortSignal;
}

/** The property must hold for the one and not for the other. */
export async function calibratedOnBoth({ job, property, onEvent, signal }: Starting): Promise<Measured> {
  const calibration = await calibrated(job, property, calibrationInput(job), signal);
  const { verdict, output, timedOut } = await observeAll(
    property,
    encode(job.passing, job.encoding),
    calibration.timeoutMs,
    signal,
  );
  if (verdict === 'holds')
    throw new OracleError(whyNotPassing(calibration.rules.some(({ learned }) => learned)), output);
  if (timedOut) {
    const message = l10n.t(
      'The test did not end within {0} ms on the passing input: set a longer time-out.',
      calibration.timeoutMs,
    );
    throw new OracleError(message, output);
  }
  if (verdict === 'unresolved')
    throw new OracleError(l10n.t('The test gives no verdict on the passing input: choose another input.'), output);
  const { ms, timeoutMs, cores } = calibration;
  const [input, empty] = [job.text, job.passing].map((text) => encode(text, job.encoding));
  property.far?.admit({ input, empty, ms, timeoutMs });
  onEvent({ event: 'calibrated', ...calibration, jobs: modeOf(job, cores, property.far).jobs });
  return calibration;
}

function whyNotPassing(learned: boolean): string {
  return learned
    ? l10n.t(
        'The test fails on the passing input in the same way: choose an input without the bug, or a test that ends with 0 while the bug is there.',
      )
    : l10n.t('The property also holds for the passing input: choose an input without the bug.');
}
