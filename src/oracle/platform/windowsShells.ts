/** The shells of Windows. Names with signs that these expand even in quotes get another name before (`plainPaths.ts`). */
import type { Quotes, Reader, Shell } from './shell';

/** With `/s` the outer quotes go, whatever is inside; `/d` leaves out the user's start-up commands. */
const options = ['/d', '/s', '/c'];

export function cmdShell(program = process.env.ComSpec ?? 'cmd.exe'): Shell {
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

export function powerShell(program: string): Shell {
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
