/**
 * The external passes of one run: programs or functions, asked one question at a time, and left out once they fail. A program is started once
 * and asked by JSON lines on its standard input. It leads a process group of its own and carries the mark of the run, so that nothing of it
 * is left. All of an answer is checked because it comes from outside.
 */
import { type ChildProcessWithoutNullStreams, type StdioOptions, spawn } from 'node:child_process';
import { basename } from 'node:path';
import { createInterface } from 'node:readline';
import * as l10n from '@vscode/l10n';
import { failureLine } from './judging/failureLine';
import { toldError } from './functions/propertyFunction';
import { attempt, removeStubborn } from './platform/files';
import { platform } from './platform/platform';
import { leashed, signals } from './platform/processes';
import { leading, shellOf } from './platform/shells';
import { killTest, variablesOf } from './processes/escapees';
import { oneAtATime } from './processes/run';
import { openRunRoot } from './sandbox';

/** Replaces `start`…`end` of a text by `text`, or deletes it. */
export interface ProposedEdit {
  /** UTF-16 code units. */
  readonly start: number;
  readonly end: number;
  readonly text?: string;
}

/** Edits that are made together. */
export interface Proposal {
  readonly edits: readonly ProposedEdit[];
}

export interface PassQuestion {
  /** The whole text. */
  readonly text: string;
  /** The id of its grammar; null without one. */
  readonly language: string | null;
  /** The number, from 0, of the proposal that led to this text; unset for the first text of a round. */
  readonly held?: number;
}

/**
 * Proposes edits of a text, the most promising first. Whittle tests them in this order, takes the first that keeps the bug, and asks
 * again with the new text.
 *
 * The same text must always get the same proposals.
 */
export type PassFunction = (question: PassQuestion) => readonly Proposal[] | Promise<readonly Proposal[]>;

/** A shell line, and where it runs; or a function. */
export type PassSource = { readonly line: string; readonly cwd: string } | { readonly call: PassFunction };

export interface Pass {
  /** For people. */
  readonly name: string;
  /** Rejects with `PassError`. */
  propose(question: PassQuestion): Promise<readonly Proposal[]>;
}

/** The pass is not asked any more; the message is one sentence with the remedy. */
class PassError extends Error {}

/** For one answer, ms. */
const usualPatience = 60_000;
/** Bytes of one answer. */
const longestAnswer = 64 * 1024 * 1024;
/** For one text, and characters of the last words. */
const [mostProposals, longestTail] = [100_000, 500];
const stdio: StdioOptions = ['pipe', 'pipe', 'pipe', 'ipc'];
/** The end of an answer. */
const last = '{"end":true}';

/** `onFailure` is told once of each pass that is left out; `patience`: ms. `close` ends all processes and removes all files, at once. Throws `SandboxError`. */
export async function openPasses(
  sources: readonly PassSource[],
  { onFailure, patience = usualPatience }: { onFailure(problem: Error): void; readonly patience?: number },
) {
  const root = sources.some((source) => 'line' in source) ? await openRunRoot() : '';
  let closed = false;
  const tell = (problem: PassError) => {
    if (!closed) onFailure(problem);
  };
  const all = sources.map((source, number) => opened(source, { root, number, patience }, tell));
  return {
    passes: all.map(({ name, propose }): Pass => ({ name, propose })),
    close() {
      closed = true;
      for (const { kill } of all) kill();
      if (root !== '') removeStubborn(root);
    },
  };
}

export const toldPass = (source: PassSource) => ('line' in source ? source.line : source.call.name || 'function');

/** `number`: of the pass, in the run with this root. */
type Around = Readonly<{ root: string; number: number; patience: number }>;

/** One question at a time, each within the time. After a failure there are no answers, and no process. */
function opened(source: PassSource, around: Around, tell: (problem: PassError) => void) {
  const name = toldPass(source);
  let fail!: (problem: PassError) => void;
  const failed = new Promise<never>((_, refuse) => (fail = refuse));
  const { ask, kill } = 'line' in source ? startProgram(source, around, fail) : functionPass(name, source.call);
  failed.catch((problem: PassError) => {
    kill();
    tell(problem);
  });
  const askInTime = async (question: PassQuestion) => {
    await Promise.race([failed, undefined]);
    const timer = setTimeout(() => fail(tooMuch(name, around.patience)), around.patience);
    const answer = ask(question);
    answer.catch(fail);
    return Promise.race([failed, answer]).finally(() => clearTimeout(timer));
  };
  return { name, kill, propose: oneAtATime(askInTime) };
}

interface Asking {
  /** Rejects with `PassError`, or there is no answer after a failure. */
  ask(question: PassQuestion): Promise<readonly Proposal[]>;
  /** Ends it at once, with all that it has started. */
  kill(): void;
}

