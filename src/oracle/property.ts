/**
 * What is tested of a candidate: one command, or several that must all hold (a test-suite, a build and a run). Each of them is an
 * oracle and gets the candidate in a fresh place; the one that says no most often for its time runs first, and the others need
 * not run then. Guards are further parts, the same command with other sources around the candidate: with the sources of a passing revision
 * the test must pass; with sources that throw it must fail in another way.
 */
import { type Content, contentKey } from './content';
import { failsBehind, testPasses } from './judging/failureRule';
import type { Demand } from './judging/evidence';
import { type Repeat, once } from './judging/repeat';
import { type VerdictRule, exitZero, inTurn, judgeOf } from './judging/rule';
import {
  type FullAnswer,
  type JudgedCommand,
  type Oracle,
  type Asked,
  type Part,
  allOf,
  oracleOf,
  remembered,
} from './oracle';
import { overlay } from './places/overlay';
import type { ChangedFile, Placement, Target } from './places/place';
import { defaultPlacement } from './places/registry';
import type { OracleCommand } from './processes/command';
import type { Layer } from './processes/starter';
import { type Ran, type TestCounts, type Tester, openTester } from './tester';
import { type ColdPart, type WarmParts, type Warming, warmParts } from './warm/warmParts';

export interface PropertyOptions extends Target {
  readonly commands: readonly JudgedCommand[];
  /** Where candidates go; `copy` if unset. */
  readonly placement?: Placement;
  /** Must allow a candidate as well. */
  readonly guards?: readonly Guard[];
  /** Told when a warm runner was wrong too often and is not asked any more. */
  onCold?(runner: string): void;
}

/** Workers on other machines, on which a property's command runs. */
export interface FarSide {
  /** Tests that can run at once now, at least 1. */
  slots(): number;
  /** Calibrates with one of the workers. Throws what `calibrate` throws with the first, and `ClusterError`. */
  calibratedWith<T>(calibrate: () => Promise<T>, signal: AbortSignal): Promise<T>;
  /** Lets the other workers in, if their verdicts on the original are the same. */
  admit(proof: Proof): void;
  tell(): void;
  /** Leaves nothing of the run there, unless Redis cannot be reached. */
  close(): Promise<void>;
}

/** The calibration, which each worker must repeat. */
export interface Proof {
  readonly input: Content;
  /** Unset if it may well keep the property. */
  readonly empty?: Content;
  /** Wall time of the input's longest run, and the time-out of a test. */
  readonly ms: number;
  readonly timeoutMs: number;
  readonly rule: VerdictRule;
  readonly repeat: Repeat;
}

/** It fails if one part does, else it is unresolved if one is. */
export interface Property extends Part {
  /** What keeps candidates from doing harm; unset if they run elsewhere. */
  readonly layer?: Layer;
  /** Unset if the commands run here. */
  readonly far?: FarSide;
  readonly parts: readonly Oracle[];
  readonly counts: TestCounts;
  /** The same without its guards, or by warm runners alone; unset if there are neither. */
  readonly unguarded?: Property['test'];
  /** Unset unless all commands and guards have runners that are kept running. */
  readonly warm?: WarmParts;
  /** What is asked of a candidate if the test is flaky; unset while nothing shows that. */
  readonly demand?: Demand;
  /** The test is flaky: verdicts are given by this from now on. Runners that are kept running end. */
  doubt(demand: Demand): void;
  /** Ends all processes and removes all files, at once. Returns a problem, in one sentence. */
  dispose(): string | undefined;
}

/** Throws `RuleError` and `SandboxError`. */
export async function openProperty(options: PropertyOptions): Promise<Property> {
  const { commands, placement = defaultPlacement, guards = [], onCold = () => undefined } = options;
  for (const { rule } of commands) if (rule) judgeOf(rule);
  const tester = await openTester(placement, options);
  const open: OpenGuard[] = [];
  try {
    for (const guard of guards) open.push(await openGuard(guard, options, tester.counts));
  } catch (error) {
    [tester, ...open.map((guard) => guard.tester)].forEach((one) => one.dispose());
    throw error;
  }
  return propertyOf(tester, commands, open, placement === overlay ? { target: options, giveUp: onCold } : undefined);
}

