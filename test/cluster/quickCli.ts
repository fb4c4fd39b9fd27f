/** The command line with all times of the cluster made shorter. */
import { resolve } from 'node:path';
import { main } from '../../src/cli/main';
import { times } from '../../src/cluster/terms';
import { quick } from './quick';

Object.assign(times, quick);
void main(process.argv, resolve('dist')).then((code) => process.exit(code));
