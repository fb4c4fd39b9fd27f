/**
 * How the bench itself runs one test of a file, without the product's recognition of runners: a command for people, and one whose
 * output tells the outcome of each test.
 */
import { basename, dirname } from 'node:path';
import {
  cargoOutcome,
  goOutcome,
  jsonOutcome,
  mochaOutcome,
  pytestOutcome,
  tapOutcome,
  unittestOutcome,
  type Outcome,
  type Output,
} from './outcomes';

/** One test: its file, its titles, and further words of the project. */
export interface Chosen {
  readonly test: string;
  readonly titles: readonly string[];
  readonly args?: readonly string[];
}

export interface BenchRunner {
  /** A program that must be on this machine. */
  readonly needs: readonly string[];
  /** Words of the command; `machine`: its output is for `outcome`. */
  words(chosen: Chosen, machine: boolean): string[];
  outcome(output: Output, chosen: Chosen): Outcome;
}

const bin = (name: string) => `node_modules/.bin/${name}`;
const fullTitle = (titles: readonly string[]) => `^${escaped(titles.join(' '))}$`;

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

export const runners = {
  mocha: {
    needs: ['node', '--version'],
    words: ({ test, titles, args = [] }, machine) => [
      ...[bin('mocha'), ...args, '--no-color', '--reporter', machine ? 'json' : 'dot'],
      ...['--grep', fullTitle(titles), test],
    ],
    outcome: mochaOutcome,
  },
  'node:test': {
    needs: ['node', '--version'],
    words: ({ test, titles }, machine) => [
      ...['node', `--test-reporter=${machine ? 'tap' : 'spec'}`],
      ...[`--test-name-pattern=^${escaped(titles.at(-1)!)}$`, test],
    ],
    outcome: tapOutcome,
  },
  jest: {
    needs: ['node', '--version'],
    words: ({ test, titles }, machine) => [
      ...[bin('jest'), '--ci', '--runInBand', '--colors=false', ...(machine ? ['--json'] : [])],
      ...['-t', fullTitle(titles), '--runTestsByPath', test],
    ],
    outcome: jsonOutcome,
  },
  vitest: {
    needs: ['node', '--version'],
    words: ({ test, titles }, machine) => [
      ...[bin('vitest'), 'run', test, '-t', fullTitle(titles)],
      ...(machine ? ['--reporter=json'] : []),
    ],
    outcome: jsonOutcome,
  },
  pytest: {
    needs: ['python3', '-m', 'pytest', '--version'],
    words: ({ test, titles }, machine) => [
      ...['python3', '-m', 'pytest', '--color=no', '--no-header', '-p', 'no:cacheprovider'],
      // All rows: their numbers change.
      ...(machine ? ['-q', '-rA', [test, ...titles].join('::').replace(/\[.*/, '')] : [[test, ...titles].join('::')]),
    ],
    outcome: pytestOutcome,
  },
  unittest: {
    needs: ['python3', '--version'],
    words: ({ test, titles }) => [
      ...['python3', '-m', 'unittest', '-v'],
      [...test.replace(/\.py$/, '').split('/'), ...titles].join('.'),
    ],
    outcome: unittestOutcome,
  },
  cargo: {
    needs: ['cargo', '--version'],
    words: ({ test, titles }) => [
      ...['cargo', 'test', '--offline', '--color=never', '--test', basename(test, '.rs')],
      ...['--', '--exact', titles.join('::')],
    ],
    outcome: cargoOutcome,
  },
  go: {
    needs: ['go', 'version'],
    words: ({ test, titles }) => [
      ...['go', 'test', '-v', '-count=1', '-run', titles.map((title) => `^${escaped(title)}$`).join('/')],
      `./${dirname(test)}`,
    ],
    outcome: goOutcome,
  },
} satisfies Record<string, BenchRunner>;

export type RunnerName = keyof typeof runners;
