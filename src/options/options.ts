/**
 * Every option of a run, once. Flags and their help, settings, fields of tasks, arguments of the agents' tools and keys of the library come
 * from this table, with their types, checks and sentences. The options of searches stand in src/reducers/options.ts and beside it.
 */
import { placements } from '../oracle/places/registry';
import { efforts } from '../strategies/options';
import { units } from '../strategies/isolation';
import { defaultStrategy } from '../strategies/registry';
import { choice, count, number, onOff, size, text, texts, time, type Word } from './kinds';
import { mostJobs, row, running, tools, library, everywhere } from './row';
import { oracleOptions } from './oracleOptions';

const path = text('<path>', 'a path');
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
  search: row(text('<search>', 'the name of a search, such as "hddr"'), {
    on: ['reduce', 'test', 'repro', 'setting', 'task', 'whittle_reduce', 'reduce()'],
    group: 'search',
    setting: 'search',
    text: 'How to search: NAME[:REDUCER][+OPTION=VALUE]…, for example hddr:probdd+p0=0.3 (see whittle searches).',
    usual: defaultStrategy.name,
  }),
  jobs: row(count(mostJobs), {
    on: everywhere,
    flags: '-j, --jobs <n>',
    group: 'run',
    setting: 'tests',
    scope: 'machine-overridable',
    text: 'Number of tests at once. The result is the same for any number, unless the search has +commit=first-finished.',
    unset: 'all processor cores but one, and fewer if a test itself keeps several busy',
  }),
  timeout: row(time, {
    on: everywhere,
    group: 'run',
    setting: 'tests',
    text: 'Time-out of one test, in seconds, or such as "500ms".',
    unset: 'adapts to the measured times',
  }),
  memory: row(size, {
    on: [...running, 'setting'],
    group: 'run',
    setting: 'tests',
    scope: 'machine-overridable',
    text: 'Most memory of one test, in megabytes, or such as "4G"; 0 for no limit. A test that takes more is ended, and its candidate refused.',
    unset: "half of the machine's memory",
  }),
  protect: row(onOff, {
    on: ['tests', 'setting'],
    setting: 'tests',
    text: 'Run candidates where they can change no files but their own. Turn this off only for a test that must write elsewhere: a candidate is a program that lacks words, and may delete your files.',
    usual: true,
  }),
  maxTime: row(time, {
    on: everywhere,
    group: 'run',
    setting: 'search',
    text: 'Stop after this time in seconds, or such as "5m", with the best result. Pauses do not count.',
  }),
  maxTests: row(count(), {
    on: [...everywhere, 'limits'],
    group: 'run',
    setting: 'search',
    text: 'Stop after this many tests, with the best result.',
  }),
  targetSize: row(count(2 ** 31 - 1, 0), {
    on: [...running, 'setting', 'task', ...library],
    group: 'search',
    setting: 'search',
    text: 'Stop as soon as at most this many tokens are left, or changes in an isolation.',
  }),
  place: row(choice(placeWords), {
    on: ['reduce', 'isolate', 'compare', 'setting', 'task', ...tools],
    group: 'run',
    setting: 'tests',
    text: 'Where the candidate is during a test. With overlay and in-place, imports work.',
    usual: 'auto',
    unset: 'copy; auto in VS Code',
    only: {
      reduce: inTerminal,
      isolate: inTerminal,
      compare: inTerminal,
      whittle_reduce: aside,
      whittle_isolate: aside,
    },
  }),
  root: row(path, {
    on: running,
    group: 'run',
    text: 'The workspace that an overlay copies.',
    unset: 'the nearest directory above the input with .git, package.json or the like',
  }),
  json: row(onOff, { on: running, group: 'run', text: 'Print one event per line instead of progress.' }),
  effort: row(choice(efforts.map((name) => ({ name }))), {
    on: ['reduce'],
    group: 'search',
    text: 'The same as +effort=… at the end of the search.',
  }),
  unit: row(choice(units.map((name) => ({ name, description: unitWords[name] }))), {
    on: ['isolate', 'setting', 'whittle_isolate', 'isolate()'],
    group: 'search',
    setting: 'search',
    text: 'The finest changes of an isolation.',
    usual: 'words',
  }),
  filter: row(onOff, {
    on: ['isolate'],
    group: 'search',
    text: 'Skip candidates with syntax errors.',
    usual: true,
  }),
  keep: row(keep, {
    on: ['reduce', 'test', 'compare', 'repro', 'task'],
    group: 'search',
    text: 'Regular expressions (flag m): text that matches is never removed.',
  }),
  reduceWith: row(texts(text('<command>', 'a command'), 'commands'), {
    on: ['reduce', 'repro'],
    group: 'search',
    text: 'A program that proposes further edits, see docs/passes.md.',
  }),
  journal: row(path, {
    on: ['reduce', 'test', 'isolate'],
    group: 'search',
    text: 'Save the progress in this file; a run that was interrupted continues from there.',
  }),
  searches: row(texts(text('<list>', 'a search'), 'a list of names of searches, such as ["hddr", "lines"]', ','), {
    on: ['compare', 'compare()'],
    group: 'comparison',
    text: 'The searches, separated by commas on the command line.',
    unset: 'several that differ much',
  }),
  vary: row(texts(text('<option=values>', 'OPTION=VALUES'), 'OPTION=VALUES'), {
    on: ['compare'],
    group: 'comparison',
    text: 'Each search with each of these values: p0=0.01,0.1,0.3 or reducer=cdd,ddmin.',
  }),
  rounds: row(count(), {
    on: ['compare'],
    group: 'comparison',
    text: 'Repeat the comparison this often, each time with the next seed.',
    usual: 1,
  }),
  tables: row(texts(path, 'paths'), {
    on: ['compare'],
    flags: '-o, --output <file>',
    group: 'comparison',
    text: 'Write the tables: .md, .json or .csv.',
  }),
  plot: row(path, {
    on: ['compare'],
    group: 'comparison',
    text: 'Write the sizes of one file over tests as SVG.',
  }),
  language: row(text('<id>', 'the id of a language, such as "javascript"'), {
    on: library,
    text: 'The id of a language, as languageIds has it.',
    unset: 'the name of the file tells',
  }),
  fileName: row(text('<name>', 'the name of a file, such as "input.js"'), {
    on: library,
    text: 'Base name of the input.',
  }),
  fadedOpacity: row(number(0.1, 0.9), {
    on: ['setting'],
    setting: 'editor',
    scope: 'window',
    text: 'Opacity of removed text in the editor; half as much again in high-contrast themes.',
    usual: 0.4,
  }),
};
