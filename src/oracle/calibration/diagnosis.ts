/** Why the property does not show the bug on the unchanged input: one sentence with the remedy, which may be offered as one click. */
import * as l10n from '@vscode/l10n';
import { failureLine } from '../judging/failureLine';
import { type VerdictRule, describedCode, exitZero, names, notRun } from '../judging/rule';
import { toldRule } from '../judging/ruleWords';
import type { FullAnswer, Oracle } from '../oracle';
import { copy } from '../places/copy';
import { described, namesCandidate } from '../processes/command';
import type { Ran } from '../tester';
import { type Start, observeAgain, observeElsewhere } from './elsewhere';

/** Of a test of the unchanged input, if the user has chosen none. */
export const firstTimeoutMs = 60_000;

/** Makes the property hold on the unchanged input. */
export type Remedy =
  /** Another verdict rule for the command that does not hold. */
  | { readonly kind: 'rule'; readonly rule: VerdictRule }
  | { readonly kind: 'overlay' }
  /** The user raises the limit. */
  | { readonly kind: 'memory' }
  | { readonly kind: 'timeout'; readonly timeoutMs: number };

export interface Diagnosis {
  readonly message: string;
  readonly remedy?: Remedy;
}

/** `answer`: of the command on the input. The command may run again, to find a remedy. */
export async function diagnosis(oracle: Oracle, answer: FullAnswer, start: Start): Promise<Diagnosis> {
  const { timedOut, outgrew, status, output } = answer;
  if (outgrew) {
    const message = l10n.t('The test takes too much memory on the unchanged input: raise the memory limit.');
    return { message, remedy: { kind: 'memory' } };
  }
  if (timedOut) {
    const message = l10n.t(
      'The test did not end within {0} ms on the unchanged input: set a longer time-out.',
      start.timeoutMs,
    );
    return { message, remedy: { kind: 'timeout', timeoutMs: longer * start.timeoutMs } };
  }
  if ('property' in oracle.command.invocation) return { message: ofFunction(answer) };
  if (wasNotFound(answer, oracle.rule)) {
    const told = output.split('\n').at(-1)!.trim() || described(oracle.command);
    return { message: l10n.t("The test's command was not found or cannot be run: {0}", told) };
  }
  const found = (await unprotected(oracle, start)) ??
    (await wrongSense(oracle, status, start)) ??
    (await elsewhere(oracle, start)) ?? { message: missingFile(oracle, output) ?? demand(oracle) };
  const ending = l10n.t(
    'The test does not show the bug on the unchanged input: it ended with exit code {0}',
    describedCode(status),
  );
  const message = l10n.t({
    message: '{0}; {1}',
    args: [ending, found.message],
    comment: ['How the test ended, and the remedy: two clauses of one sentence.'],
  });
  return { ...found, message };
}

function ofFunction({ verdict, output }: FullAnswer): string {
  return output && verdict === 'fails'
    ? l10n.t('The property fails with an error on the unchanged input: it must return true while the bug is there.')
    : l10n.t('The property does not return true on the unchanged input: it must return true while the bug is there.');
}

/** Times the time-out that was too short. */
const longer = 5;

/** A shell ends with 126 or 127; the rule may expect just that. */
export function wasNotFound({ status, timedOut }: Pick<FullAnswer, 'status' | 'timedOut'>, rule: VerdictRule): boolean {
  return !timedOut && notRun.includes(status) && !names(rule, status);
}

/** A system's layer is in the way of few tests: of those that must write elsewhere, or act as other users. */
async function unprotected(oracle: Oracle, start: Start): Promise<Diagnosis | undefined> {
  if (oracle.layer === undefined || ['links', 'off'].includes(oracle.layer)) return undefined;
  if ((await observeAgain(oracle, start.input, start, 'unprotected'))?.verdict !== 'holds') return undefined;
  const message = l10n.t(
    'it would hold without protection, so it must change files outside its own directory: set WHITTLE_PROTECT=off, or turn off the setting whittle.protect.',
  );
  return { message };
}

async function wrongSense(oracle: Oracle, status: number, start: Start): Promise<Diagnosis | undefined> {
  const { exit, match, noMatch } = oracle.rule;
  if (!exit || match || noMatch) return undefined;
  const empty = await observeAgain(oracle, start.empty, start);
  if (empty?.verdict !== 'holds') return undefined;
  const rule: VerdictRule = status === 0 ? exitZero : { exit: { codes: [0], not: true } };
  const words = [describedCode(empty.status), status === 0 ? '0' : 'not 0'];
  const message = l10n.t(
    'on an empty input it ends with {0}, so its exit codes seem inverted: put ! before the command, or set the exit code of the bug (exit {1}).',
    ...words,
  );
  return { message, remedy: { kind: 'rule', rule } };
}

async function elsewhere(oracle: Oracle, start: Start): Promise<Diagnosis | undefined> {
  if (oracle.placement !== copy || (await observeElsewhere(oracle, start))?.verdict !== 'holds') return undefined;
  const message = l10n.t(
    "it would hold in the file's own directory, so it needs the files beside it: choose the placement overlay, or use absolute paths.",
  );
  return { message, remedy: { kind: 'overlay' } };
}

