/**
 * Judges, where no revision is known at which a test passes: the same sources with one condition turned round, under which the whole test
 * passes, gets further, or says something else. What is kept has to do the same under them, so it depends on what the test depends on. How
 * each kind was measured: docs/notes/failing-tests.md.
 */
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as l10n from '@vscode/l10n';
import { framesIn, isSameFailure, testPasses } from '../oracle/judging/failureRule';
import type { VerdictRule } from '../oracle/judging/rule';
import { fixedText, type OracleCommand } from '../oracle/processes/command';
import type { Guard } from '../oracle/property';
import type { TestFailure } from '../oracle/reports/report';
import type { Ran } from '../oracle/tester';
import { type Grammar, withRoot } from '../syntax/grammar';
import { languageOf } from '../syntax/languages';
import { statementAt } from './slice';
import { type Sources, withSources } from './sources';
import { type RunOnce, type Seen, type TestRun, reportOf, ruleOf, withRuns } from './testRun';
import { canTurn, functionBeside, turnableSources, type TurnableSources } from './turning';

export interface Judges {
  readonly guards: readonly Guard[];
  /** The test passes or gets further under them: nothing else has to say what may go. */
  readonly areSure: boolean;
  /** For people, one sentence. */
  readonly told: string;
}

/** A condition, below which statement of the test it is turned, and at which time; each time if unset. */
interface Turn {
  readonly number: number;
  readonly statement: string;
  readonly time?: number;
}

/** `passes`: the test passes. `past`: it gets past its failing statement. `holds`: that says something else. */
interface Found extends Turn {
  readonly kind: Guard['kind'];
  readonly failure?: TestFailure;
}

/** Runs of the test, and their wall time, ms. Judges that are enough, and that are asked; statements of which one condition is turned in any case. */
const most = { runs: 60, ms: 90_000, found: 3, asked: 5, statements: 20 };

/** Undefined if no condition makes a difference, or those of the language cannot be turned. Throws `SandboxError`. */
export async function judgesFor(run: TestRun, seen: Seen, strict: VerdictRule): Promise<Judges | undefined> {
  const { input } = run.job;
  const { failure } = seen;
  const language = languageOf(input.fileName, input.languageId);
  if (!failure || !language || !canTurn(language)) return undefined;
  return withSources(run, async (sources) => {
    const { turnable, log } = await logged(run, seen.command, sources);
    const statementOf = statementsOf(sources.grammarOf(language), input.text);
    const judges = await search(run, { ...seen, failure }, turnable, turnsIn(log, turnable, statementOf));
    return judges.length === 0 ? undefined : told(run, seen, strict, turnable, judges);
  });
}

/** The statement of the test at a line, from 1; '' for no line. */
function statementsOf(grammar: Grammar, text: string): (line: number) => string {
  const rows = text.split('\n');
  const all = withRoot(grammar, text, (root) => rows.map((row, at) => statementAt(root, rows, at)?.text ?? row.trim()));
  return (line) => all[line - 1] ?? '';
}

/** What the test reaches. A line that the compiler refuses with functions in it stays as it is. */
async function logged(run: TestRun, command: OracleCommand, sources: Sources, refused = new Set<string>()) {
  const turnable = turnableSources(sources, refused);
  const { log, output } = await withRuns(turned(run, turnable), async (runOnce, root) => {
    const path = join(root, 'turned');
    const { output } = await runOnce(turning(run, command, { WHITTLE_TURN_LOG: path }));
    return { log: existsSync(path) ? readFileSync(path, 'utf8') : '', output };
  });
  const places = [...output.matchAll(/^(?:.*[\\/])?(\S+\.go:\d+):\d+: /gm)].map(([, place]) => place);
  const more = places.filter((place) => !refused.has(place));
  if (log !== '' || more.length === 0) return { turnable, log };
  return logged(run, command, sources, new Set([...refused, ...more]));
}

const turned = (run: TestRun, { files }: TurnableSources) => ({ ...run, input: { ...run.input, changes: files } });

/** Runs the test with turned conditions until enough make a difference; the best first. */
async function search(
  run: TestRun,
  seen: Seen & { failure: TestFailure },
  sources: TurnableSources,
  turns: readonly Turn[],
) {
  const began = performance.now();
  const first = Math.min(most.statements, new Set(turns.map(({ statement }) => statement)).size);
  const found: Found[] = [];
  const searchWith = async (runOnce: RunOnce) => {
    for (const [at, turn] of turns.slice(0, most.runs).entries()) {
      const isEnough = at >= first && found.filter(({ kind }) => kind !== 'holds').length >= most.found;
      if (isEnough || performance.now() - began > most.ms) break;
      const command = turning(run, seen.command, { WHITTLE_TURN: orderOf(turn) });
      const kindNow = async () => kindOf(run, seen.failure, await runOnce(command));
      const judge = await kindNow();
      // A test that fails only sometimes may pass by chance.
      if (judge && (judge.kind === 'holds' || (await kindNow())?.kind === judge.kind))
        found.push({ ...turn, ...judge });
    }
  };
  await withRuns(turned(run, sources), searchWith, seen.command.warm);
  return found.sort((a, b) => rank(a) - rank(b));
}

const kinds: readonly Guard['kind'][] = ['passes', 'past', 'holds'];
const rank = ({ kind }: Found) => kinds.indexOf(kind);

