/**
 * One command as an oracle: one candidate, one verdict. What stands around a test, from the outside to the process:
 *
 * 1. `counted` (`property.ts`) counts the candidates of a run.
 * 2. `allOf` asks the parts of a property until one refuses.
 * 3. `remembered` gives a verdict again that was given before.
 * 4. `repeated` runs a flaky test until the verdict is decided (`judging/evidence.ts`).
 * 5. `judged` makes a verdict of what a run has said, and refuses harm.
 * 6. A tester (`tester.ts`) has a place for the candidate, its output and what must not be left of it.
 * 7. `run` (`processes/run.ts`) sees to time and memory, and sets back what the test has changed.
 */
import { type Content, contentKey } from './content';
import { type Demand, type Stake, decidedBy } from './judging/evidence';
import { type Way, namesInErrors, wayOf } from './judging/otherFailure';
import { type Repeat, type Tally, decided, once, untold, weaker } from './judging/repeat';
import { type VerdictRule, exitZero, inTurn, judgeOf, numberIn } from './judging/rule';
import type { OracleCommand } from './processes/command';
import type { Place } from './sandbox';
import type { Question, Ran, Tester } from './tester';

export interface JudgedCommand {
  readonly command: OracleCommand;
  /** Exit code 0 if unset. */
  readonly rule?: VerdictRule;
  /** As a user wants it. Unset: once, or as often as it takes if the test turns out to be flaky. */
  readonly repeat?: Repeat;
  /** Finds a number in the output that is to become small. */
  readonly measure?: string;
}

/** The property holds, does not hold, or there was no answer: in time, or by exit code 125. */
export type OracleVerdict = 'holds' | 'fails' | 'unresolved';

export interface OracleAnswer {
  readonly verdict: OracleVerdict;
  /** Wall time of all its runs. */
  readonly ms: number;
  /** One of its runs at least did not end in time. */
  readonly timedOut?: boolean;
  /** It was asked before; nothing was run. */
  readonly remembered?: boolean;
  /** Name of the guard that has refused it; `harm`: it changes more outside its directories than the unchanged input. */
  readonly stage?: string;
  /** The number that is to become small, if it holds. */
  readonly value?: number;
  /** It holds, but with a number that is no better: for the search it does not. */
  readonly isWorse?: true;
  /** It fails in this way, in which the unchanged input does not: for people. */
  readonly failure?: string;
  /** It fails, and its errors name these: perhaps what a candidate lacks. Unset if there are none. */
  readonly named?: readonly string[];
  /** Of a flaky test: its runs on this content so far. */
  readonly tally?: Tally;
}

export type FullAnswer = OracleAnswer & Ran;

export type Asked = [content: Content, timeoutMs: number, signal: AbortSignal];

export interface Part {
  /** The verdict for this content, from memory if it was asked before. `stake`: for a flaky test. Throws the signal's reason if aborted. */
  test(content: Content, timeoutMs: number, signal: AbortSignal, stake?: Stake): Promise<OracleAnswer>;
  /** Lets candidates be tested again that timed out. */
  forgetTimeouts(): void;
}

export type Oracle = Omit<ReturnType<typeof oracleOf>, 'measure'> & Pick<JudgedCommand, 'measure'>;

/** Throws `RuleError`. */
export function oracleOf(tester: Tester, judgedCommand: JudgedCommand) {
  const { command, repeat: fixed, measure } = judgedCommand;
  const repeat = fixed ?? once;
  const judging = judgingOf(judgedCommand);
  const { test, forget, doubt } = asOftenAsDemanded(repeat, async (fresh, content, timeoutMs, signal) => {
    const question = { command, content, timeoutMs, signal, fresh };
    const answer = await judging.judged(await tester.run(question), question);
    return answer.verdict === 'fails' && !answer.stage ? judging.withFailure(answer) : answer;
  });
  return {
    command,
    ...{ repeat, isFixed: fixed !== undefined, measure, test, expect: judging.expect },
    forgetTimeouts: () => forget(({ timedOut }) => timedOut),
    ...{ placement: tester.placement, layer: tester.layer, counts: tester.counts },
    get rule(): VerdictRule {
      return judging.rule;
    },
    /** Never from memory. `place`: another one, or unprotected, for the unchanged input only. Throws `CannotStart`. */
    async observe(content: Content, timeoutMs: number, signal: AbortSignal, place?: Place | 'unprotected') {
      const where = place === 'unprotected' ? { unprotected: true } : { place };
      const question = { command, content, timeoutMs, signal, ...where, fresh: true, inTurn: true };
      return judging.withFailure(await judging.judged(await tester.run(question), question));
    },
    /** The test is flaky: what is asked of a candidate from now on. Runs of refused ones count; others were chosen by their runs. */
    doubt,
    /** Another rule from now on; verdicts by the old one are forgotten. Throws `RuleError`. */
    judgeBy(next: VerdictRule) {
      judging.judgeBy(next);
      forget(() => true);
    },
  };
}

