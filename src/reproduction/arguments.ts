/** The shortest command with which an exported folder still fails as before: its arguments are a list, its files stay as they are. */
import * as l10n from '@vscode/l10n';
import type { OracleAnswer } from '../oracle/oracle';
import { traits } from '../oracle/platform/traits';
import { ddmin } from '../reducers/ddmin';
import type { Kept } from '../reducers/list';
import { defaultOptions } from '../reducers/options';
import { drive, testingInOrder } from '../reduction/drive/drive';
import { JobError } from '../reduction/jobError';
import { map, then } from '../search/compose';
import { done, trial, type Search } from '../search/search';

export interface Word {
  readonly text: string;
  /** May it go? */
  readonly free: boolean;
}

/** A word of a shell line: plain characters, and quotes in which nothing is replaced. */
const plainWord = /^(?:[^\s'"\\$`;&|<>(){}*?[\]~#]|'[^']*'|"[^"$`\\]*")+$/;

/** A line up to its first pipe outside of quotes, and the rest: the rest is a filter, which belongs to the rule. */
const beforePipe = /^((?:[^'"|]|'[^']*'|"[^"]*")*)(\|(?!\|)[^]*)?$/;

/**
 * Words of a command. Programs, `NAME=value`, `files`, paths that begin with `.`, the directory of `cd`, dry runs
 * and what follows a pipe are not free. Throws
 * `JobError` for a line that cannot be cut into words safely, or that names a place outside of the folder.
 */
export function wordsOf(line: string, files: ReadonlySet<string>): Word[] {
  const [, command, filter] = beforePipe.exec(line.trim()) ?? [];
  const texts = command?.match(/(?:[^\s'"]|'[^']*'|"[^"]*")+/g) ?? [];
  if (texts.length === 0 || traits.scripts !== 'sh') throw cannotCut(line);
  let program: string | undefined;
  const words = texts.map((text) => {
    const isEnd = text === '&&';
    const isSetting = /^\w+=/.test(text);
    const isProgram = program === undefined && !isEnd && !isSetting;
    const isOutside = /(?:^|[=:,'"]|^-\w)\/|(?:^|\W)\.\.(?:\/|$)/.test(text);
    if (!isEnd && text !== '2>&1' && (!plainWord.test(text) || (isOutside && !isProgram))) throw cannotCut(text);
    // `cd` alone leads out of the folder.
    const isArgument = program !== undefined && program !== 'cd' && !isEnd && !isSetting && !files.has(text);
    const free = isArgument && !/^\.|^-*dry-?run$|^-n$|^2>&1$/.test(text);
    if (isEnd) program = undefined;
    else if (isProgram) program = text;
    return { text, free };
  });
  return filter === undefined ? words : [...words, { text: filter, free: false }];
}

function cannotCut(text: string): JobError {
  return new JobError(
    l10n.t(
      'The command cannot be cut into arguments safely, because of "{0}": put it into a script, or keep all arguments.',
      text,
    ),
  );
}

/** A line that is as short as the property `fails` lets it be; the given one has it. 1-minimal. An abort gives the best so far. */
export async function shortestLine(
  words: readonly Word[],
  fails: (line: string) => Promise<boolean>,
  signal: AbortSignal,
): Promise<string> {
  let best = lineOf(words);
  const lab = {
    key: lineOf,
    async test(candidate: readonly Word[]): Promise<OracleAnswer> {
      const began = performance.now();
      const holds = await fails(lineOf(candidate));
      if (holds) best = lineOf(candidate);
      return { verdict: holds ? 'holds' : 'fails', ms: performance.now() - began };
    },
  };
  await drive(fewerWords(words), lab, testingInOrder(lab, signal), { signal });
  return best;
}

function lineOf(words: readonly Word[]): string {
  return words.map(({ text }) => text).join(' ');
}

type Words = readonly Word[];

/** No argument at all; else options with their values, and then single words. */
function fewerWords(words: Words): Search<Words, Words> {
  const fixed = words.filter(({ free }) => !free);
  if (fixed.length === words.length) return done(words);
  const next = () =>
    then(fewerOf(words, withValues(words)), (rest) =>
      fewerOf(
        rest,
        rest.map((word) => [word]),
      ),
    );
  return trial(
    () => fixed,
    0.2,
    () => done(fixed),
    next,
  );
}

/** ddmin over those `units` that are free. */
function fewerOf(words: Words, units: readonly Words[]): Search<Words, Words> {
  const free = units.filter(([word]) => word.free);
  const left = (kept: Kept) => {
    const gone = new Set(free.filter((_, index) => !kept.includes(index)).flat());
    return words.filter((word) => !gone.has(word));
  };
  return map(ddmin.search({ size: free.length, weight: () => 1 }, defaultOptions), left, left);
}

/** `-x 1` is one unit, `-x` before another option too. */
function withValues(words: Words): Word[][] {
  const units: Word[][] = [];
  for (const word of words) {
    const isValue = word.free && !word.text.startsWith('-') && units.at(-1)?.length === 1;
    if (isValue && units.at(-1)![0].free && units.at(-1)![0].text.startsWith('-')) units.at(-1)!.push(word);
    else units.push([word]);
  }
  return units;
}
