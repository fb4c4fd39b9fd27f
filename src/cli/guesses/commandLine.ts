/**
 * What a command line means that is not written as `--help` has it: without `reduce`, with the command behind `--` or as a word, with
 * flags of other reducers. It gives the line that is meant; where that is not certain, the line is only proposed.
 */
import { existsSync } from 'node:fs';
import { basename, extname } from 'node:path';
import type { Option } from 'commander';
import type { CliCommand } from '../../options/row';
import { nearest } from '../../options/values';
import { isDirectory, isFile } from '../../oracle/platform/files';
import { lineOf } from '../../oracle/processes/command';
import { flagsOf } from '../options';
import { absent, lithiumTest, meaningOf, withoutPeer } from './peers';
import {
  aimed,
  inFolder,
  isScript,
  isTest,
  proposalFor,
  scriptOf,
  scriptTest,
  someTest,
  startable,
  withFile,
} from './proposals';
import { filesIn, ifItFails, isProgram, nearestPath, startsHere, unquoted } from './words';

/** `words`: the command line that is meant. `problem`: one sentence; the line is then only proposed. Without words there is none to propose. */
export interface Understood {
  readonly words: readonly string[];
  readonly problem?: string;
}

/** Commands that reduce something by a test. */
const tested: readonly string[] = ['reduce', 'isolate', 'compare', 'repro'];

/** Flags that say what the test is. */
const starts = ['--test', '--property', '--oracle'];

export function understood(given: readonly string[], commands: readonly string[]): Understood {
  const { words, peer } = withoutPeer(given);
  const lithium = peer?.startsWith('lithium') ? lithiumTest(words) : undefined;
  if (lithium) return { words: lithium };
  const [first = ''] = words;
  if (!peer && (commands.includes(first) || /^(?:help|-h|--help|-V|--version)$/.test(first))) {
    if (first === 'test' || first === 'why') return testLine(words);
    if (first === 'dedupe') return linesOfMany(words);
    return tested.includes(first) ? settled(first as CliCommand, words.slice(1), true) : { words };
  }
  const isWord = /^\w[\w-]*$/.test(first) && !existsSync(first);
  const meant = isWord ? nearest(first, commands) : undefined;
  const problem = `There is no command "${first}".`;
  if (meant) return { words: [meant, ...words.slice(1)], problem };
  if (isWord && !isProgram(first) && words.slice(1).some((word) => existsSync(word)))
    return { ...settled('reduce', words.slice(1), false), problem };
  return settled('reduce', words, false);
}

function testLine([command, ...words]: readonly string[]): Understood {
  const own = words.map((word) => (/^-[tk]$/.test(word) ? '--name' : word));
  // As pytest names a test.
  const [path, ...titles] = own[0]?.split('::') ?? [];
  if (isFile(path ?? '')) own.splice(0, 1, path, ...titles.flatMap((title) => ['--name', title]));
  const [file = '.'] = own;
  if (file.startsWith('-') || isFile(file)) return { words: [command, ...own] };
  const found = isDirectory(file) ? someTest(file) : someTest('.', basename(file));
  if (own.length > 0 && found === undefined) return { words: [command, ...own] };
  const problem = own.length === 0 || isDirectory(file) ? 'Which test file fails?' : `${file} is not there.`;
  return { words: [command, found ?? 'FILE', ...own.slice(1)], problem };
}

/** A command for a directory of inputs is guessed by one of them. */
function linesOfMany(words: readonly string[]): Understood {
  const folder = words.find(isDirectory);
  const sample = folder === undefined ? undefined : filesIn(folder)[0];
  if (sample === undefined) return settled('dedupe', words.slice(1), true);
  const own = words.slice(1).map((word) => (word === folder ? sample : word));
  const { problem, words: meant } = settled('dedupe', own, true);
  return { problem, words: meant.map((word) => (word === sample ? folder! : word)) };
}

interface Parts {
  readonly files: string[];
  /** Of this command, with their values. */
  readonly flags: string[];
  /** What stands behind `--`. */
  readonly tail: string[];
  /** Is each word one that this command has? */
  isOwn: boolean;
  /** Does the command stand there? */
  readonly isGiven: boolean;
  problem?: string;
  /** Nothing can be proposed: what belongs to a word that nobody knows? */
  isLost?: boolean;
}

