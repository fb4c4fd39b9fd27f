/** Failures to load or to find: a module, a file, a program, a class. The input has not been tried then, so they are seldom the bug. */
import { failureLine } from './failureLine';
import type { Said } from '../processes/output';

/** Of an error line. */
const forms: readonly RegExp[] = [
  // Node, Deno, bundlers, TypeScript
  /\bCannot find (?:module|package) ['"`]/,
  /\bERR_(?:MODULE_NOT_FOUND|UNSUPPORTED_DIR_IMPORT)\b/,
  /\b(?:Could not|Can't|Cannot|Unable to) resolve (?:import |module |entry module )?['"`]/i,
  /\bModule not found: /,
  /\bfailed to (?:load|find) (?:config|plugin|parser|preset|file|module)\b/i,
  // Python, Ruby, Perl, PHP, Lua
  /\bModuleNotFoundError\b|\bNo module named\b|\battempted relative import\b/,
  /\bcannot load such file\b/,
  /\bCan't locate \S+ in @INC\b/,
  /\bFailed opening required\b|\bCould not open input file\b/,
  /\bmodule '[^']+' not found:/,
  // Compiled languages
  /\bfatal error: .+: No such file or directory|\bfatal error: '[^']+' file not found/,
  /\bcould not find or load main class\b|\bClassNotFoundException\b|\bNoClassDefFoundError\b/i,
  /\berror: (?:package \S+ does not exist|file not found: )/,
  /\bcan't find crate for\b|\bfile not found for module\b|\bcouldn't read\b.*\bos error 2\b/,
  /\bcannot find package\b|\bno required module provides package\b|\bno Go files in\b/,
  /\berror while loading shared libraries\b|\bcannot find -l\w|\bunable to find library\b/,
  // Files and programs
  /\bENOENT\b|\bFileNotFound(?:Error|Exception)\b/,
  /\b[Nn]o such file or directory\b|\bcannot find the (?:file|path) specified\b/,
  /\b(?:can't|cannot|could not|unable to) (?:open|access|find|read) (?:input |the )?(?:file|script|database)\b/i,
  /\bcommand not found\b|\bis not recognized as an internal or external command\b|(?:^|: )(?:line )?\d+: \S+: not found$/,
];

/** The error line that tells it; undefined for any other failure. */
export function missingIn(said: Said): string | undefined {
  const line = failureLine(said)?.line.trim();
  return line !== undefined && forms.some((form) => form.test(line)) ? line : undefined;
}