const orderOf = ({ number, statement, time }: Turn) => JSON.stringify([number, statement, time ?? 0]);

function turning(run: TestRun, command: OracleCommand, env: Readonly<Record<string, string>>): OracleCommand {
  const all = { ...env, WHITTLE_TURN_TEST: run.input.fileName };
  const added = Object.fromEntries(Object.entries(all).map(([name, value]) => [name, fixedText(value)]));
  return { ...command, warm: undefined, env: { ...command.env, ...added } };
}

/** In turn for each statement of the test, the latest first: first conditions, each time; then each at its last times; then returned values. */
function turnsIn(log: string, { all }: TurnableSources, statementOf: (line: number) => string): Turn[] {
  const reached = new Map<string, Turn & { readonly times: number; readonly order: number }>();
  for (const line of log.split('\n')) {
    const [number, at, times, order] = line.split(' ').map(Number);
    if (order === undefined || !all[number]) continue;
    const statement = statementOf(at);
    reached.set(`${number} ${statement}`, { number, statement, times, order });
  }
  const latest = [...reached.values()].sort((a, b) => b.order - a.order);
  const [returns, conditions] = [true, false].map((isReturn) =>
    latest.filter(({ number }) => all[number].isReturn === isReturn),
  );
  const late = conditions.filter(({ times }) => times > 1 && times < 16).map((one) => ({ ...one, time: one.times }));
  const [first, second, last] = [conditions, late, returns].map(inTurn);
  // Whatever the conditions are, some returned values are tried as well.
  return [...[...first, ...second].slice(0, most.runs - Math.min(last.length, most.runs / 4)), ...last];
}

/** One of each statement after the other. */
function inTurn(turns: readonly Turn[]): Turn[] {
  const places = new Map<string, number>();
  const placed = turns.map((turn) => {
    const place = places.get(turn.statement) ?? 0;
    places.set(turn.statement, place + 1);
    return { turn, place };
  });
  return placed.sort((a, b) => a.place - b.place).map(({ turn }) => turn);
}

/** Undefined if nothing changes, if the test fails earlier, or does not load or end: that says nothing of the bug. */
function kindOf(run: TestRun, original: TestFailure, ran: Ran): Pick<Found, 'kind' | 'failure'> | undefined {
  if (ran.timedOut) return undefined;
  if (testPasses(ran.status, ran.said, run.found.runner)) return { kind: 'passes' };
  const failure = reportOf(run, ran)?.failures.find(({ test }) => test === original.test);
  if (!failure) return undefined;
  const [now, then] = [failure, original].map(({ frames }) =>
    framesIn(frames, run.input.fileName).map(({ line }) => line),
  );
  if (now.length > 0 && then.length > 0 && now.at(-1)! > then.at(-1)!) return { kind: 'past' };
  return now.join() === then.join() && !isSameFailure(failure, original) ? { kind: 'holds', failure } : undefined;
}

/**
 * The best judge of each statement: a result depends on what each of them does. Beside one under which the test passes or gets further,
 * one under which it says something else only tells that a candidate must not fail as before.
 */
function ofEachStatement(found: readonly Found[]): Found[] {
  return found.filter(({ statement }, at) => at === found.findIndex((one) => one.statement === statement));
}

/** The guards of the best judges, and a sentence about the first. */
function told(
  run: TestRun,
  seen: Seen,
  strict: VerdictRule,
  { all, files }: TurnableSources,
  found: readonly Found[],
): Judges {
  const areSure = found[0].kind !== 'holds';
  const asked = areSure ? ofEachStatement(found).slice(0, most.asked) : found.slice(0, most.found);
  const nameOf = ({ number }: Turn) => `${basename(all[number].path)}:${all[number].line}`;
  const guards = asked.map((judge): Guard => {
    const { path: changed } = all[judge.number];
    const kind = areSure && judge.kind === 'holds' ? 'differs' : judge.kind;
    const rule = kind === 'holds' ? ruleOf(run, { ...seen, failure: judge.failure }, false)! : strict;
    const changes = files.filter(({ path }) => path === changed || path === functionBeside(changed));
    const command = { ...turning(run, seen.command, { WHITTLE_TURN: orderOf(judge) }), warm: seen.command.warm };
    return { kind, name: l10n.t('depends on {0}', nameOf(judge)), command, rule, changes };
  });
  const [best] = asked;
  const { text, isReturn } = all[best.number];
  const what = oneLine(text);
  return { guards, areSure, told: sentenceOf(best.kind, isReturn, what, nameOf(best)) };
}

function sentenceOf(kind: Guard['kind'], isReturn: boolean, what: string, place: string): string {
  switch (kind) {
    case 'passes':
      return l10n.t('If {0} ({1}) is turned round, the test passes, and so does the result.', what, place);
    case 'past':
      return l10n.t(
        'If {0} ({1}) is turned round, the test gets past this failure, and so does the result.',
        what,
        place,
      );
    default:
      return isReturn
        ? l10n.t(
            'If {1} does not return {0}, the test fails with another message, and so does the result.',
            what,
            place,
          )
        : l10n.t(
            'If {0} ({1}) is turned round, the test fails with another message, and so does the result.',
            what,
            place,
          );
  }
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}