/** What the runs of a command tell. Throws `RuleError`. */
function judgingOf({ rule = exitZero, measure }: JudgedCommand) {
  let [current, judge] = [rule, judgeOf(rule)];
  const usual = new Set<string>();
  const own = new Map<string, Way>();
  return {
    async judged(ran: Ran, { content, signal }: Question): Promise<FullAnswer> {
      // What the unchanged input does not do.
      const isHarmful = ran.changes?.some(({ kind, path }) => kind !== 'new' && !usual.has(path)) ?? false;
      const judgement = () => {
        const verdict = isHarmful ? 'fails' : judge(ran.status, ran.said, content);
        return { verdict, value: measure && verdict === 'holds' ? numberIn(measure, ran.said) : undefined };
      };
      const { verdict, value } = ran.timedOut ? { verdict: 'unresolved' as const } : await inTurn(signal, judgement);
      const more = { ...(isHarmful && { stage: 'harm' }), ...(value !== undefined && { value }) };
      // More time would not help one that takes too much memory.
      return { ...ran, verdict, timedOut: ran.timedOut && !ran.outgrew, ...more };
    },
    /** Beside a crash, what a program says of bad input does not count; of a test that lacks statements, no other failure does. */
    withFailure<A extends Ran>(answer: A): A & Pick<OracleAnswer, 'failure' | 'named'> {
      const way = current.failure ? undefined : wayOf(answer);
      const counts = way?.isCrash || [...own.values()].some(({ isCrash }) => !isCrash);
      const failure = way && counts && !own.has(way.told) ? { failure: way.told } : {};
      return { ...answer, ...failure, ...namesInErrors(answer.said) };
    },
    /** What the unchanged input changes outside its directories, and how it fails: for a candidate that changes more, the property does not hold. */
    expect({ changes = [], ways = [] }: Pick<Ran, 'changes'> & { readonly ways?: readonly Way[] }) {
      for (const { path } of changes) usual.add(path);
      for (const way of ways) own.set(way.told, way);
    },
    get rule(): VerdictRule {
      return current;
    },
    judgeBy(next: VerdictRule) {
      [judge, current] = [judgeOf(next), next];
    },
  };
}

/** The verdicts of single runs, as often repeated as a user or a flaky test demands, and remembered. */
function asOftenAsDemanded(repeat: Repeat, runOnce: (isFresh: boolean, ...question: Asked) => Promise<OracleAnswer>) {
  let demand: Demand | undefined;
  const ask: Asking = async ([content, timeoutMs, signal, stake], before) => {
    const run = () => runOnce(repeat.runs > 1 || demand !== undefined, content, timeoutMs, signal);
    if (!demand) return (await repeated((tally) => decided(repeat, tally), undefined, run)).answer;
    const now = demand;
    const { answer, tally } = await repeated((all) => decidedBy(now, all, stake), before, run);
    return { ...answer, tally };
  };
  const isStill = (answer: OracleAnswer, stake?: Stake) =>
    !demand || decidedBy(demand, tallyOf(answer), stake) === (answer.verdict === 'holds');
  const { test, forget } = remembered(ask, undefined, isStill);
  const doubt = (next: Demand) => {
    if (!demand) forget(({ verdict }) => verdict === 'holds');
    demand = next;
  };
  return { test, forget, doubt };
}

