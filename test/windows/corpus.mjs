// Cases of the corpus whose oracle is a program for Node.js, reduced on this system and under Wine: the same bytes.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { scratch, thisSystem, windows } from './wine.mjs';

const ten = [
  'graphql-prettier-schema-extension',
  'html-prettier-valueof-tag',
  'js-prettier-break-comment',
  'js-terser-catch-scope',
  'less-prettier-mixin-semicolon',
  'peer-c-esbuild-static-block',
  'scss-prettier-at-rule-comment',
  'svg-svgo-arc-flags',
  'test-mocha-qs-prototype',
  'ts-tsc-numeric-type-name',
];

/** Promises of whether they pass; two cases at once. */
export function corpus(names) {
  const home = process.env.WHITTLE_CORPUS;
  if (!home || process.platform === 'win32') {
    console.log('Pending: the corpus needs Wine, and the folder of its cases in WHITTLE_CORPUS.');
    return [];
  }
  const left = names.length > 0 ? [...names] : [...ten];
  return [1, 2].map(async () => {
    let passes = true;
    while (left.length > 0) passes = (await isSame(home, left.shift())) && passes;
    return passes;
  });
}

/** Says so in a line: tokens, tests, seconds here and there. */
async function isSame(home, name) {
  const sides = [];
  for (const system of [thisSystem, windows]) sides.push(await reduced(system, home, name));
  const [one, other] = sides;
  const isSame = one.text !== undefined && one.text.equals(other.text ?? Buffer.of(0));
  const figures = sides.map(({ said, s }) => `${said}, ${s} s`);
  console.log(`${isSame ? 'the same' : 'DIFFERENT'}  ${name}: ${[...new Set(figures)].join(' | ')}`);
  return isSame;
}

/** A run with one job, whose tests may take a minute, so that nothing depends on the clock. `text`: the bytes of its result. */
async function reduced({ node, path, run }, home, name) {
  const folder = join(home, name);
  const input = join(folder, JSON.parse(readFileSync(join(folder, 'case.json'), 'utf8')).input);
  const output = join(scratch, `${name}.${path === windows.path}`);
  const test = `"${node}" "${path('test/windows/oracles.mjs')}" ${name} {}`;
  const options = ['--test', test, '--output', path(output), '-j', '1', '--timeout', '60', '--json'];
  const variables = { WHITTLE_CORPUS: path(home), CORPUS_TOOLS: path(process.env.CORPUS_TOOLS || join(home, 'tools')) };
  const began = performance.now();
  const { output: log } = await run(['dist/cli.js', 'reduce', path(input), ...options], variables);
  const s = Math.round((performance.now() - began) / 1000);
  const last = log.trim().split('\n').at(-1);
  if (!existsSync(output)) return { said: last, s };
  const { tokens, tests } = JSON.parse(last);
  return { text: readFileSync(output), said: `${tokens.before} to ${tokens.after} tokens in ${tests} tests`, s };
}
