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

type Quotes = 'none' | 'single' | 'double';

export interface Shell {
  words(line: string): string[];
  /** `path` where the quotes around it are `quotes`. */
  word(path: string, quotes: Quotes): string;
  reader(): ReturnType<typeof readerOf>;
  /** A program as the first word of a line, from a path with `/`. */
  program(path: string): string;
  /** Stands before a command, and gives it a variable; `value` is a word already. */
  setting(name: string, value: string): string;
}

export const systemShell = '/bin/sh';

function posixShell(program = systemShell): Shell {
  return {
    words: (line) => [program, '-c', line],
    word: shellWord,
    reader: () => readerOf({ quotes: `'"`, escape: '\\', nests: true }),
    program: (path) => path,
    setting: (name, value) => `${name}=${value}`,
  };
}

function shellWord(path: string, quotes: Quotes): string {
  if (quotes === 'double') return path.replace(/["$`\\]/g, '\\$&');
  const inner = path.replaceAll("'", `'\\''`);
  return quotes === 'single' ? inner : `'${inner}'`;
}

/** With `/s` the outer quotes go, whatever is inside; `/d` leaves out the user's start-up commands. */
const options = ['/d', '/s', '/c'];

function cmdShell(program = process.env.ComSpec ?? 'cmd.exe'): Shell {
  return {
    words: (line) => [program, ...options, `"${line}"`],
    // A backslash before a quote is doubled; two quotes are one that programs get, and cmd.exe still counts an even number.
    word: (path, quotes) => (quotes === 'none' ? `"${path.replace(/(\\*)("|$)/g, '$1$1$2$2')}"` : path),
    reader: () => readerOf({ quotes: '"', escape: '^' }),
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
    reader: () => readerOf({ quotes: `'"`, escape: '`' }),
    program: (path) => path,
    setting: (name, value) => `$env:${name} = ${value};`,
  };
}

interface Quoting {
  readonly quotes: string;
  /** It takes the meaning from the next character; not in single quotes, and that of cmd.exe (`^`) in none. */
  readonly escape: '\\' | '^' | '`';
  /** Command substitutions begin anew inside quotes. */
  readonly nests?: boolean;
}

/** Follows a line as far as quoting goes: quotes, and what begins anew inside them. */
function readerOf({ quotes, escape, nests = false }: Quoting) {
  const open: { quote: string; closer?: string }[] = [{ quote: '' }];
  const top = () => open[open.length - 1];
  /** Returns how many characters that were. */
  const step = (character: string, next: string | undefined): number => {
    const { quote, closer } = top();
    const isMeant = quote !== "'";
    if (character === escape && (quote === '' || (isMeant && escape !== '^'))) return 2;
    if (quote === '' && character === closer) open.pop();
    else if (nests && isMeant && (character === '`' || (character === '$' && next === '('))) {
      open.push({ quote: '', closer: character === '`' ? '`' : ')' });
      return character === '`' ? 1 : 2;
    } else if (nests && quote === '' && character === '(') open.push({ quote: '', closer: ')' });
    else if (quotes.includes(character) && ['', character].includes(quote)) top().quote = quote === '' ? character : '';
    return 1;
  };
  return {
    read(text: string): void {
      for (let at = 0; at < text.length;) at += step(text[at], text[at + 1]);
    },
    /** Around what comes next. */
    quotes: (): Quotes => (top().quote === '' ? 'none' : top().quote === '"' ? 'double' : 'single'),
  };
}
