/** Versions of a test runner and of its runtime, for reports. */
import { execa } from 'execa';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Recognised } from '../runners/recognise';

/** A runner that does not answer in time is left out. */
const ms = 5000;

/** Of packages, by the runner's name. */
const packages: Readonly<Record<string, string>> = {
  mocha: 'mocha',
  jest: 'jest',
  vitest: 'vitest',
  playwright: '@playwright/test',
};

/** `mocha 12.0.3`, `node v20.20.2`; those that are not found are left out. */
export async function versionsOf(found: Recognised, signal: AbortSignal): Promise<string[]> {
  const { runner, cwd } = found;
  const name = packages[runner];
  const own = name === undefined ? undefined : packageVersion(name, cwd);
  const answers = await Promise.all(questions(found).map((words) => answerTo(words, cwd, signal)));
  return [...(own === undefined ? [] : [`${runner} ${own}`]), ...answers.filter((line) => line !== undefined)];
}

function questions({ runner, command }: Recognised): string[][] {
  const [python] = command.split(' ');
  if (runner === 'pytest')
    return [
      [python, '-m', 'pytest', '--version'],
      [python, '--version'],
    ];
  if (runner === 'unittest') return [[python, '--version']];
  if (runner === 'go test') return [['go', 'version']];
  if (runner === 'cargo test')
    return [
      ['cargo', '--version'],
      ['rustc', '--version'],
    ];
  return [['node', '--version']];
}

async function answerTo([program, ...args]: readonly string[], cwd: string, cancelSignal: AbortSignal) {
  const { failed, all } = await execa(program, args, { cwd, cancelSignal, timeout: ms, all: true, reject: false });
  cancelSignal.throwIfAborted();
  const [line] = (all ?? '').split('\n');
  if (failed || line === '') return undefined;
  return /^v\d/.test(line) ? `${program} ${line}` : line;
}

function packageVersion(name: string, folder: string): string | undefined {
  try {
    const text = readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8');
    return (JSON.parse(text) as { version?: string }).version;
  } catch {
    return dirname(folder) === folder ? undefined : packageVersion(name, dirname(folder));
  }
}