function functionPass(name: string, call: PassFunction): Asking {
  return {
    async ask(question) {
      try {
        const answer: unknown = await call(question);
        if (!Array.isArray(answer)) throw new Error(String(answer));
        const proposals = answer.map((one) => proposalOf(one, question.text.length));
        const wrong = proposals.indexOf(undefined);
        if (wrong >= 0) throw new Error(JSON.stringify(answer[wrong]) ?? String(answer[wrong]));
        return proposals as Proposal[];
      } catch (error) {
        throw leftOut(name, toldError(error, 'message'));
      }
    },
    kill: () => undefined,
  };
}

function startProgram(
  { line: name, cwd }: Extract<PassSource, { line: string }>,
  { root, number, patience }: Around,
  fail: (problem: PassError) => void,
): Asking {
  const mark = { run: basename(root), test: number };
  const words = shellOf(undefined).words(name);
  const [program, ...args] = leashed(words);
  const how = { cwd, env: { ...process.env, ...variablesOf(mark, root) }, ...leading(words), stdio };
  const child = spawn(program, args, how) as ChildProcessWithoutNullStreams;
  let leader = child.pid;
  let [said, length, tail] = [0, 0, ''];
  let proposals: Proposal[] = [];
  let answered: (proposals: readonly Proposal[]) => void = () => undefined;
  const refuse = () => fail(tooMuch(name, patience));
  const hear = (line: string) => {
    const value = attempt<unknown>(() => JSON.parse(line), undefined);
    if ((value as { readonly end?: unknown } | undefined | null)?.end === true) return answered(proposals);
    const proposal = proposalOf(value, length);
    if (!proposal) fail(strange(name, line));
    else if (proposals.push(proposal) > mostProposals) refuse();
  };
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.length) > longestAnswer && refuse());
  createInterface({ input: child.stdout }).on('line', (line) => line.trim() && hear(line.trim()));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => void (tail = (tail + chunk).slice(-longestTail)));
  child.stdin.on('error', () => undefined);
  child.on('error', ({ message }) => fail(endedEarly(name, message)));
  child.on('close', (code, signal) => {
    const said = failureLine({ stderr: tail, stdout: '' })?.line.trim() ?? tail.trim().split('\n').at(-1);
    fail(endedEarly(name, `${code ?? signal}${said ? `: ${said}` : ''}`));
  });
  return {
    ask: (question) =>
      new Promise((resolve) => {
        [said, length, proposals, answered] = [0, question.text.length, [], resolve];
        child.stdin.write(`${JSON.stringify(question)}\n`);
      }),
    kill() {
      // Later its number may be that of another group.
      if (leader !== undefined) platform.signalGroup(leader, signals.kill);
      leader = undefined;
      killTest(mark);
    },
  };
}

/** A proposal for a text of this length, its edits in order; undefined if it is none. */
function proposalOf(value: unknown, length: number): Proposal | undefined {
  const edits: unknown = (value as Partial<Proposal> | null | undefined)?.edits;
  if (!Array.isArray(edits) || !edits.every(isEdit)) return undefined;
  const sorted = edits.map(({ start, end, text }) => ({ start, end, text })).sort((a, b) => a.start - b.start);
  const ends = [0, ...sorted.map(({ end }) => end)];
  const isApart = sorted.every(({ start, end }, at) => ends[at] <= start && start <= end && end <= length);
  return isApart ? { edits: sorted } : undefined;
}

function isEdit(value: unknown): value is ProposedEdit {
  const { start, end, text } = (value ?? {}) as Partial<ProposedEdit>;
  return Number.isSafeInteger(start) && Number.isSafeInteger(end) && ['string', 'undefined'].includes(typeof text);
}

function strange(pass: string, said: string): PassError {
  return new PassError(
    l10n.t(
      'The pass {0} is left out because it said "{1}": each line of an answer must be like {2}, its edits must not overlap or leave the text (count UTF-16 units from 0), and the last line must be {3}.',
      ...[pass, said.length > 80 ? `${said.slice(0, 80)}…` : said],
      ...['{"edits":[{"start":0,"end":4,"text":""}]}', last],
    ),
  );
}

function leftOut(pass: string, said: string): PassError {
  return new PassError(
    l10n.t(
      'The pass {0} is left out ({1}): it must return a list like {2}, whose edits do not overlap or leave the text (count UTF-16 units from 0).',
      ...[pass, said, '[{ edits: [{ start: 0, end: 4, text: "" }] }]'],
    ),
  );
}

/** `patience`: ms. */
function tooMuch(pass: string, patience: number): PassError {
  return new PassError(
    l10n.t(
      'The pass {0} is left out because its answer took more than {1} s or was too long: let it propose the best edits only, and end each answer with {2}.',
      ...[pass, patience / 1000, last],
    ),
  );
}

/** `end`: its exit code or signal, and its last words. */
function endedEarly(pass: string, end: string): PassError {
  return new PassError(
    l10n.t('The pass {0} is left out because it ended ({1}): it must answer until its input ends.', pass, end),
  );
}
