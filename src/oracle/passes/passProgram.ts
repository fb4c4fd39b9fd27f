/**
 * A pass that is a program: started once, asked by JSON lines on its standard input. It leads a process group of its own and carries
 * the mark of the run, so that nothing of it is left.
 */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
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
  const hear = (line: string) => {
    const value = lineOf(name, line);
    if (!waiting) throw strange(name, line);
    const { proposals, answered, length } = waiting;
    if (value === undefined) {
      waiting = undefined;
      return answered(proposals);
    }
    if (proposals.push(proposalOf(name, value, length)) > mostProposals) throw tooMuch(name);
  };
  const hearOrFail = (line: string) => {
    try {
      hear(line);
    } catch (problem) {
      fail(problem as PassError);
    }
  };
  const lines = linesOf(child.stdout, longestAnswer, hearOrFail, () => fail(tooMuch(name)));
  const lastLine = lastLineOf(child.stderr);
  child.stdin.on('error', () => undefined);
  child.on('error', ({ message }) => fail(endedEarly(name, message)));
  child.on('close', (code, signal) => fail(endedEarly(name, [code ?? signal, lastLine()].filter(isSaid).join(': '))));
  return {
    kill,
    ask: (question) =>
      new Promise((answered) => {
        lines.begin();
        waiting = { length: question.text.length, proposals: [], answered };
        child.stdin.write(`${JSON.stringify(question)}\n`);
      }),
  };
}

function isSaid(word: unknown): boolean {
  return word !== '';
}

function programOf({ line, cwd }: PassCommand, { root, number }: PassPlace) {
  const run = basename(root);
  const mark = markOf({ run, test: number });
  const words = shellOf(undefined).words(line);
  const [program, ...args] = leashed(words);
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, TMPDIR: root, TMP: root, TEMP: root, [markName]: mark },
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

/** Lines of a stream from outside, as they come: there is a limit to what it may say at once. */
interface Lines {
  /** What it has said so far does not count any more. */
  begin(): void;
}

/** `hear` gets each line without its end. `tooLong` is told when there were more than `most` characters since the last `begin`. */
function linesOf(stream: Readable, most: number, hear: (line: string) => void, tooLong: () => void): Lines {
  let parts: string[] = [];
  let count = 0;
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    if ((count += chunk.length) > most) {
      parts = [];
      return tooLong();
    }
    const [first, ...others] = chunk.split('\n');
    parts.push(first);
    for (const next of others) {
      const line = parts.join('').replace(/\r$/, '');
      parts = [next];
      if (line !== '') hear(line);
    }
  });
  return { begin: () => void (count = 0) };
}

/** The last line that the stream has said. */
function lastLineOf(stream: Readable): () => string {
  let tail = '';
  stream.setEncoding('utf8').on('data', (chunk: string) => void (tail = (tail + chunk).slice(-longestTail)));
  return () => tail.trim().split('\n').at(-1)!.trim();
}

const longestTail = 500;
