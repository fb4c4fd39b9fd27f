/** Why the property does not show the bug on the unchanged input: one sentence with the remedy, which may be offered as one click. */
import * as l10n from '@vscode/l10n';
import { failureLine } from '../judging/failureLine';
import { type VerdictRule, describedCode, exitZero, names, notRun } from '../judging/rule';
import { toldRule } from '../judging/ruleWords';
import { isFileSet, type Content } from '../content';
import type { FullAnswer, Oracle } from '../oracle';
import { copy } from '../places/copy';
import { overlay } from '../places/overlay';
import { described, namesCandidate } from '../processes/command';
import type { Ran } from '../tester';
import { type Start, observeAgain, observeElsewhere } from './elsewhere';

/** Of a test of the unchanged input, if the user has chosen none. */
export const firstTimeoutMs = 60_000;

/** Makes the property hold on the unchanged input. */
export type Remedy =
  /** Another verdict rule for the command that does not hold. */
  | { readonly kind: 'rule'; readonly rule: VerdictRule }
  /** `swap`: the sides of an isolation. `memory`: the user raises the limit. */
  | { readonly kind: 'overlay' | 'swap' | 'memory' }
  | { readonly kind: 'timeout'; readonly timeoutMs: number };

export interface Diagnosis {
  readonly message: string;
  readonly remedy?: Remedy;
}

/** `answer`: of the command on the input. The command may run again, to find a remedy. */
export async function diagnosis(oracle: Oracle, answer: FullAnswer, start: Start): Promise<Diagnosis> {
  const { timedOut, outgrew, status, output } = answer;
  const isFunction = 'property' in oracle.command.invocation;
  if (outgrew) {
    const message = l10n.t('The command takes too much memory: raise the limit (‹memory›).');
    return { message, remedy: { kind: 'memory' } };
  }
  if (timedOut) {
    const facts = [start.timeoutMs / 1000, (longer * start.timeoutMs) / 1000];
    const message = isFunction
      ? l10n.t(
          'The property gave no answer within {0} s: set a longer time-out (‹timeout={1}›), or see that its promise settles.',
          ...facts,
        )
      : l10n.t('The command did not end within {0} s: set a longer time-out (‹timeout={1}›).', ...facts);
    return { message, remedy: { kind: 'timeout', timeoutMs: longer * start.timeoutMs } };
  }
  if (isFunction) return { message: ofFunction(answer) };
  if (wasNotFound(answer, oracle.rule)) {
    const told = output.split('\n').at(-1)!.trim() || described(oracle.command);
    return { message: l10n.t('The command was not found or cannot be run ({0}): check its name and its path.', told) };
  }
  const known = (await unprotected(oracle, start)) ?? (await wrongSense(oracle, status, start));
  const more = known ?? (await elsewhere(oracle, start)) ?? { message: whereItRan(oracle) };
  if (known || !more.message) return { ...more, message: more.message || notAsExpected(oracle, answer) };
  const message = l10n.t({
    message: '{0} {1}',
    args: [notAsExpected(oracle, answer), more.message],
    comment: ['Two sentences: how the command ended, and the remedy.'],
  });
  return { ...more, message };
}

function notAsExpected({ rule }: Oracle, { status, said }: Ran): string {
  const facts = [toldRule(rule), seen(status, said)];
  return status === 0
    ? l10n.t('The command succeeds, and does not show the bug. Expected: {0}. Seen: {1}.', ...facts)
    : l10n.t('The command fails, but not in the expected way. Expected: {0}. Seen: {1}.', ...facts);
}

/** `"Error: boom" (exit code 1)` */
function seen(status: number, said: Ran['said']): string {
  const [line, code] = [failureLine(said)?.line.trim().slice(0, 200), describedCode(status)];
  return line ? l10n.t('"{0}" (exit code {1})', line, code) : l10n.t('exit code {0}', code);
}

function ofFunction({ verdict, output }: FullAnswer): string {
  return output && verdict === 'fails'
    ? l10n.t(
        'The property fails with an error on the unchanged input ({0}): it must return true while the bug is there, and false otherwise, or a promise of that.',
        output.trim().split('\n', 1)[0].slice(0, 200),
      )
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
    'The command shows the bug only without protection: it must write outside its own directory, or act as another user (chown). Turn off protection (‹protect=off›).',
  );
  return { message };
}

