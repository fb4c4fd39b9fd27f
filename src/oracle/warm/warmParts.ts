/** The parts of a property, each with a warm one if its runner can be kept running. */
import type { Content } from '../content';
import type { Part } from '../oracle';
import { overlay } from '../places/overlay';
import type { ChangedFile, Target } from '../places/place';
import type { OracleCommand } from '../processes/command';
import type { StreamName } from '../processes/output';
import type { Starter } from '../processes/starter';
import { openTester, type Ran, type TestCounts } from '../tester';
import { warmed, type Warm } from './warmPart';
import { warmStarter, type WarmStarter } from './warmStarter';

/** A part that runs a command in a copy of the workspace. */
export interface ColdPart {
  readonly part: Part;
  readonly command: OracleCommand;
  /** Other files of the workspace. */
  readonly changes?: readonly ChangedFile[];
  /** Does the property hold, by what a run of the command has said? */
  judges(ran: Ran, content: Content): boolean;
}

/** Runners that are kept running for all parts. */
export interface WarmParts {
  /** This content is known to hold. */
  trust(content: Content): void;
  /** Does it hold in the runners, whatever they have said before? Undefined if one has no answer. */
  again(content: Content, timeoutMs: number, signal: AbortSignal): Promise<boolean | undefined>;
}

export interface Parts {
  /** In the order of the cold ones; `quick` refuses what `sure` need not test then, `believed` is the runner alone. */
  readonly parts: readonly { readonly quick?: Part; readonly sure: Part; readonly believed?: Part }[];
  /** Unset if a part has no warm runner. */
  readonly warm?: WarmParts;
  /** Ends all warm runners. */
  close(): void;
}

const streams: ReadonlySet<StreamName> = new Set(['stdout', 'stderr']);

/** `counts`: to be added to; `giveUp` is told, once, the runner that was wrong too often. */
export function warmParts(
  cold: readonly ColdPart[],
  target: Target,
  counts: TestCounts,
  giveUp: (runner: string) => void,
): Parts {
  const warm: ReturnType<typeof warmed>[] = [];
  const givenUp = new Set<string>();
  const parts = cold.map((one) => {
    const { warm: runner } = one.command;
    if (runner === undefined) return { sure: one.part };
    const both = warmed(
      one.part,
      () => opened(one, runner, target, counts),
      () => {
        if (!givenUp.has(runner)) giveUp(runner);
        givenUp.add(runner);
      },
    );
    warm.push(both);
    return both;
  });
  const close = () => warm.forEach((one) => one.close());
  return { parts, close, ...(warm.length === parts.length && { warm: together(warm) }) };
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

/** Throws `SandboxError`. */
async function opened(
  { command, changes, judges }: ColdPart,
  runner: string,
  target: Target,
  counts: TestCounts,
): Promise<Warm> {
  let starter: WarmStarter | undefined;
  const through = (base: Starter) => (starter = warmStarter(runner, base));
  const tester = await openTester(overlay, { ...target, changes: changes ?? target.changes }, counts, through);
  return {
    tester,
    starter: starter!,
    async holds(content, timeoutMs, signal) {
      const ran = await tester.run({ command, content, timeoutMs, keep: streams, signal });
      return ran.timedOut || ran.signal !== undefined ? undefined : judges(ran, content);
    },
  };
}
