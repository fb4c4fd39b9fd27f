/** Makes the parts of a message alike that change from run to run: paths, times, addresses, places in a file. */

const place = String.raw`(?::\d+(?::\d+)?|\(\d+,\d+\))?`;

/** Each with the sign that stands for it. */
const changing: readonly (readonly [RegExp, string])[] = [
  [new RegExp(String.raw`(?:file:\/\/)?(?:[A-Za-z]:|\.{1,2}|~)?(?:[\\/][\w.@+~%-]+){2,}[\\/]?${place}`, 'g'), '<path>'],
  [new RegExp(String.raw`(?:[\w.@+-]+[\\/])+[\w.@+-]+\.\w+${place}`, 'g'), '<path>'],
  [/\b0x[\da-fA-F]+\b/g, '<address>'],
  [/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?Z?|\b\d{1,2}:\d\d:\d\d(?:[.,]\d+)?/g, '<time>'],
  [/\b\d+(?:\.\d+)?\s?(?:ns|µs|us|ms|s|secs?|seconds?|minutes?)\b/g, '<time>'],
  [/\b(lines?|pid|thread) \d+/gi, '$1 <number>'],
];

export function alike(message: string): string {
  return changing.reduce((text, [what, sign]) => text.replace(what, sign), message).trim();
}
