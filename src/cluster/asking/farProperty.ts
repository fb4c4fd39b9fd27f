/** A property whose command runs on the workers of a cluster. */
import type { JudgedCommand } from '../../oracle/oracle';
import { once } from '../../oracle/judging/repeat';
import { propertyOf } from '../../oracle/property';
import type { Property } from '../../oracle/property';
import { openCluster } from './cluster';
import type { ClusterChoice, ClusterWatcher, Origin } from './cluster';

/** Throws `ClusterError` and `RuleError`. */
export async function openFarProperty(
  choice: ClusterChoice,
  command: JudgedCommand,
  subject: Origin,
  watcher: ClusterWatcher,
): Promise<Property> {
  const cluster = await openCluster(choice, subject, watcher);
  const property = propertyOf(cluster.tester, [command]);
  const { repeat = once } = command;
  return {
    ...property,
    far: {
      slots: () => cluster.slots,
      calibratedWith: (calibrate, signal) => cluster.calibratedWith(calibrate, signal),
      admit: (proof) => cluster.admit({ ...proof, rule: property.parts[0].rule, repeat }),
      tell: () => cluster.tell(),
      close: () => cluster.close(),
    },
  };
}
