/** Texts of programs in Markdown. */
import { visible } from '../text/visible';

/** A block that no line of the text can end. */
export function fenced(text: string, language: string): string {
  const fence = '`'.repeat(Math.max(3, longestTicks(text) + 1));
  return `${fence}${language}\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}`;
}

export function code(text: string): string {
  const plain = visible(text);
  const ticks = '`'.repeat(longestTicks(plain) + 1);
  const space = /^`|`$/.test(plain) ? ' ' : '';
  return `${ticks}${space}${plain}${space}${ticks}`;
}

function longestTicks(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
}
