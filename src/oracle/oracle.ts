/** One command as an oracle: one candidate, one verdict by the rule, from one run of the command or from several. */
import type { OracleCommand } from './processes/command';
import { contentKey } from './content';
import type { Content } from './content';
import { decided, once } from './judging/repeat';
import type { Repeat } from './judging/repeat';
import { exitZero, judgeOf, streamsOf } from './judging/rule';
import type { VerdictRule } from './judging/rule';
import type { StreamName } from './judging/said';
import { defaultPlacement } from './places/registry';
import type { Placement, Target } from './places/place';
import type { Place } from './sandbox';
import { openTester } from './tester';
import type { Ran, TestCounts, Tester } from './tester';

/** What a command is asked, and how it is judged. */
export interface JudgedCommand {
  readonly command: OracleCommand;
  /** Exit code 0 if unset. */
  readonly rule?: VerdictRule;
  /** Once if unset. */
  readonly repeat?: Repeat;
}

export interface OracleOptions extends JudgedCommand, Target {
  /** Where candidates go; `copy` if unset. */
  readonly placement?: Placement;
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
}

/** What a run did that is worth telling: for the first one and for messages. */
export interface FullAnswer extends OracleAnswer, Ran {
  readonly timedOut: boolean;
}

export interface Oracle {
  readonly command: OracleCommand;
  readonly rule: VerdictRule;
  readonly repeat: Repeat;
  readonly placement: Placement;
  readonly counts: TestCounts;
  /** The verdict for this content, from memory if it was asked before. Throws the signal's reason if aborted. */
  test(content: Content, timeoutMs: number, signal: AbortSignal): Promise<OracleAnswer>;
  /** Runs the command once in any case and keeps what it says; `place` is somewhere else than usual. Throws `CannotStart`. */
  observe(content: Content, timeoutMs: number, signal: AbortSignal, place?: Place): Promise<FullAnswer>;
  /** Another rule from now on; verdicts by the old one are forgotten. Throws `RuleError`. */
  judgeBy(rule: VerdictRule): void;
  /** Lets candidates be tested again that timed out. */
  forgetTimeouts(): void;
}

/** An oracle that has its tester for itself. */
export interface OwnOracle extends Oracle {
  /** Ends whatever still runs and removes every file, at once. Returns what the user must know, in one sentence. */
  dispose(): string | undefined;
}

/** Verdicts remembered at most; each takes about a hundred bytes. */
const cacheSize = 200_000;

const both: ReadonlySet<StreamName> = new Set(['stdout', 'stderr']);

/** Throws `RuleError` and `SandboxError`. */
export async function openOracle({ placement = defaultPlacement, ...options }: OracleOptions): Promise<OwnOracle> {
  judgeOf(options.rule ?? exitZero);
  const tester = await openTester(placement, options);
  return Object.assign(oracleOf(tester, options), { dispose: () => tester.dispose() });
}

/** Throws `RuleError`. */
export function oracleOf(tester: Tester, { command, rule = exitZero, repeat = once }: JudgedCommand): Oracle {
  let [current, judge] = [rule, judgeOf(rule)];
  const verdicts = new Map<string, OracleAnswer>();

  const remember = (key: string, answer: OracleAnswer) => {
    if (verdicts.size >= cacheSize) verdicts.delete(verdicts.keys().next().value!);
    verdicts.set(key, answer);
    return answer;
  };
  const judged = (ran: Ran, content: Content): FullAnswer => ({
    ...ran,
    verdict: ran.timedOut ? 'unresolved' : judge(ran.status, ran.said, content),
  });
  return {
    command,
    repeat,
    placement: tester.placement,
    counts: tester.counts,
    get rule() {
      return current;
    },
    async test(content, timeoutMs, signal) {
      const question = { command, content, timeoutMs, signal, keep: streamsOf(current), fresh: repeat.runs > 1 };
      const key = contentKey(content);
      const known = verdicts.get(key);
      if (known) return { ...known, remembered: true };
      return remember(key, await repeated(repeat, async () => judged(await tester.run(question), content)));
    },
    observe: async (content, timeoutMs, signal, place) =>
      judged(
        await tester.run({ command, content, timeoutMs, signal, keep: both, place, fresh: true, inTurn: true }),
        content,
      ),
    judgeBy(next) {
      [judge, current] = [judgeOf(next), next];
      verdicts.clear();
    },
    forgetTimeouts() {
      for (const [key, { timedOut }] of verdicts) if (timedOut) verdicts.delete(key);
    },
  };
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
