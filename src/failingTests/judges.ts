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
import type { OracleCommand } from '../oracle/processes/command';
import type { Guard } from '../oracle/property';
import type { TestFailure } from '../oracle/reports/report';
import type { Ran } from '../oracle/tester';
import { languageOf } from '../syntax/languages';
import type { Range } from '../text/ranges';
import { coverageGuard, othersOf } from './coverage';
import { type Exchanges, exchangesIn } from './literals';
import { statementsOf } from './nodes';
import { type Sources, withSources } from './sources';
import { type RunOnce, type Seen, type TestRun, reportOf, ruleOf, withRuns } from './testRun';
import { canTurn, functionBeside, sentenceOf, turnableSources, turning, type TurnableSources } from './turning';

export interface Judges {
  readonly guards: readonly Guard[];
  /** The test passes or gets further under them: nothing else has to say what may go, but for `silent`. */
  readonly areSure: boolean;
  /** Statements of the test, by which something runs that runs nowhere else in it, without a judge: an effect that is missing changes nothing. */
  readonly silent: readonly Range[];
  /** For people, one sentence. */
  readonly told: string;
}

/** A condition, below which statement of the test it is turned, and at which time; each time if unset. */
interface Turn {
  readonly number: number;
  readonly statement: string;
  readonly time?: number;
  /** Of numbers that it compares, at most: a candidate that changes them much has another reason to fail. */
  readonly distance?: number;
  /** Of a literal: the value in its place. */
  readonly other?: unknown;
}

/** `passes`: the test passes. `past`: it gets past its failing statement. `holds`: that says something else. */
interface Found extends Turn {
  readonly kind: Guard['kind'];
  readonly failure?: TestFailure;
}

/** Runs of the test, their wall time, and that of one which hangs, ms. Judges that are enough, and that are asked; statements of which one condition is turned in any case. */
const most = { runs: 60, ms: 90_000, hang: 10_000, found: 3, asked: 5, statements: 20 };

/** Undefined if no condition makes a difference, or those of the language cannot be turned. Throws `SandboxError`. */
export async function judgesFor(run: TestRun, seen: Seen, strict: VerdictRule): Promise<Judges | undefined> {
  const { input } = run.job;
  const { failure } = seen;
  const language = languageOf(input.fileName, input.languageId);
  if (!failure || !language || !canTurn(language)) return undefined;
  return withSources(run, async (sources) => {
    const { turnable, log } = await logged(run, seen.command, sources, exchangesIn(failure.message));
    const lines = framesIn(failure.frames, input.fileName).map(({ line }) => line);
    const { statementOf, inTest, test } = statementsOf(sources.grammarOf(language), input.text, lines.at(-1) ?? 0);
    const reached = turnsIn(log, turnable, statementOf);
    const judges = await search(run, { ...seen, failure }, turnable, inOrder(reached, turnable));
    if (judges.length === 0) return undefined;
    const silent = silentIn(reached, judges);
    const kept = inTest.filter(({ start, end }) => silent.has(input.text.slice(start, end)));
    const by = told(run, seen, strict, turnable, judges);
    const other = test && othersOf(run, test, seen.command);
    const others = other && by.areSure ? await logOf(other.run, other.command, turnable) : undefined;
    const material = { ...turnable, log, others: others?.log ?? '' };
    const covering = await coverageGuard(run, seen.command, strict, material);
    return { ...by, guards: [...by.guards, ...(covering ? [covering] : [])], silent: kept };
  });
}

/** What the test reaches. A line that the compiler refuses with functions in it stays as it is. */
async function logged(
  run: TestRun,
  command: OracleCommand,
  sources: Sources,
  exchanges: Exchanges,
  refused = new Set<string>(),
) {
  const turnable = turnableSources(sources, refused, exchanges);
  const { log, output } = await logOf(run, command, turnable);
  const places = [...output.matchAll(/^(?:.*[\\/])?(\S+\.go:\d+):\d+: /gm)].map(([, place]) => place);
  const more = places.filter((place) => !refused.has(place));
  if (log !== '' || more.length === 0) return { turnable, log };
  return logged(run, command, sources, exchanges, new Set([...refused, ...more]));
}

