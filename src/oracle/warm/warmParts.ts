/**
 * The parts of a property, each with a warm one if its runner can be kept running: what fails there need not be tested with the command;
 * what holds there is only believed when the command agrees. The runner must show again and again that what is known to hold still does.
 */
import type { Content } from '../content';
import { type Asked, type OracleAnswer, type Part, remembered } from '../oracle';
import { overlay } from '../places/overlay';
import type { ChangedFile, Target } from '../places/place';
import type { OracleCommand } from '../processes/command';
import { oneAtATime } from '../processes/run';
import { CannotStart } from '../processes/supervise';
import type { Starter } from '../processes/starter';
import { openTester, type Ran, type TestCounts } from '../tester';
import { warmStarter } from './warmStarter';

/** A part that runs a command in a copy of the workspace. */
export interface ColdPart {
  readonly part: Part;
  readonly command: OracleCommand;
  /** Other files of the workspace. */
  readonly changes?: readonly ChangedFile[];
  /** The guard's name, by which its refusals are known. A guard is asked later if its runner has no opinion. */
  readonly guard?: string;
  /** Does the property hold, by what a run of the command has said? */
  judges(ran: Ran, content: Content): boolean;
}

/** Runners that are kept running for all parts. */
export interface WarmParts {
  /** This content is known to hold. */
  trust(content: Content): void;
  /** Does it hold in the runners, whatever they have said before? Undefined if one has no answer. */
  again(...question: Asked): Promise<boolean | undefined>;
}

export interface Warming {
  readonly target: Target;
  /** Told, once, the runner that was wrong too often. */
  giveUp(runner: string): void;
}

/**
 * `counts`: to be added to. Without `warming`, no runner is kept running. `parts` are in the order of the cold ones; `first`: what costs little,
 * and need not be sure. `warm` is unset if a command has no warm runner. `close` ends all of these.
 */
export function warmParts(cold: readonly ColdPart[], counts: TestCounts, warming?: Warming) {
  const warm: ReturnType<typeof warmed>[] = [];
  const givenUp = new Set<string>();
  const parts = cold.map((one): { readonly first?: Part; readonly sure: Part } => {
    const { warm: runner } = one.command;
    if (runner === undefined || !warming)
      return { sure: one.part, ...(one.guard === undefined && { first: one.part }) };
    const tellOnce = () => {
      if (!givenUp.has(runner)) warming.giveUp(runner);
      givenUp.add(runner);
    };
    warm.push(warmed(one, () => opened(one, runner, warming.target, counts), tellOnce));
    return warm.at(-1)!;
  });
  const close = () => warm.forEach((one) => one.close());
  // A guard that starts another program, such as a compiler, is asked as the command is.
  const isWarm = warm.length > 0 && cold.every(({ guard, command }) => guard !== undefined || command.warm);
  return { parts, close, warm: isWarm ? together(warm) : undefined };
}

function together(parts: readonly Pick<ReturnType<typeof warmed>, 'asked' | 'trust'>[]): WarmParts {
  return {
    trust: (content) => parts.forEach((part) => part.trust(content)),
    async again(...question) {
      for (const { asked } of parts) {
        const holds = await asked(...question);
        if (!holds) return holds;
      }
      return true;
    },
  };
}

export type Warm = Awaited<ReturnType<typeof opened>>;

/** Throws `SandboxError`. */
async function opened({ command, changes, judges }: ColdPart, runner: string, target: Target, counts: TestCounts) {
  let starter: ReturnType<typeof warmStarter>;
  const through = (base: Starter) => (starter = warmStarter(runner, base));
  const tester = await openTester(overlay, { ...target, changes: changes ?? target.changes }, counts, through);
  return {
    processes: () => starter.processes,
    dispose: () => void tester.dispose(),
    /** Undefined if it has no answer. Throws what a tester throws. */
    async holds(...[content, timeoutMs, signal]: Asked) {
      const ran = await tester.run({ command, content, timeoutMs, signal });
      return ran.timedOut || ran.signal !== undefined ? undefined : judges(ran, content);
    },
  };
}

const noOpinion: OracleAnswer = { verdict: 'holds', ms: 0 };

/**
 * `sure`: the command. `first`: the warm runner alone; if it has no opinion, the command, or of a guard nothing. `asked`: the warm runner,
 * whatever it has said before. `trust`: this text is known to hold.
 */
