/** Removes the user's directories from a text. */

export interface Places {
  /** Of the workspace folder; unset without one. */
  readonly folder?: string;
  readonly home: string;
  /** Directories for temporary files. */
  readonly temporary: readonly string[];
}

/**
 * Paths in the workspace folder, and where candidates lay, become relative; the home directory becomes `~`. Also as they are
 * written in a regular expression, and after `file://`.
 */
export function shortened(text: string, { folder, home, temporary }: Places): string {
  const places = [...temporary.map(candidatePlace), ...(folder && !isRoot(folder) ? [written(folder)] : [])];
  const short = places.reduce((rest, place) => rest.replace(directory(place), inside), text);
  return isRoot(home) ? short : short.replace(new RegExp(`${notBefore}${written(home)}${notAfter}`, 'g'), '~');
}

const notBefore = String.raw`(?<![\w.-])`;
const notAfter = String.raw`(?![\w-])`;
const slash = String.raw`\\?[\\/]`;

/** A directory, with the slash after it if there is one. */
function directory(place: string): RegExp {
  return new RegExp(String.raw`(?:\bfile:\/\/)?${notBefore}${place}(?:(${slash})|${notAfter})`, 'g');
}

function inside(_: string, separator: string | undefined): string {
  return separator === undefined ? '.' : '';
}

/** The directory of a test: a number, or a copy of the workspace folder, which has its name. */
function candidatePlace(temporary: string): string {
  const name = String.raw`[^\\/\s:'"()]+`;
  return String.raw`${written(temporary)}${slash}whittle-run-[\w-]+${slash}(?:overlay-\d+${slash}${name}|\d+(?:\.tmp)?)`;
}

function isRoot(path: string): boolean {
  return /^(?:[A-Za-z]:)?[\\/]*$/.test(path);
}

/** The path as a regular expression, each of whose signs may have a backslash before it. */
function written(path: string): string {
  return [...path.replace(/[\\/]+$/, '')].map(writtenSign).join('');
}

function writtenSign(sign: string): string {
  if (/[\\/]/.test(sign)) return slash;
  return /\w/.test(sign) ? sign : `\\\\?${sign.replace(/[$()*+.?[\]^{|}-]/, '\\$&')}`;
}
