/** Failures that are hardly the bug: that of a copy which lacks something, and those to load or to find something. */
import * as l10n from '@vscode/l10n';
import { failureLine } from '../judging/failureLine';
import { toldRule } from '../judging/ruleWords';
import type { FullAnswer, Oracle } from '../oracle';
import type { Said } from '../processes/output';
import type { Ran } from '../tester';
import type { Diagnosis } from './diagnosis';
import { observeElsewhere, type Start } from './elsewhere';

/**
 * Is the failure of a copy another one than that of the original? It may only lack something. So a failure that was learned from a copy,
 * and one to load or to find something, must be there in the original's place too. One run there that is another way shows only that
 * the test is flaky. `first`: of the copy. Undefined if the failure is the same, or that cannot be found out.
 */
export async function otherFailure(
  oracle: Oracle,
  first: FullAnswer,
  start: Start,
  learned: boolean,
): Promise<Diagnosis | undefined> {
  const rule = toldRule(oracle.rule);
  if (!learned && !(oracle.rule.failure && lacksSomething(first.output))) return undefined;
  if (await failsOtherwise(() => observeElsewhere(oracle, start, 'real'))) {
    const message = l10n.t(
      'A copy of the workspace fails ({0}), but the workspace itself does not fail in this way, so the test needs something outside it: choose a root that contains it, or the placement in-place.',
      rule,
    );
    return { message };
  }
  if (!learned || !(await failsOtherwise(() => observeElsewhere(oracle, start, 'neighbours')))) return undefined;
  const message = l10n.t(
    'A copy of the file fails ({0}), but the file itself does not fail in this way, so the test needs the files beside it: choose the placement overlay, or use absolute paths.',
    rule,
  );
  return { message, remedy: { kind: 'overlay' } };
}

const times = 2;

async function failsOtherwise(runThere: () => Promise<FullAnswer | undefined>): Promise<boolean> {
  for (let time = 0; time < times; time++) {
    const there = await runThere();
    if (!there || there.timedOut || there.verdict === 'holds') return false;
  }
  return true;
}

/** As programs tell that a file, a module or a command is not there. */
function lacksSomething(output: string): boolean {
  return /cannot find|can't find|(?:could not|couldn't|unable to) (?:be )?(?:find|found|resolve|load|open)|not found|no such file|no module named|ENOENT|can't open|cannot open|failed to (?:load|resolve)|ImportError/i.test(
    output,
  );
}

/** Why the failure of a first run is not learned. Undefined if it could load all. */
export function notLoaded({ rule }: Oracle, { said }: Ran): Diagnosis | undefined {
  const line = missingIn(said);
  if (line === undefined) return undefined;
  const message = l10n.t(
    'The command cannot load or find something, also with the unchanged input ("{0}"): install it, choose another command, or use the placement overlay if it is a file beside the input; if that failure is the bug, describe it (match).',
    line.slice(0, 200),
  );
  return { message, remedy: { kind: 'rule', rule } };
}

/** For a rule that does not look at the output. One sentence with the remedy. */
export function missingNotice({ rule, command }: Oracle, { said }: Ran): string | undefined {
  if ('property' in command.invocation || rule.match?.length || rule.noMatch?.length || rule.failure) return undefined;
  const line = missingIn(said);
  if (line === undefined) return undefined;
  return l10n.t(
    'The test cannot load or find something ("{0}"), and its rule accepts that: if that is not the bug, stop, and install it, use the placement overlay, or describe the bug (match).',
    line.slice(0, 200),
  );
}

/** Error lines of failures to load or to find a module, a file, a program, a class. */
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
function missingIn(said: Said): string | undefined {
  const line = failureLine(said)?.line.trim();
  return line !== undefined && forms.some((form) => form.test(line)) ? line : undefined;
}