/** One test of several; its verdict does not depend on the order in which they run. */
export function allOf(parts: readonly Pick<Part, 'test'>[]): Pick<Part, 'test'> {
  const records = parts.map(({ test }) => ({ test, asked: 0, refused: 0, ms: 0 }));
  /** The cost of a "no" of a part, ms: its mean time by the share of its "no", which starts as 1 of 2 (Laplace). */
  const price = ({ asked, refused, ms }: (typeof records)[0]) =>
    asked === 0 ? 0 : ms / asked / ((refused + 1) / (asked + 2));
  return {
    async test(...question) {
      let all: OracleAnswer = { verdict: 'holds', ms: 0 };
      for (const record of [...records].sort((one, other) => price(one) - price(other))) {
        const answer = await record.test(...question);
        const ms = all.ms + answer.ms;
        record.asked++;
        record.ms += answer.ms;
        if (answer.verdict === 'fails') record.refused++;
        if (answer.verdict === 'fails') return { ...answer, ms };
        // Another part may yet say no, which is an answer.
        const tally = all.tally && answer.tally ? weaker(all.tally, answer.tally) : answer.tally;
        const told = { ...(tally && { tally }), ...(answer.value !== undefined && { value: answer.value }) };
        all = { ...(answer.verdict === 'unresolved' ? answer : all), ms, ...told };
      }
      return all;
    },
  };
}

/** Verdicts remembered at most; each takes about a hundred bytes. */
const mostRemembered = 200_000;

/** `before`: what was answered before, which is not enough now. */
type Asking = (question: Parameters<Part['test']>, before?: OracleAnswer) => Promise<OracleAnswer>;

/** A part that gives the same answer again without a test. `isSure`: answers that are remembered; `isStill`: those that are given again. */
export function remembered(
  test: Asking,
  isSure: (answer: OracleAnswer) => boolean = () => true,
  isStill: (answer: OracleAnswer, stake?: Stake) => boolean = () => true,
) {
  const known = new Map<string, OracleAnswer>();
  const before = (content: Content) => known.get(contentKey(content));
  return {
    before,
    async test(...question: Parameters<Part['test']>): Promise<OracleAnswer> {
      const [content, , , stake] = question;
      const key = contentKey(content);
      const there = known.get(key);
      if (there && (there.verdict === 'unresolved' || isStill(there, stake))) return { ...there, remembered: true };
      const answer = await test(question, there);
      if (!isSure(answer)) return answer;
      if (known.size >= mostRemembered) known.delete(known.keys().next().value!);
      known.set(key, answer);
      return answer;
    },
    forget(which: (answer: OracleAnswer) => boolean | undefined) {
      for (const [key, answer] of known) if (which(answer)) known.delete(key);
    },
  };
}

/** Runs until the verdict is decided. No run that said no, and one without an answer, is no answer. `before`: runs that count too. */
async function repeated(
  decide: (tally: Tally) => boolean | undefined,
  before: OracleAnswer | undefined,
  runOnce: () => Promise<OracleAnswer>,
): Promise<{ readonly answer: OracleAnswer; readonly tally: Tally }> {
  let tally = before ? tallyOf(before) : untold;
  let [failed, timedOut, ms, value] = [tally.held < tally.runs, false, 0, before?.value];
  let verdict: boolean | undefined;
  let told: Pick<OracleAnswer, 'failure' | 'named'> = {};
  while ((verdict = decide(tally)) === undefined) {
    const answer = await runOnce();
    ms += answer.ms;
    failed ||= answer.verdict === 'fails';
    timedOut ||= answer.timedOut ?? false;
    const { failure = answer.failure, named = answer.named } = told;
    if (failure || named) told = { ...(failure && { failure }), ...(named && { named }) };
    if (answer.value !== undefined) value = Math.max(value ?? -Infinity, answer.value);
    tally = { held: tally.held + Number(answer.verdict === 'holds'), runs: tally.runs + 1 };
  }
  if (verdict) return { answer: { verdict: 'holds', ms, ...(value !== undefined && { value }) }, tally };
  return { answer: { verdict: failed ? 'fails' : 'unresolved', ms, timedOut, ...told }, tally };
}

const tallyOf = ({ verdict, tally = { held: Number(verdict === 'holds'), runs: 1 } }: OracleAnswer): Tally => tally;