function missingFile({ command }: Oracle, output: string): string | undefined {
  const line = output.split('\n').find(lacksSomething);
  if (line === undefined || !namesCandidate(command)) return undefined;
  return l10n.t(
    'it cannot find a file ("{0}"): paths are relative to {1}, and the candidate is a copy of the file in another directory.',
    line.trim().slice(0, 200),
    command.cwd.source,
  );
}

function demand({ command, rule, placement }: Oracle): string {
  if (placement !== copy || !namesCandidate(command)) return placement.hint();
  return l10n.t(
    'while the bug is there, it must end with {0}, also for a copy of the file in another directory.',
    toldRule(rule),
  );
}

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
  const { rule, placement } = oracle;
  const lacks = placement !== copy && rule.failure && first.output.split('\n').some(lacksSomething);
  if (!learned && !lacks) return undefined;
  for (let time = 0; time < times; time++) {
    const there = await observeElsewhere(oracle, start);
    if (!there || there.timedOut || there.verdict === 'holds') return undefined;
  }
  if (placement === copy) {
    const message = l10n.t(
      'A copy of the file fails ({0}), but the file itself does not fail in this way, so the test needs the files beside it: choose the placement overlay, or use absolute paths.',
      toldRule(rule),
    );
    return { message, remedy: { kind: 'overlay' } };
  }
  const message = l10n.t(
    'A copy of the workspace fails ({0}), but the workspace itself does not fail in this way, so the test needs something outside it: choose a root that contains it, or the placement in-place.',
    toldRule(rule),
  );
  return { message };
}

/** Runs elsewhere. */
const times = 2;

/** The line of a failure to load or to find something. */
function missingIn({ said }: Ran): string | undefined {
  const line = failureLine(said)?.line.trim();
  return line !== undefined && lacksSomething(line) ? line.slice(0, 200) : undefined;
}

/** Why the failure of a first run is not learned. Undefined if it could load all. */
export function notLoaded({ rule }: Oracle, ran: Ran): Diagnosis | undefined {
  const line = missingIn(ran);
  if (line === undefined) return undefined;
  const message = l10n.t(
    'The command cannot load or find something, also with the unchanged input ("{0}"): install it, choose another command, or use the placement overlay if it is a file beside the input; if that failure is the bug, describe it (match).',
    line,
  );
  return { message, remedy: { kind: 'rule', rule } };
}

/** For a rule that does not look at the output. One sentence with the remedy. */
export function missingNotice({ rule, command }: Oracle, ran: Ran): string | undefined {
  if ('property' in command.invocation || rule.match?.length || rule.noMatch?.length || rule.failure) return undefined;
  const line = missingIn(ran);
  if (line === undefined) return undefined;
  return l10n.t(
    'The test cannot load or find something ("{0}"), and its rule accepts that: if that is not the bug, stop, and install it, use the placement overlay, or describe the bug (match).',
    line,
  );
}

/** As programs tell that a module, a file, a program or a class is not there. */
const missing: readonly RegExp[] = [
  // Node, Deno, bundlers, TypeScript
  /\bCannot find (?:module|package) ['"`]|\bERR_(?:MODULE_NOT_FOUND|UNSUPPORTED_DIR_IMPORT)\b|\bModule not found: /,
  /\b(?:Could not|Can't|Cannot|Unable to|Failed to) resolve (?:import |module |entry module )?['"`]/i,
  /\bfailed to (?:load|find) (?:config|plugin|parser|preset|file|module)\b/i,
  // Python, Ruby, Perl, PHP, Lua
  /\bModuleNotFoundError\b|\bNo module named\b|\battempted relative import\b|\bcannot load such file\b/,
  /\bCan't locate \S+ in @INC\b|\bFailed opening required\b|\bCould not open input file\b|\bmodule '[^']+' not found:/,
  // Compiled languages
  /\bfatal error: .+: No such file or directory|\bfatal error: '[^']+' file not found/,
  /\bcould not find or load main class\b|\bClassNotFoundException\b|\bNoClassDefFoundError\b/i,
  /\berror: (?:package \S+ does not exist|file not found: )|\bcan't find crate for\b|\bfile not found for module\b/,
  /\bcouldn't read\b.*\bos error 2\b|\bcannot find package\b|\bno required module provides package\b/,
  /\bno Go files in\b|\berror while loading shared libraries\b|\bcannot find -l\w|\bunable to find library\b/,
  // Files and programs
  /\bENOENT\b|\bFileNotFound(?:Error|Exception)\b|\bno such file or directory\b/i,
  /\bcannot find the (?:file|path) specified\b/,
  /\b(?:can't|cannot|could not|unable to) (?:open|access|find|read) (?:input |the )?(?:file|script|database)\b/i,
  /\bcommand not found\b|\bis not recognized as an internal or external command\b|(?:^|: )(?:line )?\d+: \S+: not found$/,
];

function lacksSomething(line: string): boolean {
  return missing.some((form) => form.test(line));
}
