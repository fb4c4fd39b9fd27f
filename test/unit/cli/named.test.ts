/** What the errors of a failed candidate name is put back: names that the text makes only while it is compiled. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { whittle, workplace } from '../../support/cli';

const { directory } = workplace();

const numbers = Array.from({ length: 40 }, (_, at) => at);
const needed = ['a7', 'a19', 'a31'];

const program = [
  '#define CALL(what) run_##what()',
  ...numbers.map((n) => `int helper_${n}(int x) { int y = x * ${n}; return y + ${n}; }`),
  ...numbers.map((n) => `int run_a${n}(void) { int z = helper_${n}(${n}); return z; }`),
  `int main(void) { return ${needed.map((one) => `CALL(${one})`).join(' + ')}; }\n`,
].join('\n');

/** Fails, as a linker does, where a function is missing; the bug shows if all are called. */
const linker = `
const text = require('fs').readFileSync(process.argv[2], 'utf8');
const called = Array.from(text.matchAll(/CALL\\((a\\d+)\\)/g), ([, name]) => 'run_' + name);
const missing = called.filter((name) => !text.includes('int ' + name + '(void) {'));
if (process.argv[3] !== 'quiet') for (const name of missing) console.error("a.o: undefined reference to \`" + name + "'");
process.exit(called.length === ${needed.length} && missing.length === 0 && text.includes('#define') ? 0 : 1);
`;

interface Event {
  readonly event: string;
  readonly tests?: number;
  readonly tokens?: number;
}

async function run(how: string, ...more: readonly string[]) {
  const root = directory.path;
  writeFileSync(join(root, 'table.c'), program);
  writeFileSync(join(root, 'linker.cjs'), linker);
  const test = `'${process.execPath}' '${join(root, 'linker.cjs')}' {} ${how}`;
  const args = ['reduce', 'table.c', '--test', test, '--output', 'small.c', '--json', ...more];
  const { stdout, code, stderr } = await whittle(args, root);
  assert.equal(code, 0, stderr);
  const events = stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Event);
  return events.filter(({ event }) => event === 'accepted').map(({ tests = 0, tokens = 0 }) => ({ tests, tokens }));
}

const after = (course: Awaited<ReturnType<typeof run>>, tests: number) =>
  Math.min(...course.filter((one) => one.tests <= tests).map(({ tokens }) => tokens));

describe('names in errors', function () {
  this.timeout(120_000); // some hundred processes

  it('lead to what is missing in a few tests', async () => {
    const telling = await run('', '--jobs', '1', '--max-tests', '12');
    const quiet = await run('quiet', '--jobs', '1', '--max-tests', '12');
    assert.ok(after(telling, 12) < after(quiet, 12) / 4, `${after(telling, 12)} and ${after(quiet, 12)} tokens`);
  });

  it('give the same result with several jobs, and after an interruption', async () => {
    const whole = await run('', '--jobs', '1', '--max-tests', '20');
    assert.deepEqual(await run('', '--jobs', '3', '--max-tests', '20'), whole);
    const journal = ['--journal', join(directory.path, 'journal')];
    await run('', '--jobs', '1', '--max-tests', '6', ...journal);
    const resumed = await run('', '--jobs', '1', '--max-tests', '20', ...journal);
    assert.deepEqual(resumed.at(-1), whole.at(-1));
  });
});
