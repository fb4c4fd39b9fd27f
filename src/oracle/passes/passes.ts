/**
 * The external passes of one run: programs or functions, asked one question at a time, and left out once they fail. A program is started once
 * and asked by JSON lines on its standard input. It leads a process group of its own and carries the mark of the run, so that nothing of it
 * is left.
 */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { basename } from 'node:path';
import { toldError } from '../functions/propertyFunction';
import { platform } from '../platform/platform';
import { leashed, signals } from '../platform/processes';
import { leading, shellOf } from '../platform/shells';
import { killTest, variablesOf } from '../processes/escapees';
import { oneAtATime } from '../processes/inTime';
import { removeStubborn } from '../remove';
import { openRunRoot } from '../sandbox';
import {
  PassError,
  type PassQuestion,
  type Proposal,
  endedEarly,
  lineOf,
  mostProposals,
  proposalOf,
  strange,
  tooMuch,
  tooSlow,
} from './answers';

/** A shell line, and where it runs. */
interface PassCommand {
  readonly line: string;
  readonly cwd: string;
}

interface PassProgram {
  /** One question at a time. Rejects with `PassError`. */
  ask(question: PassQuestion): Promise<readonly Proposal[]>;
  /** Ends it at once, with all that it has started. */
  kill(): void;
}

/** Characters of one answer. */
const longestAnswer = 64 * 1024 * 1024;

/** Characters of the last words. */
const longestTail = 500;

/** A question that waits for its answer. */
interface Waiting {
  readonly length: number;
  readonly proposals: Proposal[];
  readonly answered: (proposals: readonly Proposal[]) => void;
}

/** `root`: the run root; `number`: of the pass in the run. `fail` is told why it cannot be used any more, perhaps several times. */
function startPass(
  command: PassCommand,
  root: string,
  number: number,
  fail: (problem: PassError) => void,
): PassProgram {
  const { line: name } = command;
  const { child, kill, lastLine } = programOf(command, root, number);
  let waiting: Waiting | undefined;
  let [rest, said] = ['', 0];
  const hear = (line: string) => {
    const value = lineOf(name, line);
    if (!waiting) throw strange(name, line);
    const { proposals, answered, length } = waiting;
    if (value === undefined) {
      waiting = undefined;
      answered(proposals);
    } else if (proposals.push(proposalOf(name, value, length)) > mostProposals) throw tooMuch(name);
  };
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    if ((said += chunk.length) > longestAnswer) return fail(tooMuch(name));
    rest += chunk;
    if (!chunk.includes('\n')) return;
    const lines = rest.split('\n');
    rest = lines.pop()!;
    try {
      for (const line of lines.map((one) => one.trim())) if (line !== '') hear(line);
    } catch (problem) {
      fail(problem as PassError);
    }
  });
  child.stdin.on('error', () => undefined);
  child.on('error', ({ message }) => fail(endedEarly(name, message)));
  child.on('close', (code, signal) => fail(endedEarly(name, [code ?? signal, ...lastLine()].join(': '))));
  return {
    kill,
    ask: (question) =>
      new Promise((answered) => {
        said = 0;
        waiting = { length: question.text.length, proposals: [], answered };
        child.stdin.write(`${JSON.stringify(question)}\n`);
      }),
  };
}

function programOf({ line, cwd }: PassCommand, root: string, number: number) {
  const mark = { run: basename(root), test: number };
  const words = shellOf(undefined).words(line);
  const [program, ...args] = leashed(words);
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, ...variablesOf(mark, root) },
    ...leading(words),
    stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
  }) as ChildProcessWithoutNullStreams;
  let leader = child.pid;
  let tail = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => void (tail = (tail + chunk).slice(-longestTail)));
  return {
    child,
    /** Of its errors, if there is one. */
    lastLine: () => tail.trim().split('\n').slice(-1).filter(Boolean),
    kill() {
      // Later its number may be that of another group.
      if (leader !== undefined) platform.signalGroup(leader, signals.kill);
      leader = undefined;
      killTest(mark);
    },
  };
}

/**
 * Proposes edits of a text, the most promising first. Whittle tests them in this order, takes the first that keeps the bug, and asks
 * again with the new text.
 *
 * The same text must always get the same proposals.
 */
export type PassFunction = (question: PassQuestion) => readonly Proposal[] | Promise<readonly Proposal[]>;

export type PassSource = PassCommand | { readonly call: PassFunction };

export interface Pass {
  /** For people. */
  readonly name: string;
  /** Rejects with `PassError`. */
  propose(question: PassQuestion): Promise<readonly Proposal[]>;
}

/** For one answer, ms. */
const usualPatience = 60_000;

interface Told {
  /** Told once of each pass that is left out. */
  onFailure(problem: PassError): void;
  readonly patience?: number;
}

/** `close` ends all processes and removes all files, at once. Throws `SandboxError`. */
export async function openPasses(sources: readonly PassSource[], { onFailure, patience = usualPatience }: Told) {
  const root = sources.some((source) => 'line' in source) ? await openRunRoot() : undefined;
  const kills: (() => void)[] = [];
  let closed = false;
  const tell = (problem: PassError) => {
    if (!closed) onFailure(problem);
  };
  const passes = sources.map((source, number): Pass => {
    const program = (fail: (problem: PassError) => void): PassProgram =>
      'line' in source ? startPass(source, root!, number, fail) : { ask: asking(source.call), kill: () => undefined };
    const { propose, kill } = guarded(toldPass(source), program, patience, tell);
    kills.push(kill);
    return { name: toldPass(source), propose };
  });
  return {
    passes,
    close() {
      closed = true;
      for (const kill of kills) kill();
      if (root !== undefined) removeStubborn(root);
    },
  };
}

/** The shell line, or the name of the function. */
export function toldPass(source: PassSource): string {
  return 'line' in source ? source.line : source.call.name || 'function';
}

function asking(call: PassFunction): PassProgram['ask'] {
  return async (question) => {
    const name = toldPass({ call });
    try {
      const proposals = await call(question);
      return proposals.map((proposal) => proposalOf(name, proposal, question.text.length));
    } catch (error) {
      throw error instanceof PassError ? error : endedEarly(name, toldError(error, 'message'));
    }
  };
}

/** One question at a time, each within the time. After a failure there are no answers, and no process. */
function guarded(
  name: string,
  open: (fail: (problem: PassError) => void) => PassProgram,
  patience: number,
  tell: (problem: PassError) => void,
) {
  let problem: PassError | undefined;
  let fail!: (problem: PassError) => void;
  const failed = new Promise<never>((_, refuse) => (fail = refuse));
  const program = open(fail);
  failed.catch((reason: PassError) => {
    problem = reason;
    program.kill();
    tell(reason);
  });
  const askInTime = async (question: PassQuestion) => {
    if (problem) throw problem;
    const answer = program.ask(question);
    answer.catch(fail);
    const timer = setTimeout(() => fail(tooSlow(name, patience / 1000)), patience);
    return Promise.race([failed, answer]).finally(() => clearTimeout(timer));
  };
  return { kill: () => program.kill(), propose: oneAtATime(askInTime) };
}
