/**
 * Starts commands, each as the leader of a process group of its own, and answers for what they start: it ends a test that takes too much
 * memory, and what is left of a test that has ended. This process does it, or a launcher (`launcher.ts`), which may be alone in a PID
 * namespace: then whatever runs there belongs to its test.
 */
import { closeSync, openSync } from 'node:fs';
import { totalmem } from 'node:os';
import * as l10n from '@vscode/l10n';
import { execa } from 'execa';
import { attempt, hasCode, patiently } from '../platform/files';
import { platform } from '../platform/platform';
import { markName, signals } from '../platform/processes';
import { leading } from '../platform/shells';
import { traits } from '../platform/traits';

export interface Order {
  readonly words: readonly string[];
  readonly cwd: string;
  /** All variables. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Paths; a stream without one is empty or dropped. Output is appended to its file. */
  readonly files: Readonly<Partial<Record<'stdin' | 'stdout' | 'stderr', string>>>;
  /** Most memory of all that it starts, bytes; 0 or unset: no limit. */
  readonly memoryBytes?: number;
}

export interface End {
  /** Undefined if a signal ended the command. */
  readonly exitCode: number | undefined;
  readonly signal?: string;
  /** It was ended, as it took too much memory. */
  readonly outgrew?: boolean;
  /** Processor time, ms, if nothing else ran beside it and the system tells. */
  readonly cpuMs?: number;
}

/** The command could not be started at all: its program or directory is missing, or the system had no room for three seconds. */
export class CannotStart extends Error {
  /** `code`: the system's, if it gave one. */
  constructor(
    message: string,
    readonly code?: string,
  ) {
    super(message);
  }
}

/** Too many processes, too little memory, or a program that another one has just open, a virus scanner for example (UNKNOWN on Windows). */
const passing = ['EAGAIN', 'EBUSY', 'EMFILE', 'ENFILE', 'ENOMEM', 'ETXTBSY', 'UNKNOWN'];
/** ms */
const patience = 3000;

/** Tries for three seconds if the system has no room at the moment. Throws `CannotStart`. */
export function start(order: Order): ReturnType<typeof startNow> {
  const isPassing = (error: unknown) => hasCode(error, ...passing);
  return patiently(() => startNow(order), isPassing, patience);
}

/** Its process id is also that of its group. */
async function startNow({ words: [program, ...args], cwd, env, files }: Order) {
  const opened: number[] = [];
  // execa takes any descriptor; its types stop at 9.
  const open = (path: string | undefined, flags: string) => {
    if (path === undefined) return 'ignore';
    opened.push(openSync(path, flags));
    return opened.at(-1) as 3;
  };
  try {
    const child = execa(program, args, {
      cwd,
      env,
      extendEnv: false,
      stdin: open(files.stdin, 'r'),
      stdout: open(files.stdout, 'a'),
      stderr: open(files.stderr, 'a'),
      ...leading([program, ...args]),
      cleanup: false,
      reject: false,
    });
    const ended = child.then(({ exitCode, signal }): End => ({ exitCode, signal }));
    if (child.pid !== undefined) return { leader: child.pid, ended };
    const { originalMessage, code } = await child;
    const isLong = cwd.length > traits.longestDirectory;
    const tooLong = l10n.t('the path of its directory is too long for this system: {0}', cwd);
    throw new CannotStart(isLong ? tooLong : (originalMessage ?? l10n.t('unknown error')), code);
  } finally {
    for (const file of opened) closeSync(file);
  }
}

/** What starts commands; it throws `CannotStart`. `alone`: no process of others can be seen or ended from here. */
export function supervisor(alone = false): typeof start {
  let running = 0;
  return async (order) => {
    const [since, before] = [Date.now(), platform.childrenMs()];
    let isFirst = ++running === 1;
    const { leader, ended } = await start(order).catch((error: unknown) => {
      running--;
      throw error;
    });
    const mark = order.env[markName] ?? '';
    let outgrew = false;
    const used = () => platform.memoryOf(alone ? undefined : leader, mark);
    const release = watchMemory(used, order.memoryBytes || Infinity, () => {
      outgrew = true;
      if (alone) endAll();
      else platform.signalGroup(leader, signals.kill);
    });
    const over = ended.then((end): End => {
      release();
      isFirst &&= running === 1;
      running--;
      if (alone && running === 0) endAll();
      else platform.endRest(leader, mark, since);
      const after = isFirst ? platform.childrenMs() : undefined;
      const cpuMs = after === undefined || before === undefined ? undefined : after - before;
      return { ...end, ...(outgrew && { outgrew }), ...(cpuMs !== undefined && { cpuMs }) };
    });
    return { leader, ended: over };
  };
}

/** Of a PID namespace all but its first process and this one. */
function endAll(): void {
  // Its first process waits for the launcher. Elsewhere, this would end all processes of the user.
  if (process.ppid !== 1 || process.getuid === undefined) return;
  attempt(() => process.kill(-1, signals.kill), false);
}

/** Before the first look at a test and between two, ms; and the share of the time that they may take. */
const usualGap = { first: 500, next: 250 };
const share = 0.05;

/** The limit if none was chosen, bytes: a share of the machine's memory, or of the container's. */
export function usualMemory(): number {
  // 0, or a number beyond all machines, if there is no container.
  const allowed = process.constrainedMemory() || Infinity;
  return 0.5 * Math.min(totalmem(), allowed);
}

/**
 * Until the function that it gives is called, looks at memory now and then: most tests are over before. `used`: bytes, if the system
 * tells; `onTooMuch` is called if they are more than `limit`. A limit that the system enforces (`ulimit -v`) would count memory that is
 * reserved and never used.
 */
function watchMemory(used: () => number | undefined, limit: number, onTooMuch: () => void): () => void {
  if (limit === Infinity) return () => undefined;
  let timer: NodeJS.Timeout;
  const lookAfter = (gap: number) => void (timer = setTimeout(look, gap).unref());
  const look = () => {
    const began = performance.now();
    if ((used() ?? 0) > limit) onTooMuch();
    lookAfter(Math.max(usualGap.next, (performance.now() - began) / share));
  };
  lookAfter(usualGap.first);
  return () => clearTimeout(timer);
}
