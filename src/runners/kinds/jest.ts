/** jest: without its watcher, its workers and new snapshots. */
import { evidenceOf } from '../evidence';
import { pathFrom } from '../folders';
import { packageIn, programWords } from '../package';
import type { Runner } from '../runner';
import { scriptTests } from '../testFiles';
import { callOf, kept } from '../scripts';
import { fullTitle } from '../words';

const needed = '-c --config --env --rootDir --projects --preset --testEnvironment';

const quick =
  '--ci --runInBand --bail --coverage=false --watchAll=false --watchman=false --forceExit --colors=false --verbose=false --json';

export const jest: Runner = {
  name: 'jest',
  paths: scriptTests,
  find(file) {
    const evidence = evidenceOf(file, { program: 'jest', config: /^jest\.config\./, modules: ['@jest/globals'] });
    if (!evidence) return undefined;
    const { folder: cwd, sureness } = evidence;
    const own = packageIn(cwd);
    const call = own && callOf(own, 'jest');
    const words = [
      ...(call?.env ?? []),
      ...programWords('jest', cwd, file.root),
      ...kept(call?.args ?? [], needed.split(' ')),
      ...quick.split(' '),
    ];
    return {
      sureness,
      cwd,
      failed: '"numFailedTests":[1-9]',
      report: 'jest',
      words: (titles) => [
        ...words,
        ...(titles.length > 0 ? ['-t', fullTitle(titles)] : []),
        '--runTestsByPath',
        pathFrom(cwd, file.path, file.root),
      ],
    };
  },
};