/** Throws `RuleError`. */
export function propertyOf(
  tester: Tester,
  commands: readonly JudgedCommand[],
  guards: readonly OpenGuard[] = [],
  warming?: Warming,
): Property {
  const parts = commands.map((one) => oracleOf(tester, one));
  const testers = [tester, ...guards.map((guard) => guard.tester)];
  const { parts: both, warm, close } = warmParts([...parts.map(ofCommand), ...guards], tester.counts, warming);
  const all = both.map(({ sure }) => sure);
  const firsts = both.flatMap(({ first }) => first ?? []);
  const isStaged = both.some(({ first, sure }) => first !== sure);
  const { counts } = tester;
  const seen = new Set<string>();
  let demand: Demand | undefined;
  const counted =
    ({ test }: Pick<Oracle, 'test'>): Property['test'] =>
    (content, ...rest) => {
      counts.candidates = seen.add(contentKey(content)).size;
      return test(content, ...rest);
    };
  return {
    ...{ parts, counts, warm, layer: tester.layer },
    test: counted(allOf(all)),
    unguarded: isStaged ? counted(allOf(firsts)) : undefined,
    get demand() {
      return demand;
    },
    doubt(next) {
      demand = next;
      close();
      for (const part of parts) part.doubt(next);
    },
    forgetTimeouts: () => all.forEach((part) => part.forgetTimeouts()),
    dispose() {
      close();
      return testers.map((one) => one.dispose()).find((problem) => problem !== undefined);
    },
  };
}

/** One run that fails is no answer if several are wanted. */
function ofCommand(part: Oracle): ColdPart {
  const command = part.repeat.runs > 1 ? { ...part.command, warm: undefined } : part.command;
  const judges: ColdPart['judges'] = ({ status, said }, content) =>
    judgeOf(part.rule)(status, said, content) === 'holds';
  return { part, command, judges };
}

/** Runs each command once in any case until one says no. Gives what that one did; else what one without an answer did, or the last. */
export async function observeAll({ parts }: Pick<Property, 'parts'>, ...question: Asked): Promise<FullAnswer> {
  let found: FullAnswer | undefined;
  for (const part of parts) {
    const answer = await part.observe(...question);
    if (answer.verdict === 'fails') return answer;
    if (found?.verdict !== 'unresolved') found = answer;
  }
  return found!;
}

export interface Guard {
  /**
   * `passes`: it ends with 0, and if its report is known, at least one test passed. `past`: it passes, or fails behind the failing
   * statement. `differs`: the failure is not the same one. `holds`: it is.
   */
  readonly kind: 'passes' | 'past' | 'differs' | 'holds';
  /** For messages and the journal: `passes at HEAD~1 (1a2b3c4)`. */
  readonly name: string;
  readonly command: OracleCommand;
  /** Of the candidate's failure. */
  readonly rule: VerdictRule;
  /** To the sources. */
  readonly changes: readonly ChangedFile[];
}

type OpenGuard = ColdPart & { readonly tester: Tester };

/** Throws `SandboxError`. */
export async function openGuard(guard: Guard, target: Target, counts?: TestCounts): Promise<OpenGuard> {
  const { command, kind, rule, name } = guard;
  const changes = [...guard.changes, ...(target.changes ?? [])];
  const tester = await openTester(overlay, { ...target, changes }, counts);
  const judge = judgeOf(rule);
  const judges = ({ status, said, timedOut }: Ran, content: Content) => {
    const { failure } = rule;
    if (kind === 'passes' || kind === 'past') {
      const passes = testPasses(status, said, failure?.runner);
      return !timedOut && (passes || (kind === 'past' && failure !== undefined && failsBehind(failure, said, content)));
    }
    if (kind === 'holds') return !timedOut && judge(status, said, content) === 'holds';
    // Sources that throw may well keep the test from ending.
    return timedOut || judge(status, said, content) !== 'holds';
  };
  const part = remembered(async ([content, timeoutMs, signal]) => {
    const ran = await tester.run({ command, content, timeoutMs, signal });
    const { ms, timedOut } = ran;
    if (await inTurn(signal, () => judges(ran, content))) return { verdict: 'holds', ms };
    return { verdict: 'fails', ms, stage: name, ...(timedOut && { timedOut }) };
  });
  const forgetTimeouts = () => part.forget(({ timedOut }) => timedOut);
  return { part: { ...part, forgetTimeouts }, command, changes, guard: name, judges, tester };
}

/**
 * The name of an oracle, under which its verdicts are kept: command, directory, environment, rule and repetition, as one string; equal oracles
 * have equal ones. A module is named by its bytes, a function by its text: neither tells what else it uses.
 */
export function oracleIdentity({ command, rule = exitZero, repeat = once }: JudgedCommand): string {
  const { invocation, cwd, env = {}, stdin = false } = command;
  const variables = Object.entries(env).sort(([a], [b]) => (a < b ? -1 : 1));
  const { exit, match = [], noMatch = [] } = rule;
  const codes = exit && [Boolean(exit.not), [...new Set(exit.codes)].sort((a, b) => a - b)];
  const plain = (_key: string, value: unknown) => (typeof value === 'function' ? String(value) : value);
  return JSON.stringify([invocation, cwd, variables, stdin, codes, match, noMatch, repeat], plain);
}
