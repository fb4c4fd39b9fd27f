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
import { type Reached, type Turn, inOrder, onlyAsserts, orderOf, turnsIn } from './turns';
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
    const at = framesIn(failure.frames, input.fileName).at(-1)?.line ?? 0;
    const { statementOf, inTest, test } = statementsOf(sources.grammarOf(language), input.text, at);
    const reached = turnsIn(log, turnable, statementOf);
    const turns = inOrder(reached, turnable, statementOf(at), most.runs);
    const judges = await search(run, { ...seen, failure }, turnable, turns);
    if (judges.length === 0) return undefined;
    const silent = silentIn(reached, judges);
    const kept = inTest.filter(
      (one) => silent.has(input.text.slice(one.start, one.end)) && !onlyAsserts(one, input.text, statementOf(at)),
    );
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

const turned = (run: TestRun, { files }: TurnableSources) => ({
  ...run,
  input: { ...run.input, changes: [...files, ...(run.input.changes ?? [])] },
});

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
      const command = turning(run, seen.command, { WHITTLE_TURN: orderOf(turn, run.job.input.text) });
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

/** Statements below which something runs that runs below no other, without a judge. */
function silentIn(reached: readonly Reached[], judges: readonly Found[]): Set<string> {
  const isElsewhere = ({ number, statement }: Turn) =>
    reached.some((one) => one.number === number && one.statement !== statement);
  const silent = reached.filter((one) => !isElsewhere(one)).map(({ statement }) => statement);
  return new Set(silent.filter((one) => !judges.some(({ statement }) => statement === one)));
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
    const command = {
      ...turning(run, seen.command, { WHITTLE_TURN: orderOf(judge, run.job.input.text) }),
      warm: seen.command.warm,
    };
    return { kind, name: l10n.t('depends on {0}', nameOf(judge)), command, rule, changes };
  });
  const [best] = asked;
  return { guards, areSure, told: sentenceOf(best.kind, all[best.number], nameOf(best)) };
}
