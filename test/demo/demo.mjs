// npm run demo: reduces a real crash of esbuild in the terminal, and shows what is left.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { failingInput, panicCommand } from './input.mjs';

const cli = resolve(import.meta.dirname, '../../dist/cli.js');
const directory = mkdtempSync(join(tmpdir(), 'whittle-demo-'));
try {
  const input = join(directory, 'crash.js');
  writeFileSync(input, failingInput());
  console.log(`whittle reduce crash.js --test "${panicCommand('{}')}"\n`);
  const events = reduce(input);
  const finished = events.at(-1);
  for (const { tokens, tests } of events.filter(({ event }) => event === 'accepted')) {
    console.log(`${String(tokens).padStart(7)} tokens after ${tests} tests`);
  }
  console.log(`\n${readFileSync(join(directory, 'crash.reduced.js'), 'utf8')}`);
  const confirmed = finished.confirmed ? 'verified' : 'NOT verified';
  console.log(`result: ${finished.tokens.after} tokens, ${finished.tests} tests, ${confirmed}`);
  process.exitCode = finished.confirmed ? 0 : 1;
} finally {
  rmSync(directory, { recursive: true });
}

function reduce(input) {
  // One test at a time: then every machine counts the same.
  const args = [cli, 'reduce', input, '--test', panicCommand('{}'), '-j', '1', '--json'];
  const { status, stdout } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error(`whittle ended with exit code ${status}`);
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}
