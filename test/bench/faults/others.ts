/** Second and third bugs that a reduction meets: are all of them told, and does each text that is kept fail in its way again? */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drawing } from '../../support/random';
import type { Finished } from '../../../src/reduction/events/events';
import { cli } from '../../support/cli';
import { percent, table, type Report } from '../support/report';
import type { Section } from '../support/suite';
import { apart } from './apart';

const inputs = 20;

/** Ways to fail, each of a text that has the first word without the second one. */
const ways = [
  "throw new TypeError('cannot print node ' + text.length)",
  "throw new RangeError('handle was never freed')",
  "process.kill(process.pid, 'SIGSEGV')",
  "process.kill(process.pid, 'SIGABRT')",
  "console.error('tool: parse.c:12: visit: Assertion `depth > 0\\' failed.'); process.exit(134)",
  "console.error('internal error: stack of ' + text.length + ' is not empty'); process.exit(3)",
  '(function inner() { null.type; })()',
];

/** Says in a file which way it has gone. Syntax comes first, as in any tool. */
const tool = (some: readonly number[]) => `const fs = require('fs');
const text = fs.readFileSync(process.argv[2], 'utf8');
const went = (way) => fs.appendFileSync(process.argv[3], way + '\\n');
if (text.split('(').length !== text.split(')').length) { console.error('SyntaxError: unexpected end'); process.exit(1); }
${some.map((way, at) => `if (/open${at}\\(/.test(text) && !/close${at}\\(/.test(text)) { went(${way}); ${ways[way]}; }`).join('\n')}
if (/boom\\(/.test(text)) throw new Error('boom');
`;

interface Counted {
  readonly met: number;
  readonly told: number;
  readonly again: number;
}

export const others: Section = {
  name: 'others',
  title: 'Other failures that are met',
  run: () =>
    apart((work) => {
      const rows = Array.from({ length: inputs }, (_, seed) => ({ seed, ...countedIn(work(`${seed}`), seed) }));
      const sum = (key: keyof Counted) => rows.reduce((all, row) => all + row[key], 0);
      const recall = sum('told') / sum('met');
      const report: Report = {
        text: table(
          ['input', 'failures that were met', 'told', 'fail so again'],
          rows.map(({ seed, met, told, again }) => [seed, met, told, again]),
        ),
        claims: [
          { text: `${percent(recall)} of ${sum('met')} failures are told (at least 95 %)`, met: recall >= 0.95 },
          {
            text: `${sum('again')} of ${sum('told')} texts fail in their way again`,
            met: sum('again') === sum('told'),
          },
        ],
        plots: {},
      };
      return Promise.resolve(report);
    }),
};

function countedIn(directory: string, seed: number): Counted {
  const below = drawing(seed);
  const shuffled = <T>(list: readonly T[]) =>
    list
      .map((one) => ({ one, place: below(1000) }))
      .sort((a, b) => a.place - b.place)
      .map(({ one }) => one);
  const some = shuffled(ways.map((_, way) => way)).slice(0, 2 + (seed % 3));
  const words = [
    'boom',
    ...some.flatMap((_, at) => [`open${at}`, `close${at}`]),
    'hay',
    'more',
    'last',
    'left',
    'right',
  ];
  const lines = shuffled(words).map((word, at) => `${word}(${at}, { value: ${at} });\n`);
  writeFileSync(join(directory, 'in.js'), lines.join(''));
  writeFileSync(join(directory, 'tool.cjs'), tool(some));
  const [went, again] = ['went', 'again'].map((name) => join(directory, name));
  const line = (log: string, path: string) => `"${process.execPath}" "${join(directory, 'tool.cjs')}" ${path} "${log}"`;
  const args = [
    'reduce',
    'in.js',
    '--json',
    '--same-failure',
    '--test',
    line(went, '{}'),
    '--also',
    'others',
    '-j',
    '1',
  ];
  // The tool tells where it must not write.
  const env = { ...process.env, WHITTLE_PROTECT: 'off' };
  const { stdout } = spawnSync(process.execPath, [cli, ...args], { cwd: directory, encoding: 'utf8', env });
  const { others: told = [] } = JSON.parse(stdout.trim().split('\n').at(-1)!) as Finished;
  const seen = new Set(
    told
      .map((_, at) => join(directory, 'others', `other-${at + 1}.js`))
      .filter(existsSync)
      .map((path) => {
        writeFileSync(again, '');
        spawnSync(line(again, path), { shell: true });
        return readFileSync(again, 'utf8').trim();
      }),
  );
  const met = new Set(readFileSync(went, { encoding: 'utf8', flag: 'a+' }).split('\n').filter(Boolean));
  return { met: met.size, told: told.length, again: [...seen].filter((way) => met.has(way)).length };
}
