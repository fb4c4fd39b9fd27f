/**
 * The external passes of one run: programs or functions, asked one question at a time, and left out once they fail. A program is started once
 * and asked by JSON lines on its standard input. It leads a process group of its own and carries the mark of the run, so that nothing of it
 * is left.
 */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { basename } from 'node:path';
import { createInterface } from 'node:readline';
import { toldError } from '../functions/propertyFunction';
import { platform } from '../platform/platform';
import { leashed, signals } from '../platform/processes';
import { leading, shellOf } from '../platform/shells';
import { killTest, variablesOf } from '../processes/escapees';
import { oneAtATime } from '../processes/run';
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
} from './answers';
import { removeStubborn } from '../platform/files';

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

/** Bytes of one answer. */
const longestAnswer = 64 * 1024 * 1024;

/** Characters of the last words. */
const longestTail = 500;

/** Of the program number `number` of the run whose root is `root`. */
interface Around {
  readonly root: string;
  readonly number: number;
  /** For one answer, ms. */
  readonly patience: number;
  /** Told why it cannot be used any more, perhaps several times. */
  fail(problem: PassError): void;
}

function startPass(command: PassCommand, around: Around): PassProgram {
  const { line: name } = command;
  const { patience, fail } = around;
  const { child, kill, lastLine } = spawned(command, around);
  const refuse = () => fail(tooMuch(name, patience / 1000));
  let hear = (line: string) => fail(strange(name, line));
  let said = 0;
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.length) > longestAnswer && refuse());
  createInterface({ input: child.stdout }).on('line', (line) => line.trim() && hear(line.trim()));
  child.stdin.on('error', () => undefined);
  child.on('error', ({ message }) => fail(endedEarly(name, message)));
  child.on('close', (code, signal) => fail(endedEarly(name, [code ?? signal, ...lastLine()].join(': '))));
  const ask: PassProgram['ask'] = (question) =>
    new Promise((answered, refused) => {
      const proposals: Proposal[] = [];
      const unasked = hear;
      said = 0;
      hear = (line) => {
        try {
          const value = lineOf(name, line);
          if (value !== undefined && proposals.push(proposalOf(name, value, question.text.length)) > mostProposals)
            refuse();
          if (value === undefined) {
            hear = unasked;
            answered(proposals);
          }
        } catch (problem) {
          refused(problem as PassError);
        }
      };
      child.stdin.write(`${JSON.stringify(question)}\n`);
    });
  return { ask, kill };
}

function spawned({ line, cwd }: PassCommand, { root, number }: Around) {
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
  const root = sources.some((source) => 'line' in source) ? await openRunRoot() : '';
  let closed = false;
  const tell = (problem: PassError) => {
    if (!closed) onFailure(problem);
  };
  const all = sources.map((source, number) => guarded(source, { root, number, patience }, tell));
  return {
    passes: all.map(({ name, propose }): Pass => ({ name, propose })),
    close() {
      closed = true;
      for (const { kill } of all) kill();
      if (root !== '') removeStubborn(root);
    },
  };
}

/** The shell line, or the name of the function. */
export function toldPass(source: PassSource): string {
  return 'line' in source ? source.line : source.call.name || 'function';
}

function callPass(name: string, call: PassFunction): PassProgram {
  const ask: PassProgram['ask'] = async (question) => {
    try {
      const proposals = await call(question);
      return proposals.map((proposal) => proposalOf(name, proposal, question.text.length));
    } catch (error) {
      throw error instanceof PassError ? error : endedEarly(name, toldError(error, 'message'));
    }
  };
  return { ask, kill: () => undefined };
}

/** One question at a time, each within the time. After a failure there are no answers, and no process. */
function guarded(source: PassSource, around: Omit<Around, 'fail'>, tell: (problem: PassError) => void) {
  const name = toldPass(source);
  let fail!: (problem: PassError) => void;
  const failed = new Promise<never>((_, refuse) => (fail = refuse));
  const { ask, kill } = 'line' in source ? startPass(source, { ...around, fail }) : callPass(name, source.call);
  failed.catch((problem: PassError) => {
    kill();
    tell(problem);
  });
  const askInTime = async (question: PassQuestion) => {
    await Promise.race([failed, undefined]);
    const timer = setTimeout(() => fail(tooMuch(name, around.patience / 1000)), around.patience);
    const answer = ask(question);
    answer.catch(fail);
    return Promise.race([failed, answer]).finally(() => clearTimeout(timer));
  };
  return { name, kill, propose: oneAtATime(askInTime) };
}
