/** What is said when a run has waited for too long. */
import * as l10n from '@vscode/l10n';
import { ClusterError } from '../address';
import { times } from '../terms';

/** Redis has been silent for too long. */
export function silentRedis(told: string): ClusterError {
  return new ClusterError(
    l10n.t('Redis at {0} has not answered for {1} s: start it again, then the run.', told, times.patience / 1000),
  );
}

/** Nobody is there to test. */
export function noWorkers(oracle: string): ClusterError {
  return new ClusterError(
    l10n.t(
      'For {0} s there has been no worker with the oracle "{1}": start one, then the run again.',
      times.patience / 1000,
      oracle,
    ),
  );
}
