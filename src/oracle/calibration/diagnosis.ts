/** Why the property does not show the bug on the unchanged input: one sentence with the remedy, which may be offered as one click. */
import * as l10n from '@vscode/l10n';
import { described, namesCandidate } from '../processes/command';
import { observeAgain, observeElsewhere, type Start } from './elsewhere';
import { copy } from '../places/copy';
import type { FullAnswer, Oracle } from '../oracle';
import { describedCode, exitZero, isExitZero, names, notRun, type VerdictRule } from '../judging/rule';
import { toldRule } from '../judging/ruleWords';

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
    const message = l10n.t(
      "The test's command was not found or cannot be run: {0}",
      lastLine(output) || described(oracle.command),
    );
    return { message };
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
  if (verdict === 'unresolved') {
    return l10n.t('The property has no verdict for the unchanged input: it must return true while the bug is there.');
  }
  return output
    ? l10n.t('The property fails with an error on the unchanged input: it must return true while the bug is there.')
    : l10n.t('The property returns false on the unchanged input: it must return true while the bug is there.');
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
  if ((await observeElsewhere(oracle, start, 'neighbours'))?.verdict !== 'holds') return undefined;
  const message = l10n.t(
    "it would hold in the file's own directory, so it needs the files beside it: choose the placement overlay, or use absolute paths.",
  );
  return { message, remedy: { kind: 'overlay' } };
}

function missingFile({ command }: Oracle, output: string): string | undefined {
  if (!namesCandidate(command)) return undefined;
  const line = output
    .split('\n')
    .find((one) => /no such file|cannot find the (?:file|path)|ENOENT|can't open|cannot open/i.test(one));
  if (line === undefined) return undefined;
  return l10n.t(
    'it cannot find a file ("{0}"): paths are relative to {1}, and the candidate is a copy of the file in another directory.',
    line.trim().slice(0, 200),
    command.cwd.source,
  );
}

function demand({ command, rule, placement }: Oracle): string {
  if (placement !== copy || !namesCandidate(command)) return placement.hint();
  return isExitZero(rule)
    ? l10n.t('it must end with 0 while the bug is there, also for a copy of the file in another directory.')
    : l10n.t(
        'while the bug is there, it must end with {0}, also for a copy of the file in another directory.',
        toldRule(rule),
      );
}

function lastLine(output: string): string {
  return output.split('\n').at(-1)!.trim();
}
