/** Shells: how each is told to run a line, and how a path is put into that line so that it is one word. */
import { traits } from './traits';

/** By its program: `cmd.exe`, PowerShell, or any POSIX shell. Without one: the system's. */
export function shellOf(program: string | undefined, system: NodeJS.Platform = process.platform): Shell {
  const name = program?.replace(/^.*[\\/]/, '').toLowerCase() ?? (system === 'win32' ? 'cmd' : 'sh');
  if (/^cmd(\.exe)?$/.test(name)) return cmdShell(program);
  if (/^(pwsh|powershell)(\.exe)?$/.test(name)) return powerShell(program!);
  return posixShell(program);
}

/** Options of `spawn` with which these words lead a process group of their own, and reach cmd.exe as they are. */
export function leading(words: readonly string[]) {
  return { detached: traits.hasGroups, windowsHide: true, windowsVerbatimArguments: isForCmd(words) };
}

/** What a shell is to the oracle. */

type Quotes = 'none' | 'single' | 'double';

/** Follows a line as far as quoting goes. */
interface Reader {
  read(text: string): void;
  /** Around what comes next. */
  quotes(): Quotes;
}

export interface Shell {
  /** Program and arguments that run `line`. */
  words(line: string): string[];
  /** `path` where the quotes around it are `quotes`. */
  word(path: string, quotes: Quotes): string;
  reader(): Reader;
  /** A program as the first word of a line, from a path with `/`. */
  program(path: string): string;
  /** Stands before a command, and gives it a variable; `value` is a word already. */
  setting(name: string, value: string): string;
}

/** A path put into a line for a POSIX shell, so that it is one word wherever it stands. */
export const systemShell = '/bin/sh';

function posixShell(program = systemShell): Shell {
  return {
    words: (line) => [program, '-c', line],
    word: shellWord,
    reader: shellReader,
    program: (path) => path,
    setting: (name, value) => `${name}=${value}`,
  };
}

function shellWord(path: string, quotes: Quotes): string {
  if (quotes === 'double') return path.replace(/["$`\\]/g, '\\$&');
  const inner = path.replaceAll("'", `'\\''`);
  return quotes === 'single' ? inner : `'${inner}'`;
}

/** Follows a POSIX shell line as far as quoting goes: quotes, and the command substitutions that begin anew inside them. */
function shellReader(): Reader {
  const open: { quotes: Quotes; closer?: ')' | '`' }[] = [{ quotes: 'none' }];
  const top = () => open[open.length - 1];
  const step = (character: string, next: string | undefined): number => {
    const { quotes, closer } = top();
    if (quotes === 'single') {
      if (character === "'") top().quotes = 'none';
    } else if (character === '\\') {
      return 2;
    } else if (character === '$' && next === '(') {
      open.push({ quotes: 'none', closer: ')' });
      return 2;
    } else if (quotes === 'none' && character === closer) {
      open.pop();
    } else if (character === '`') {
      open.push({ quotes: 'none', closer: '`' });
    } else if (quotes === 'none' && character === '(') {
      open.push({ quotes: 'none', closer: ')' });
    } else if (character === '"') {
      top().quotes = quotes === 'double' ? 'none' : 'double';
    } else if (character === "'" && quotes === 'none') {
      top().quotes = 'single';
    }
    return 1;
  };
  return {
    read(text) {
      for (let at = 0; at < text.length;) at += step(text[at], text[at + 1]);
    },
    quotes: () => top().quotes,
  };
}

/** With `/s` the outer quotes go, whatever is inside; `/d` leaves out the user's start-up commands. */
const options = ['/d', '/s', '/c'];

function cmdShell(program = process.env.ComSpec ?? 'cmd.exe'): Shell {
  return {
    words: (line) => [program, ...options, `"${line}"`],
    // A backslash before a quote is doubled; two quotes are one that programs get, and cmd.exe still counts an even number.
    word: (path, quotes) => (quotes === 'none' ? `"${path.replace(/(\\*)("|$)/g, '$1$1$2$2')}"` : path),
    reader: () => reader((character) => character === '"', '^'),
    // It takes what follows a slash for an option.
    program: (path) => path.replaceAll('/', '\\'),
    setting: (name, value) => `set ${value.startsWith('"') ? `"${name}=${value.slice(1)}` : `"${name}=${value}"`}&&`,
  };
}

/** Are these the words of a line for cmd.exe, which must reach it as they are? */
export function isForCmd(words: readonly string[]): boolean {
  return options.every((option, at) => words[at + 1] === option);
}

function powerShell(program: string): Shell {
  return {
    words: (line) => [program, '-NoProfile', '-NonInteractive', '-Command', line],
    word(path, quotes) {
      if (quotes === 'double') return path.replace(/["`$]/g, '`$&');
      // It takes the curved ones for quotes too.
      const inner = path.replace(/['\u2018\u2019\u201a\u201b]/g, '$&$&');
      return quotes === 'single' ? inner : `'${inner}'`;
    },
    reader: () => reader((character) => character === '"' || character === "'", '`'),
    program: (path) => path,
    setting: (name, value) => `$env:${name} = ${value};`,
  };
}

/** `escape` has no meaning in single quotes, and for cmd.exe (`^`) in none. */
function reader(isQuote: (character: string) => boolean, escape: '^' | '`'): Reader {
  let open = '';
  return {
    read(text) {
      for (let at = 0; at < text.length; at++) {
        const character = text[at];
        const escapes = open === '' || (open === '"' && escape === '`');
        if (character === escape && escapes) at++;
        else if (open === '' ? isQuote(character) : character === open) open = open === '' ? character : '';
      }
    },
    quotes: (): Quotes => (open === '' ? 'none' : open === '"' ? 'double' : 'single'),
  };
}