async function wrongSense(oracle: Oracle, status: number, start: Start): Promise<Diagnosis | undefined> {
  const { exit, match, noMatch } = oracle.rule;
  if (!exit || match || noMatch) return undefined;
  const empty = await observeAgain(oracle, start.empty, start);
  if (empty?.verdict !== 'holds') return undefined;
  const rule: VerdictRule = status === 0 ? exitZero : { exit: { codes: [0], not: true } };
  const message =
    status === 0
      ? l10n.t(
          'The command succeeds with the bug and fails without it, but its rule says the reverse. Change the rule (‹exit=0›), or swap the verdict with `!`.',
        )
      : l10n.t(
          'The command fails with the bug and succeeds without it, but its rule says the reverse. Change the rule (‹sameFailure›, or ‹exit=not 0› for any failure), or swap the verdict with `!`.',
        );
  return { message, remedy: { kind: 'rule', rule } };
}

async function elsewhere(oracle: Oracle, start: Start): Promise<Diagnosis | undefined> {
  if (oracle.placement !== copy || (await observeElsewhere(oracle, start))?.verdict !== 'holds') return undefined;
  const message = l10n.t(
    "It works in the file's own directory, so it needs the files beside it. Use a copy of the workspace (‹place=overlay›), or absolute paths.",
  );
  return { message, remedy: { kind: 'overlay' } };
}

/** Empty if it ran where the file lies. */
function whereItRan({ command, placement }: Oracle): string {
  if ('named' in command.invocation)
    return l10n.t('It ran on a worker: check the command that the worker was started with.');
  if (placement === overlay) return l10n.t('It ran in a copy of the workspace.');
  if (placement !== copy) return '';
  return namesCandidate(command)
    ? l10n.t('It ran on a copy in another directory. Paths are relative to {0}.', command.cwd.source)
    : l10n.t('It does not name its input, so it ran in a directory with only a copy of that.');
}

/**
 * Is the failure of a copy another one than that of the original? It may only lack something. So a failure that was learned from a copy,
 * and one to load or to find something, must be there in the original's place too. It is run there twice, as one run that ends another
 * way shows only that the test is flaky. `first`: of the copy. Undefined if the failure is the same, or that cannot be found out.
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
  let there: FullAnswer | undefined;
  for (let time = 0; time < 2; time++) {
    there = await observeElsewhere(oracle, start);
    if (!there || there.timedOut || there.verdict === 'holds') return undefined;
  }
  const facts = [toldRule(rule), seen(there!.status, there!.said)];
  if (placement === copy) {
    const message = l10n.t(
      'A copy of the file fails in another way ({0}) than the file itself ({1}), so the command needs the files beside it. Use a copy of the workspace (‹place=overlay›), or absolute paths.',
      ...facts,
    );
    return { message, remedy: { kind: 'overlay' } };
  }
  const message = l10n.t(
    'A copy of the workspace fails in another way ({0}) than the workspace ({1}), so the command needs something outside it. Choose a larger folder (‹root›), or test in place (‹place=in-place›).',
    ...facts,
  );
  return { message };
}

function missingIn({ said }: Ran): string | undefined {
  const line = failureLine(said)?.line.trim();
  return line !== undefined && lacksSomething(line) ? line.slice(0, 200) : undefined;
}

/** Why the failure of a first run is not learned. Undefined if it could load all. */
export function notLoaded({ rule }: Oracle, ran: Ran, input: Content): Diagnosis | undefined {
  const line = missingIn(ran);
  if (line === undefined) return undefined;
  const message = isFileSet(input)
    ? l10n.t(
        'The command cannot find something that it needs: "{0}". It runs in a copy of the folder, where its paths begin. Install it, or choose another command. If that failure is the bug, describe it (‹match›).',
        line,
      )
    : l10n.t(
        'The command cannot find something that it needs: "{0}". Install it, choose another command, or use a copy of the workspace (‹place=overlay›) for a file beside yours. If that failure is the bug, describe it (‹match›).',
        line,
      );
  return { message, remedy: { kind: 'rule', rule } };
}

/** For a rule that does not look at the output. */
export function missingNotice({ rule, command }: Oracle, ran: Ran): string | undefined {
  if ('property' in command.invocation || rule.match?.length || rule.noMatch?.length || rule.failure) return undefined;
  const line = missingIn(ran);
  if (line === undefined) return undefined;
  return l10n.t(
    'The command cannot find something that it needs ("{0}"), and the rule accepts that. If it is not your bug, stop, then install it, use a copy of the workspace (‹place=overlay›), or describe the bug (‹match›).',
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

const lacksSomething = (line: string): boolean => missing.some((form) => form.test(line));
