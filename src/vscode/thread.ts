/** Starts the worker of a run of this window, with what was built beside it. */
import { l10n } from 'vscode';
import { start, type HostedRun } from '../host/host';
import type { Batch, Work } from '../host/port';
import type { Speaker } from '../options/spelling';
import type { OracleError } from '../oracle/calibration/calibrate';
import { RunFailed, requireTrust } from './window/problems';

/** The folder with the worker, the grammars and the pages. */
export const assets = __dirname;

/** Its outcome rejects with `RunFailed`. Throws `NotTrusted`. */
export function startThread<O>(
  work: Work,
  onBatch?: (batch: Batch) => void,
  speaker: Speaker = 'window',
): HostedRun<O> {
  requireTrust();
  const { outcome, tell } = start<O>({ work, speaker, bundle: l10n.bundle }, onBatch);
  const failed = ({ message, output, remedy }: Partial<OracleError>) => {
    throw new RunFailed(message!, output, remedy);
  };
  return { outcome: outcome.catch(failed), tell };
}