function logOf(run: TestRun, command: OracleCommand, sources: TurnableSources) {
  return withRuns(turned(run, sources), async (runOnce, root) => {
    const path = join(root, 'turned');
    const { output } = await runOnce(turning(run, command, { WHITTLE_TURN_LOG: path }));
    return { log: existsSync(path) ? readFileSync(path, 'utf8') : '', output };
  });
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
  // A loop may never end any more.
  const timeoutMs = Math.min(run.input.timeoutMs, Math.max(most.hang, 10 * seen.ran.ms));
  const quick = { ...run, input: { ...run.input, timeoutMs } };
  await withRuns(turned(quick, sources), searchWith, seen.command.warm);
  return found.sort((a, b) => rank(a) - rank(b));
}

const rank = ({ kind }: Found) => ['passes', 'past', 'holds'].indexOf(kind);

function orderOf({ number, statement, time = 0, distance, other }: Turn): string {
  // What is not finite becomes null.
  return JSON.stringify([number, statement, time, distance, ...(other === undefined ? [] : [other])]);
}

interface Reached extends Turn {
  readonly times: number;
  readonly order: number;
  /** The last distance. */
  readonly last: number;
}

/** What was reached below each statement, the latest first. */
function turnsIn(log: string, { all }: TurnableSources, statementOf: (line: number) => string): Reached[] {
  const reached = new Map<string, Reached>();
  for (const one of log.split('\n')) {
    const [number, line, times, order, last] = one.split(' ', 5).map(Number);
    if (order === undefined || !all[number]) continue;
    const statement = statementOf(line);
    const key = `${number} ${statement}`;
    const distance = Math.max(reached.get(key)?.distance ?? 0, last);
    const { other } = all[number];
    reached.set(key, { number, statement, times, order, last, distance, other });
  }
  return [...reached.values()].sort((a, b) => b.order - a.order);
}

/** Statements below which something runs that runs below no other, without a judge. */
function silentIn(reached: readonly Reached[], judges: readonly Found[]): Set<string> {
  const isElsewhere = ({ number, statement }: Turn) =>
    reached.some((one) => one.number === number && one.statement !== statement);
  const silent = reached.filter((one) => !isElsewhere(one)).map(({ statement }) => statement);
  return new Set(silent.filter((one) => !judges.some(({ statement }) => statement === one)));
}

/** In turn for each statement of the test: first conditions, each time; then each at its last times; then literals, and returned values. */
function inOrder(latest: readonly Reached[], { all }: TurnableSources): Turn[] {
  const groupOf = ({ number, other }: Turn) => (all[number].isReturn ? 2 : Number(other !== undefined));
  const [conditions, literals, returns] = [0, 1, 2].map((kind) => latest.filter((one) => groupOf(one) === kind));
  const late = conditions
    .filter(({ times }) => times > 1 && times < 16)
    .map((one) => ({ ...one, time: one.times, distance: one.last }));
  const [first, second, ...others] = [conditions, late, literals, returns].map(inTurn);
  const last = others.flat();
  // Whatever the conditions are, some other values are tried as well.
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
 * The guards of the best judges, and a sentence about the first. A result depends on what each statement does, so each has one. Beside one
 * under which the test passes or gets further, one under which it says something else only tells that a candidate must not fail as before.
 */
function told(
  run: TestRun,
  seen: Seen,
  strict: VerdictRule,
  { all, files }: TurnableSources,
  found: readonly Found[],
): Omit<Judges, 'silent'> {
  const areSure = found[0].kind !== 'holds';
  const isBest = ({ statement }: Found, at: number) => at === found.findIndex((one) => one.statement === statement);
  const asked = areSure ? found.filter(isBest).slice(0, most.asked) : found.slice(0, most.found);
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
  return { guards, areSure, told: sentenceOf(best.kind, all[best.number], nameOf(best)) };
}
