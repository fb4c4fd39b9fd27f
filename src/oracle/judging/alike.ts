/** Parts of a message that change from run to run: paths, times, addresses, positions in a file. */

export const place = String.raw`(?::\d+(?::\d+)?|\(\d+,\d+\))?`;

export const path = String.raw`(?:file:\/\/)?(?:[A-Za-z]:|\.{1,2}|~)?(?:[\\/][\w.@+~%-]+){2,}[\\/]?${place}`;

/** Begins where a word begins: a long word must not be read again from each of its letters. */
export const relativePath = String.raw`(?<![\w.@+-])(?:[\w.@+-]+[\\/])+[\w.@+-]+\.\w+${place}`;

export const time = String.raw`\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?Z?|\b\d{1,2}:\d\d:\d\d(?:[.,]\d+)?`;

export const duration = String.raw`\b\d+(?:\.\d+)?\s?(?:ns|µs|us|ms|s|secs?|seconds?|minutes?)\b`;

/** Each with its replacement. */
const changing: readonly (readonly [RegExp, string])[] = [
  [new RegExp(path, 'g'), '<path>'],
  [new RegExp(relativePath, 'g'), '<path>'],
  [/\b0x[\da-fA-F]+\b/g, '<address>'],
  [new RegExp(time, 'g'), '<time>'],
  [new RegExp(duration, 'g'), '<time>'],
  [/\b(lines?|pid|thread) \d+/gi, '$1 <number>'],
];

/** Longer lines are values, and stay as they are. */
const longest = 2000;

/** Equal for messages that differ in such parts only. */
export function alike(message: string): string {
  const lines = message.split('\n').map((line) => (line.length > longest ? line : withSigns(line)));
  return lines.join('\n').trim();
}

function withSigns(line: string): string {
  return changing.reduce((text, [what, sign]) => text.replace(what, sign), line);
}
