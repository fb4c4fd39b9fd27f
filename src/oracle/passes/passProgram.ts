/**
 * A pass that is a program: started once, asked by JSON lines on its standard input. It leads a process group of its own and carries
 * the mark of the run, so that nothing of it is left.
 */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { basename } from 'node:path';
import { leashed, signals } from '../platform/processes';
import { platform } from '../platform/platform';
import { leading, shellOf } from '../platform/shells';
import { killMarked, markName, markOf } from '../processes/escapees';
import {
  type PassError,
  type PassQuestion,
  type Proposal,
  endedEarly,
  lineOf,
  mostProposals,
  proposalOf,
  strange,
  tooMuch,
} from './answers';

/** A shell line, and where it runs. */
export interface PassCommand {
  readonly line: string;
  readonly cwd: string;
}

/** What belongs to one run: the directory for temporary files, and the number of the pass. */
export interface PassPlace {
  readonly root: string;
  readonly number: number;
}

export interface PassProgram {
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

/** `fail` is told why it cannot be used any more, perhaps several times. */
export function startPass(command: PassCommand, place: PassPlace, fail: (problem: PassError) => void): PassProgram {
  const { line: name } = command;
  const { child, kill } = programOf(command, place);
  let waiting: Waiting | undefined;
  let [rest, tail, said] = ['', '', 0];
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
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => void (tail = (tail + chunk).slice(-longestTail)));
  child.stdin.on('error', () => undefined);
  child.on('error', ({ message }) => fail(endedEarly(name, message)));
  child.on('close', (code, signal) => {
    const lastLine = tail.trim().split('\n').at(-1)!.trim();
    fail(endedEarly(name, `${code ?? signal}${lastLine && `: ${lastLine}`}`));
  });
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

function programOf({ line, cwd }: PassCommand, { root, number }: PassPlace) {
  const run = basename(root);
  const words = shellOf(undefined).words(line);
  const [program, ...args] = leashed(words);
  const ours = { TMPDIR: root, TMP: root, TEMP: root, [markName]: markOf({ run, test: number }) };
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, ...ours },
    ...leading(words),
    stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
  }) as ChildProcessWithoutNullStreams;
  let leader = child.pid;
  return {
    child,
    kill() {
      // Later its number may be that of another group.
      if (leader !== undefined) platform.signalGroup(leader, signals.kill);
      leader = undefined;
      killMarked((one) => one.run === run && one.test === number);
    },
  };
}
