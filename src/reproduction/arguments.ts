/** The shortest command with which an exported folder still fails as before: its arguments are a list, its files stay as they are. */
import * as l10n from '@vscode/l10n';
import { traits } from '../oracle/platform/traits';
import { JobError } from '../reduction/job';

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
  let best = words;
  const tested = new Set<string>();
  /** Leaves out all of these, or else each half as far as possible. Was anything left out? */
  const shorten = async (units: readonly (readonly Word[])[]): Promise<boolean> => {
    if (units.length === 0) return false;
    const gone = new Set(units.flat());
    const left = best.filter((word) => !gone.has(word));
    if (!tested.has(lineOf(left)) && (await fails(lineOf(left)))) {
      best = left;
      return true;
    }
    tested.add(lineOf(left));
    if (units.length === 1) return false;
    const middle = units.length >> 1;
    const [one, other] = [await shorten(units.slice(0, middle)), await shorten(units.slice(middle))];
    return one || other;
  };
  try {
    // No argument at all; else options with their values, and then single words.
    while (await shorten(withValues(best)));
    while (await shorten(best.filter(({ free }) => free).map((word) => [word])));
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return lineOf(best);
}

function lineOf(words: readonly Word[]): string {
  return words.map(({ text }) => text).join(' ');
}

/** The words that may go: `-x 1` is one unit, `-x` before another option too. */
function withValues(words: readonly Word[]): Word[][] {
  const units: Word[][] = [];
  words.forEach((word, at) => {
    const option = words.at(at - 1);
    const isValue = at > 0 && option!.free && option!.text.startsWith('-') && !word.text.startsWith('-');
    if (word.free && isValue) units.at(-1)!.push(word);
    else if (word.free) units.push([word]);
  });
  return units;
}