export function warmed(
  { part: cold, guard }: Pick<ColdPart, 'part' | 'guard'>,
  open: () => Promise<Warm>,
  giveUp: () => void,
) {
  const witness = witnessOf(open, () => quick.forget(() => true), giveUp);
  const ask = async (...question: Asked): Promise<OracleAnswer> => {
    const began = performance.now();
    const holds = await witness.ask(...question);
    if (holds === undefined) return noOpinion;
    const ms = performance.now() - began;
    return holds ? { verdict: 'holds', ms } : { verdict: 'fails', ms, stage: guard };
  };
  const quick = remembered(
    ([content, timeoutMs, signal]) => ask(content, timeoutMs, signal),
    (answer) => answer !== noOpinion,
  );
  const { forgetTimeouts } = cold;
  const sure: Part = {
    forgetTimeouts,
    async test(content, ...rest) {
      const answer = await cold.test(content, ...rest);
      if (answer.verdict === 'holds') witness.trust(content);
      else if (answer.verdict === 'fails' && !answer.remembered && quick.before(content)?.verdict === 'holds') {
        witness.wasWrong();
      }
      return answer;
    },
  };
  const first: Part = {
    forgetTimeouts,
    async test(...question) {
      const answer = await quick.test(...question);
      return answer === noOpinion && guard === undefined ? sure.test(...question) : answer;
    },
  };
  const close = () => {
    quick.forget(() => true);
    witness.end();
  };
  return { first, sure, asked: witness.ask, trust: witness.trust, close };
}

/** Tests between two proofs. */
const trusted = 16;
/** Times that a process may be wrong before there is no other one. */
const mostWrong = 2;

type Limits = [timeoutMs: number, signal: AbortSignal];

/** The processes in which a text that is known to hold has held so often; undefined if it has not. */
async function provenBy({ holds, processes }: Warm, times: number, good: Content, limits: Limits) {
  const seen = new Set<number>();
  for (let run = 0; run < times; run++) {
    if (!(await holds(good, ...limits))) return undefined;
    seen.add(processes());
  }
  return seen;
}

/** One question at a time, as long as it can be believed. `good`: the newest text that the command has held; `forget`: what it has said. */
function witnessOf(open: () => Promise<Warm>, forget: () => void, giveUp: () => void) {
  let good: Content | undefined;
  let opening: Promise<Warm> | undefined;
  let opened: Warm | undefined;
  /** The process that has shown that it can be believed, and its tests since. */
  let [proven, sinceProof] = [-1, 0];
  let [wrong, isOver] = [0, false];
  const end = (): undefined => {
    isOver = true;
    opened?.dispose();
  };
  const wasWrong = () => {
    forget();
    proven = -1;
    if (isOver || ++wrong < mostWrong) return;
    end();
    giveUp();
  };
  const proves = async (warm: Warm, ...limits: Limits): Promise<boolean> => {
    sinceProof = 0;
    const isNew = warm.processes() !== proven;
    // What the first run leaves behind must not matter to the second.
    const seen = await provenBy(warm, isNew ? 2 : 1, good!, limits);
    if (!seen) wasWrong();
    // It does not stay, not even after a text that is known.
    else if (seen.size > 1) end();
    else if (isNew) proven = warm.processes();
    return seen?.size === 1;
  };
  const answer = async (content: Content, ...limits: Limits): Promise<boolean | undefined> => {
    if (isOver || !good) return undefined;
    const warm = (opened = await (opening ??= open()));
    if (isOver) return void warm.dispose();
    if (warm.processes() !== proven && !(await proves(warm, ...limits))) return undefined;
    const isHeld = await warm.holds(content, ...limits);
    if (warm.processes() !== proven || isHeld === undefined) return undefined;
    return ++sinceProof < trusted || (await proves(warm, ...limits)) ? isHeld : undefined;
  };
  const bear = (error: unknown) => (error instanceof CannotStart ? end() : Promise.reject(error as Error));
  /** Does it hold? Undefined: no opinion. */
  const ask = oneAtATime((...question: Asked) => answer(...question).catch(bear));
  return { ask, trust: (content: Content) => void (good = content), wasWrong, end };
}
