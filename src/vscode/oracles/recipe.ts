/** An oracle that is in no tasks.json yet, and the task that it would be there. */
import { exitZero, type ExitRule, type OutputPattern, type VerdictRule } from '../../oracle/judging/rule';
import type { RuleWords } from '../../oracle/judging/ruleWords';

export interface Recipe {
  /** The task's name. */
  readonly label: string;
  readonly command: string;
  /** The command is what workers know by that name; where they are the setting says. */
  readonly onWorkers?: boolean;
  /** Absolute; the workspace folder if unset. */
  readonly cwd?: string;
  readonly place?: string;
  /** The test runner's name, if one was recognised. */
  readonly runner?: string;
  /** It is a test: its titles, outermost first; none: the first one of the file that fails. */
  readonly test?: readonly string[];
  /** Path of its file, if that is not the document. */
  readonly testFile?: string;
}

/** Plain JSON. `file` and `cwd` are relative to the workspace folder. */
export function taskFrom(
  { label, command, onWorkers, place, test }: Recipe,
  { file, cwd, rule }: { readonly file: string; readonly cwd: string; readonly rule: VerdictRule | undefined },
): Record<string, unknown> {
  if (test) return { label, type: 'whittle', file, test, problemMatcher: [] };
  return {
    label,
    type: 'whittle',
    ...(onWorkers ? { cluster: { oracle: command } } : { command }),
    ...(cwd !== '' && { cwd: `\${workspaceFolder}/${cwd}` }),
    file,
    ...(place && { place }),
    ...(rule && wordsOf(rule)),
    problemMatcher: [],
  };
}

/** A rule as tasks.json says it: `ruleFrom` reads it back. */
export function wordsOf({ exit, match = [], noMatch = [] }: VerdictRule): RuleWords {
  const [must, mustNot] = [match, noMatch].map((patterns) => patterns.map(patternText));
  const usual = must.length > 0 ? undefined : exitZero.exit;
  return {
    ...(JSON.stringify(exit) !== JSON.stringify(usual) && { exit: exit ? exitText(exit) : 'any' }),
    ...(must.length > 0 && { match: must }),
    ...(mustNot.length > 0 && { noMatch: mustNot }),
  };
}

function exitText({ codes, not }: ExitRule): string {
  return `${not ? 'not ' : ''}${codes.join(',')}`;
}

function patternText({ stream, pattern }: OutputPattern): string {
  return stream ? `${stream}:${pattern}` : pattern;
}
