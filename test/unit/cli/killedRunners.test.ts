/** Real test runners that are kept running, and a candidate in them that hangs: both end with a run that is killed. */
import { spawn } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { resolve } from 'node:path';
import { addressName } from '../../../src/oracle/warm/protocol';
import { cli, whittleProcess, workplace } from '../../support/cli';
import { processesOf, processesWith, until } from '../../support/files';
import { seldom } from '../../support/seldom';

const { directory, at, write } = workplace();

/** It hangs if its test file is shorter than it was, in a loop, beside a process of its own. */
const helper = (length: number) => `const { spawn } = require('node:child_process');
exports.check = (text) => {
  if (text.length < ${length}) {
    spawn('sleep', ['61.5'], { stdio: 'ignore' });
    for (;;);
  }
  throw new Error('boom');
};
`;

const files = {
  common: {
    name: 'hangs.test.js',
    text: `const { check } = require('./helper.cjs');
it('fails', () => {
  const spare = 'spare';
  const other = spare + spare;
  check(require('fs').readFileSync(__filename, 'utf8'));
});
`,
  },
  module: {
    name: 'hangs.test.mjs',
    text: `import { readFileSync } from 'node:fs';
import { it } from 'vitest';
import { check } from './helper.cjs';
it('fails', () => {
  const spare = 'spare';
  const other = spare + spare;
  check(readFileSync(new URL(import.meta.url), 'utf8'));
});
`,
  },
};

/** False if the runner did not load in time, so that a new one was started for each candidate. */
async function killed(runner: string, layer: string): Promise<boolean> {
  const { name, text } = files[runner === 'vitest' ? 'module' : 'common'];
  symlinkSync(resolve('node_modules'), at('node_modules'));
  write('package.json', JSON.stringify({ devDependencies: { [runner]: '*' } }));
  write(name, text);
  write('helper.cjs', helper(text.length));
  const args = [cli, 'test', name, '--runner', runner, '--timeout', '60', '-o', 'reduced.js'];
  const env = { ...process.env, WHITTLE_PROTECT: layer };
  const whittle = spawn(process.execPath, args, { cwd: directory.path, env, stdio: 'ignore' });
  const ended = new Promise((done) => whittle.on('close', done));
  let isWarm = false;
  try {
    await until('a candidate hangs', () => processesWith('sleep 61.5').length > 0, 120_000);
    isWarm = processesOf(addressName).length > 0;
  } finally {
    whittle.kill('SIGKILL');
    await ended;
  }
  const left = () => ['sleep 61.5', name, 'dist/launcher.js'].flatMap(processesWith);
  await until('nothing runs on', () => left().length === 0, 20_000);
  // The next run removes the files that are left.
  await whittleProcess(['reduce', name, '--test', 'grep -q other {}', '--max-tests', '3'], directory.path);
  return isWarm;
}

seldom.describe('a run that is killed takes along a candidate that hangs', function () {
  this.timeout(240_000);

  for (const runner of ['mocha', 'jest', 'vitest']) {
    for (const layer of ['', 'links']) {
      const where = layer ? 'without namespaces' : 'in the strongest layer';
      it(`in a ${runner} that keeps running, ${where}`, async function () {
        if (!(await killed(runner, layer))) this.skip();
      });
    }
  }
});