function settled(command: CliCommand, words: readonly string[], isGiven: boolean): Understood {
  const parts = apart(words, flagsOf(command), isGiven);
  const { files, flags } = parts;
  if (flags.includes('--help')) return { words: [command, ...flags] };
  if (parts.isLost) return { words: [], problem: parts.problem };
  for (const [at, file] of files.entries()) {
    const isThere = file === '-' || existsSync(file);
    const there = at === 0 && !isThere && !/\s/.test(file) && !isProgram(file) ? nearestPath(file) : undefined;
    if (there === undefined || (extname(file) !== '' && extname(there) !== extname(file))) continue;
    parts.problem ??= `${file} is not there.`;
    files[at] = there;
  }
  const hasTest = flags.some((flag) => starts.includes(flag));
  const test = hasTest ? [] : takeTest(parts);
  if ((hasTest || test.length > 0) && files.length === 0 && command === 'reduce') {
    return {
      words: [command, '-', ...test, ...flags, ...(hasTest ? rule(flags) : [])],
      problem: 'Which file shows the bug? The word - stands for standard input.',
    };
  }
  if (test.length === 0 && !hasTest && command !== 'repro') return untested(command, parts, isGiven);
  const [file] = files;
  const isSingle = command !== 'repro' && file !== undefined && (files.length === 1 || command !== 'reduce');
  const line = [...test, ...flags];
  const aimed = isSingle && !/in-place|overlay/.test(flags.join(' ')) ? aim(line, file) : line;
  const own = aimed.map((word, at) => (aimed[at - 1] === '--test' ? startable(word, file ?? '') : word));
  if (isGiven && hasTest && parts.isOwn && lineOf(own) === lineOf(line) && !parts.problem)
    return { words: [command, ...words] };
  return { words: [command, ...files, ...own], problem: parts.problem };
}

/** No command says what the bug is. */
function untested(command: CliCommand, { files, flags, problem }: Parts, isGiven: boolean): Understood {
  if (files.length === 0) return { words: [command, ...flags], problem };
  const missing = files.find((file) => file !== '-' && !existsSync(file));
  if (missing !== undefined)
    return { words: [], problem: problem ?? `${missing} does not exist: give the path of an input.` };
  if (!isGiven && files.length === 1 && isTest(files[0])) return { words: ['test', ...files, ...flags], problem };
  const proposal = command === 'reduce' ? proposalFor(files) : [command, ...files, '--test', 'COMMAND {}'];
  const others = flags.filter((flag) => command !== 'reduce' || flag !== '--same-failure');
  return { words: [...proposal, ...others], problem: problem ?? 'Which command shows the bug?' };
}

function apart(words: readonly string[], own: readonly Option[], isGiven: boolean): Parts {
  const parts: Parts = { files: [], flags: [], tail: [], isOwn: isGiven, isGiven };
  const rest = [...words];
  while (rest.length > 0) {
    const word = rest.shift()!;
    if (word === '--') parts.tail.push(...rest.splice(0));
    else if (/^-./.test(word)) takeFlag(word, rest, own, parts);
    else parts.files.push(word);
  }
  return parts;
}

