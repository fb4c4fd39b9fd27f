/** One command as an oracle: one candidate, one verdict by the rule, from one run of the command or from several. */
import { type Content, contentKey } from './content';
import { type Repeat, decided, once } from './judging/repeat';
import { type Slow, type VerdictRule, exitZero, inTurn, isSlow, judgeOf, streamsOf } from './judging/rule';
import type { Placement } from './places/place';
import type { Invocation, OracleCommand, Template } from './processes/command';
import type { StreamName } from './processes/output';
import { harmIn } from './protection/changes';
import type { Layer } from './protection/protect';
import type { Place } from './sandbox';
import type { Question, Ran, TestCounts, Tester } from './tester';

/** A command, and how it is judged. */
export interface JudgedCommand {
  readonly command: OracleCommand;
  /** Exit code 0 if unset. */
  readonly rule?: VerdictRule;
  /** Once if unset. */
  readonly repeat?: Repeat;
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
  /** Name of the guard that has refused it. */
  readonly stage?: string;
}

/** An answer with the details of its run. */
export interface FullAnswer extends OracleAnswer, Ran {
  readonly timedOut: boolean;
  /** Why it is unresolved, if a pattern of the rule is too slow. */
  readonly slow?: Slow;
}

export interface Oracle {
  readonly command: OracleCommand;
  readonly rule: VerdictRule;
  readonly repeat: Repeat;
  readonly placement: Placement;
  /** What keeps its candidates from doing harm, if they run here. */
  readonly layer?: Layer;
  readonly counts: TestCounts;
  /** The verdict for this content, from memory if it was asked before. Throws the signal's reason if aborted. */
  test(content: Content, timeoutMs: number, signal: AbortSignal): Promise<OracleAnswer>;
  /**
   * Runs the command once, never from memory, and keeps its output. `place`: another one than usual, or without protection, for the unchanged
   * input only. Throws `CannotStart`.
   */
  observe(content: Content, timeoutMs: number, signal: AbortSignal, place?: Place | 'unprotected'): Promise<FullAnswer>;
  /** A run on the unchanged input: a candidate that changes more outside its directories does harm, so the property does not hold for it. */
  expect(ran: Pick<Ran, 'changes'>): void;
  /** Another rule from now on; verdicts by the old one are forgotten. Throws `RuleError`. */
  judgeBy(rule: VerdictRule): void;
  /** Lets candidates be tested again that timed out. */
  forgetTimeouts(): void;
}

/** One of several tests that a property consists of. */
export type Part = Pick<Oracle, 'test' | 'forgetTimeouts'>;

/** Name of the stage that refuses candidates which change more outside their directories than the unchanged input. */
const harm = 'harm';

/** Verdicts remembered at most; each takes about a hundred bytes. */
const cacheSize = 200_000;

const both: ReadonlySet<StreamName> = new Set(['stdout', 'stderr']);

/** Throws `RuleError`. */
export function oracleOf(tester: Tester, { command, rule = exitZero, repeat = once }: JudgedCommand): Oracle {
  let [current, judge] = [rule, judgeOf(rule)];
  const verdicts = new Map<string, OracleAnswer>();
  const usual = new Set<string>();

  const remember = (key: string, answer: OracleAnswer) => {
    if (verdicts.size >= cacheSize) verdicts.delete(verdicts.keys().next().value!);
    verdicts.set(key, answer);
    return answer;
  };
  const judged = async (ran: Ran, { content, signal }: Question): Promise<FullAnswer> => {
    const isHarmful = harmIn(ran.changes, usual).length > 0;
    const judgement = () => (isHarmful ? 'fails' : judge(ran.status, ran.said, content));
    const verdict = ran.timedOut ? 'unresolved' : await inTurn(signal, judgement);
    return { ...answerOf(ran, verdict), ...(isHarmful && { stage: harm }) };
  };
  return {
    command,
    repeat,
    ...{ placement: tester.placement, layer: tester.layer, counts: tester.counts },
    get rule() {
      return current;
    },
    async test(content, timeoutMs, signal) {
      const question = { command, content, timeoutMs, signal, keep: streamsOf(current), fresh: repeat.runs > 1 };
      const key = contentKey(content);
      const known = verdicts.get(key);
      if (known) return { ...known, remembered: true };
      return remember(key, await repeated(repeat, async () => judged(await tester.run(question), question)));
    },
    async observe(content, timeoutMs, signal, place) {
      const where = place === 'unprotected' ? { unprotected: true } : { place };
      const question = { command, content, timeoutMs, signal, keep: both, ...where, fresh: true, inTurn: true };
      return judged(await tester.run(question), question);
    },
    expect: ({ changes = [] }) => changes.forEach(({ path }) => usual.add(path)),
    judgeBy(next) {
      [judge, current] = [judgeOf(next), next];
      verdicts.clear();
    },
    forgetTimeouts() {
      for (const [key, { timedOut }] of verdicts) if (timedOut) verdicts.delete(key);
    },
  };
}

function answerOf(ran: Ran, verdict: OracleVerdict | Slow): FullAnswer {
  // More time would not help.
  const told = { ...ran, timedOut: ran.timedOut && !ran.outgrew };
  return isSlow(verdict) ? { ...told, verdict: 'unresolved', slow: verdict } : { ...told, verdict };
}

/** Runs until the verdict is decided. No run that said no, and one without an answer, is no answer. */
async function repeated(repeat: Repeat, runOnce: () => Promise<OracleAnswer>): Promise<OracleAnswer> {
  let tally = { held: 0, runs: 0 };
  let [failed, timedOut] = [false, false];
  let ms = 0;
  while (decided(repeat, tally) === undefined) {
    const answer = await runOnce();
    ms += answer.ms;
    failed ||= answer.verdict === 'fails';
    timedOut ||= answer.timedOut ?? false;
    tally = { held: tally.held + Number(answer.verdict === 'holds'), runs: tally.runs + 1 };
  }
  if (decided(repeat, tally)) return { verdict: 'holds', ms };
  return { verdict: failed ? 'fails' : 'unresolved', ms, timedOut };
}

/** The name of an oracle, under which its verdicts are kept: command, directory, environment, rule and repetition, as one string; equal oracles have equal ones. */
export function oracleIdentity({ command, rule = exitZero, repeat = once }: JudgedCommand): string {
  const { invocation, cwd, env = {}, stdin = false } = command;
  const variables = Object.entries<Template>(env)
    .map(([name, { parts }]) => [name, parts] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const { exit = null, match = [], noMatch = [] } = rule;
  const pattern = ({ stream = 'any', pattern: text }: { stream?: string; pattern: string }) => [stream, text];
  return JSON.stringify([
    wordsOf(invocation),
    cwd.parts,
    variables,
    stdin,
    exit && [Boolean(exit.not), [...new Set(exit.codes)].sort((a, b) => a - b)],
    match.map(pattern),
    noMatch.map(pattern),
    [repeat.runs, repeat.need],
  ]);
}

/** A module by its bytes, a function by its text: neither tells what else it uses. */
function wordsOf(invocation: Invocation): object {
  if ('named' in invocation) return { named: invocation.named };
  if ('line' in invocation) return { line: invocation.line.parts, shell: invocation.shell ?? null };
  if ('program' in invocation) {
    return { program: invocation.program.parts, args: invocation.args.map(({ parts }) => parts) };
  }
  const { property } = invocation;
  return 'module' in property ? property : { call: property.call.toString() };
}
