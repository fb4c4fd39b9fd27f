/**
 * Every option of a run, once. Flags and their help, settings, fields of tasks, arguments of the agents' tools and keys of the library come
 * from this table, with their types, checks and sentences. The options of searches stand in src/reducers/options.ts and beside it.
 */
import { placements } from '../oracle/places/registry';
import { efforts } from '../strategies/options';
import { units } from '../strategies/isolation';
import { defaultStrategy } from '../strategies/registry';
import { languageNamed } from '../syntax/languages';
import { choice, count, number, onOff, size, text, texts, time, type Word } from './kinds';
import { mostJobs, row, running, tested, testing, tools, library, everywhere } from './row';
import { oracleOptions } from './oracleOptions';

const path = text('<path>', 'a path');
/** Of the input, an empty one and a candidate. */
const fewestTests = 3;
const keep = texts(text('<regex>', 'a regular expression'), 'regular expressions');
export const placeWords: readonly Word[] = [
  { name: 'auto', description: 'overlay if the test runs in the workspace without naming the file, else copy.' },
  ...placements,
];
const inTerminal = placements.map((one) => one.name);
/** An agent's run never changes the file itself. */
const aside = ['copy', 'overlay'];
const unitWords = {
  lines: 'Whole lines.',
  words: 'Lines, then words and signs of the lines that are left.',
  chars: 'Lines, then words, then characters.',
};

export const options = {
  ...oracleOptions,
  search: row(
    text('<search>', 'the name of a search, such as "hddr"'),
    ['reduce', ...testing, 'dedupe', 'repro', 'setting', 'task', 'whittle_reduce', 'reduce()'],
    {
      text: 'How to search: NAME[:REDUCER][+OPTION=VALUE]…, for example hddr:probdd+p0=0.3 (see whittle searches).',
      group: 'search',
      setting: 'search',
      usual: defaultStrategy.name,
    },
  ),
  jobs: row(count(mostJobs), everywhere, {
    text: 'Number of tests at once. The result is the same for any number, unless the search has +commit=first-finished.',
    flags: '-j, --jobs <n>',
    group: 'run',
    setting: 'tests',
    scope: 'machine-overridable',
    unset: 'all processor cores but one, and fewer if a test itself keeps several busy',
  }),
  timeout: row(time, everywhere, {
    text: 'Time-out of one test, in seconds, or such as "500ms".',
    group: 'run',
    setting: 'tests',
    unset: 'adapts to the measured times',
  }),
  memory: row(size, [...running, 'setting'], {
    text: 'Most memory of one test, in megabytes, or such as "4G"; 0 for no limit. A test that takes more is ended, and its candidate refused.',
    group: 'run',
    setting: 'tests',
    scope: 'machine-overridable',
    unset: "half of the machine's memory",
  }),
  protect: row(onOff, ['tests', 'setting'], {
    text: 'Run candidates where they can change no files but their own. Turn this off only for a test that must write elsewhere: a candidate is a program that lacks words, and may delete your files.',
    setting: 'tests',
    env: 'WHITTLE_PROTECT',
    usual: true,
  }),
  maxTime: row(time, everywhere, {
    text: 'Stop after this time in seconds, or such as "5m", with the best result. It includes calibration and verification, but not pauses.',
    group: 'run',
    setting: 'search',
  }),
  maxTests: row(count(2 ** 31 - 1, fewestTests), [...everywhere, 'limits'], {
    text: 'Stop after this many tests, with the best result. Those of calibration and verification count; those that were begun ahead in vain do not.',
    group: 'run',
    setting: 'search',
  }),
  targetSize: row(count(2 ** 31 - 1, 0), [...tested, ...testing, 'setting', 'task', ...library], {
    text: 'Stop as soon as at most this many tokens are left, or changes in an isolation.',
    group: 'search',
    setting: 'search',
  }),
  place: row(choice(placeWords), ['reduce', 'isolate', 'compare', 'dedupe', 'setting', 'task', ...tools], {
    text: 'Where the candidate is during a test: alone (copy), or where its imports work.',
    group: 'run',
    setting: 'tests',
    usual: 'auto',
    unset: 'copy; auto in VS Code',
    only: [
      [tested, inTerminal],
      [tools, aside],
    ],
  }),
  root: row(path, running, {
    text: 'The workspace that an overlay copies.',
    group: 'run',
    unset: 'the nearest directory above the input with .git, package.json or the like',
  }),
  quiet: row(onOff, running, { text: 'Print no progress.', flags: '-q, --quiet', group: 'run' }),
  json: row(onOff, running, { text: 'Print one event per line instead of progress.', group: 'run' }),
  effort: row(choice(efforts.map((name) => ({ name }))), ['reduce', ...testing, 'whittle_reduce'], {
    text: 'How long to search: +effort=… of the search. quick ends when a token takes more than 20 tests, thorough tries more, in many tests.',
    group: 'search',
  }),
  unit: row(
    choice(units.map((name) => ({ name, description: unitWords[name] }))),
    ['isolate', 'setting', 'whittle_isolate', 'isolate()'],
    { text: 'The finest changes of an isolation.', group: 'search', setting: 'search', usual: 'words' },
  ),
  filter: row(onOff, ['isolate'], { text: 'Skip candidates with syntax errors.', group: 'search', usual: true }),
  keep: row(keep, ['reduce', ...testing, 'compare', 'repro', 'task', 'whittle_reduce'], {
    text: 'Regular expressions (flag m): text that matches is never removed.',
    group: 'search',
  }),
  reduceWith: row(texts(text('<command>', 'a command'), 'commands'), ['reduce', 'repro'], {
    text: 'A program that proposes further edits, see docs/passes.md.',
    group: 'search',
  }),
  also: row(path, ['reduce', ...testing], {
    text: 'Write the smallest text of each other failure that is met into this directory.',
    group: 'search',
  }),
  journal: row(path, ['reduce', 'test', 'isolate'], {
    text: 'Save the progress in this file; a run that was interrupted continues from there.',
    group: 'search',
  }),
  searches: row(
    texts(text('<list>', 'a search'), 'a list of names of searches, such as ["hddr", "lines"]', ','),
    ['compare', 'compare()'],
    {
      text: 'The searches, separated by commas on the command line.',
      group: 'comparison',
      unset: 'several that differ much',
    },
  ),
  vary: row(texts(text('<option=values>', 'OPTION=VALUES'), 'OPTION=VALUES'), ['compare'], {
    text: 'Each search with each of these values: p0=0.01,0.1,0.3 or reducer=cdd,ddmin.',
    group: 'comparison',
  }),
  rounds: row(count(), ['compare'], {
    text: 'Repeat the comparison this often, each time with the next seed.',
    group: 'comparison',
    usual: 1,
  }),
  tables: row(texts(path, 'paths'), ['compare'], {
    text: 'Write the tables: .md, .json or .csv.',
    flags: '-o, --output <file>',
    group: 'comparison',
  }),
  plot: row(path, ['compare'], { text: 'Write the sizes of one file over tests as SVG.', group: 'comparison' }),
  language: row(text('<id>', 'the id of a language, such as "javascript"', languageNamed), ['reduce', ...library], {
    text: 'The id of a language, such as "javascript".',
    group: 'search',
    unset: 'the name of the file tells',
  }),
  fileName: row(text('<name>', 'the name of a file, such as "input.js"'), library, { text: 'Base name of the input.' }),
  fadedOpacity: row(number(0.1, 0.9), ['setting'], {
    text: 'Opacity of removed text in the editor; half as much again in high-contrast themes.',
    setting: 'editor',
    scope: 'window',
    usual: 0.4,
  }),
};