/** `rest`: the words that follow; a value is taken from them. */
function takeFlag(word: string, rest: string[], own: readonly Option[], parts: Parts): void {
  const known = (flag: string) => own.find(({ long, short }) => long === flag || short === flag);
  const [, name, value] =
    (known(word.slice(0, 2))?.required && /^(-\w)(\w.*)$/.exec(word)) || /^([^=]+)(?:=(.*))?$/s.exec(word)!;
  if (name === '--help' || name === '-h') return void parts.flags.push('--help');
  const valueIf = (isTaken = false) => (isTaken ? (value ?? rest.shift() ?? '') : undefined);
  const push = ({ long, required }: Option, one = '') => parts.flags.push(long!, ...(required ? [one] : []));
  const mine = known(name);
  const meaning = mine ? undefined : meaningOf(name);
  if (mine) {
    const one = valueIf(mine.required);
    const isNegated = name === '--exit' && one === 'not' && /^[\d,]+$/.test(rest[0] ?? '');
    const isStart = name === '--test' && one !== undefined && (isProgram(one) || startable(one, '') !== one);
    const words = isStart ? unquoted(rest) : [];
    parts.isOwn &&= !isNegated && words.length === 0;
    push(mine, isNegated ? `not ${rest.shift()}` : words.length > 0 ? lineOf([one!, ...words]) : one);
  } else if (meaning && (meaning.here || !parts.isGiven)) {
    parts.isOwn = false;
    const one = valueIf(meaning.takesValue) ?? '';
    const [here, prefix = ''] = meaning.here.split(' ');
    if (here === 'FILE') parts.files.push(one);
    else if (known(here)) push(known(here)!, prefix + one);
  } else {
    const names = absent[name] ? [] : own.flatMap(({ long }) => long ?? []);
    const near = known(nearest(name, names) ?? '');
    valueIf(meaning?.takesValue);
    // Is the next word a value of it?
    const [next = '-'] = rest;
    const isMissing = near?.required && next.startsWith('-');
    parts.isLost ||= !meaning && !near && !next.startsWith('-') && !existsSync(next);
    parts.problem ??= absent[name] ?? `There is no ${name}${parts.isLost ? ' (--help all lists the options)' : ''}.`;
    if (near && !isMissing) push(near, valueIf(near.required));
  }
}

/** The flags of the test that is one of the words, or behind `--`. */
function takeTest(parts: Parts): string[] {
  const { files, tail } = parts;
  if (tail.length > 0) return trying(guessed(tail, files[0]), parts);
  const program = files.findIndex((word) => !existsSync(word) && (/\s/.test(word) || isProgram(word)));
  if (program >= 0) {
    const [line, ...others] = files.splice(program);
    // Of `shrinkray 'cmd' file` and of `crash.js node tool.mjs`.
    if (files.length > 0) return trying(guessed([line, ...others], files[0]), parts);
    // Of `node tool.js crash.js`, as it is typed without us.
    const before = /\s/.test(line) ? [] : others.slice(0, -1);
    files.push(...others.slice(before.length));
    return trying(guessed([line, ...before], files[0]), parts);
  }
  const script = files.length > 1 ? files.findIndex(isScript) : -1;
  if (script < 0) return [];
  const [path] = files.splice(script, 1);
  const test = testBy(path, files[0]);
  // Scripts made for reduction end with 0 while the bug is there.
  return path.endsWith('.sh') ? test : trying(test, parts);
}

function testBy(script: string, file: string): string[] {
  const { line, stdin } = scriptTest(script, file);
  return ['--test', line, ...(stdin ? ['--stdin'] : [])];
}

/** With the rule that the command keeps failing, if it fails on the input and no flag has a rule. */
function trying(test: string[], { files: [file], flags }: Parts): string[] {
  return test.length === 0 || file === undefined || (file !== '-' && !existsSync(file))
    ? test
    : [...test, ...rule(flags)];
}

function rule(flags: readonly string[]): string[] {
  return flags.some((flag) => /^--(?:exit|match|no-match|same-failure|runs)$/.test(flag)) ? [] : [ifItFails];
}

/** `words`: one line for a shell, or a program and its arguments. A program gets the file in both usual ways, unless it is named. */
function guessed(words: readonly string[], file: string | undefined): string[] {
  // treereduce's own word for the candidate.
  const said = (words.length === 1 ? words[0] : lineOf(words)).replace(/@@(?:\.\w+)?/g, '{}');
  const line = startable(said, file ?? '');
  if (file === undefined || line.includes('{}')) return ['--test', line];
  if (isDirectory(file)) return ['--test', inFolder(line, file)];
  return withFile(line, file);
}

/** Lines that name no candidate: the file's own name is it; else, if the line must start here, it gets the file in both ways. */
function aim(flags: readonly string[], file: string): string[] {
  if (flags.includes('--stdin')) return [...flags];
  return flags.flatMap((word, at) => {
    if (flags[at - 1] !== '--test' || word.includes('{}')) return [word];
    if (isDirectory(file)) return [inFolder(word, file)];
    const script = scriptOf(word);
    if (script !== undefined) return testBy(script, file).slice(1);
    if (file === '-') return [word, '--stdin'];
    const named = aimed(word, file);
    if (named !== word) return [named];
    return startsHere(word, file) ? withFile(word, file).slice(1) : [word];
  });
}
