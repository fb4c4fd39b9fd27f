/** Three inputs whose reduction once ended in another bug: a folder that lacks a file, jobs that share a directory, a flaky test. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cli } from '../../support/cli';
import { table, type Report } from '../support/report';
import type { Section } from '../support/suite';
import { apart } from './apart';

const times = 20;

interface Case {
  readonly name: string;
  /** Files by name, in an empty directory. */
  readonly files: Readonly<Record<string, string>>;
  readonly args: readonly string[];
  /** Is that the result, and nothing else there or said? */
  isRight(directory: string, said: string): boolean;
}

const lines = Array.from({ length: 20 }, (_, at) => `line ${at}`);

const cases: readonly Case[] = [
  {
    name: 'a folder whose .env git ignores',
    files: {
      'project/.gitignore': '.env\n',
      'project/.env': 'NAME=boom\n',
      'project/main.js': `const name = require('fs').readFileSync(__dirname + '/.env', 'utf8').trim().split('=')[1];\nconst all = [1, 2, 3];\nall.forEach((one) => one + 1);\nnull[name];\n`,
      'project/other.js': 'module.exports = 1;\n',
    },
    args: ['project', '--test', `"${process.execPath}" {}/main.js`, '--same-failure', '-o', 'out'],
    isRight: (directory) => {
      const { stderr } = spawnSync(process.execPath, [join(directory, 'out/main.js')], { encoding: 'utf8' });
      return /TypeError.*'boom'/.test(stderr);
    },
  },
  {
    name: 'jobs that write to one file of the current directory',
    files: { 'in.txt': [...lines, 'needle', ...lines].join('\n') },
    args: ['in.txt', '--test', 'cp {} prog; sleep 0.0$(($$ % 5)); grep -q needle prog', '-j', '4', '-o', 'out.txt'],
    isRight: (directory) =>
      readFileSync(join(directory, 'out.txt'), 'utf8').trim() === 'needle' && !existsSync(join(directory, 'prog')),
  },
  {
    name: 'a flaky test',
    files: { 'in.txt': [...lines, 'needle'].join('\n') },
    args: [
      ...['in.txt', '--test', `grep -q needle {} && [ $(od -An -N1 -tu1 /dev/urandom) -lt 230 ]`],
      ...['--runs', '5', '--need', '2', '-o', 'out.txt'],
    ],
    isRight: (directory, said) =>
      readFileSync(join(directory, 'out.txt'), 'utf8').includes('needle') && !said.includes('has changed'),
  },
];

export const wrongBug: Section = {
  name: 'wrong-bug',
  title: 'The bug stays the same bug',
  run: () =>
    apart((work) => {
      const rows = cases.map((one, at) => {
        const right = Array.from({ length: times }, (_, time) => runs(one, work(`${at}-${time}`))).filter(Boolean);
        return [one.name, times, right.length] as const;
      });
      const report: Report = {
        text: table(['input', 'runs', 'right'], rows),
        claims: rows.map(([name, all, right]) => ({
          text: `faults: ${name}: ${right} of ${all} runs end in the right bug`,
          met: right === all,
        })),
        plots: {},
      };
      return Promise.resolve(report);
    }),
};

function runs({ files, args, isRight }: Case, directory: string): boolean {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(directory, name, '..'), { recursive: true });
    writeFileSync(join(directory, name), text);
  }
  for (const name of readdirSync(directory).filter((one) => one === 'project')) {
    spawnSync('git', ['init', '-q'], { cwd: join(directory, name) });
  }
  const { stderr } = spawnSync(process.execPath, [cli, 'reduce', ...args], { cwd: directory, encoding: 'utf8' });
  try {
    return isRight(directory, stderr);
  } catch {
    return false;
  }
}
