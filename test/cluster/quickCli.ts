/** The command line with all times of the cluster made shorter, in its own process and in the worker of a run. */
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { main } from '../../src/cli/main';
import { times } from '../../src/cluster/terms';
import { quick } from './quick';

const dist = join(__dirname, '../../../dist');

/** As `dist`, but with a worker that has these times. */
function quickAssets(): string {
  const assets = join(__dirname, 'quickAssets');
  mkdirSync(assets, { recursive: true });
  for (const name of readdirSync(dist)) if (name !== 'worker.js') link(join(dist, name), join(assets, name));
  link(join(__dirname, 'quickWorker.js'), join(assets, 'worker.js'));
  return assets;
}

function link(target: string, path: string): void {
  try {
    symlinkSync(target, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

Object.assign(times, quick);
void main(process.argv, quickAssets()).then((code) => process.exit(code));
