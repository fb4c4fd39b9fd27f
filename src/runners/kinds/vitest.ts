/** vitest: one run, one worker, to the first failure. */
import { evidenceOf } from '../evidence';
import { pathFrom } from '../folders';
import { packageIn, programWords } from '../package';
import type { Runner } from '../runner';
import { scriptTests } from '../testFiles';
import { callOf, kept } from '../scripts';
import { fullTitle } from '../words';

const needed = '-c --config -r --root --environment --project --dir';

const quick = '--bail=1 --no-file-parallelism --coverage.enabled=false --reporter=json';

export const vitest: Runner = {
  name: 'vitest',
  paths: scriptTests,
  find(file) {
    const config = /^vitest\.(config|workspace)\./;
    const evidence = evidenceOf(file, { program: 'vitest', config, modules: ['vitest'] });
    if (!evidence) return undefined;
    const { folder: cwd, sureness } = evidence;
    const own = packageIn(cwd);
    const call = own && callOf(own, 'vitest');
    const words = [
      ...(call?.env ?? []),
      ...programWords('vitest', cwd, file.root),
      'run',
      ...kept(call?.args ?? [], needed.split(' '), /^--globals$/),
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
        pathFrom(cwd, file.path, file.root),
      ],
    };
  },
};
