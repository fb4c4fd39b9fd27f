/** A path put into a line for a POSIX shell, so that it is one word wherever it stands. */
import type { Quotes, Reader, Shell } from './shell';

export const systemShell = '/bin/sh';

export function posixShell(program = systemShell): Shell {
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
