/** Starts commands: each leads a process group of its own, so that all of it can be ended. */
import * as l10n from '@vscode/l10n';
import { closeSync, openSync } from 'node:fs';
import { execa } from 'execa';
import { patiently } from '../platform/files';
import { leading } from '../platform/shells';
import { traits } from '../platform/traits';

/** Paths; a stream without one is empty or dropped. Output is appended to its file. */
export interface StreamFiles {
  readonly stdin?: string;
  readonly stdout?: string;
  readonly stderr?: string;
}

export interface Order {
  /** A program and its arguments. */
  readonly words: readonly string[];
  readonly cwd: string;
  /** All variables. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly files: StreamFiles;
  /** Most memory of all that it starts, bytes; 0 or unset: no limit. */
  readonly memoryBytes?: number;
}

export interface End {
  /** Undefined if a signal ended the command. */
  readonly exitCode: number | undefined;
  /** The signal that ended the command, if one did. */
  readonly signal?: string;
  /** It was ended, as it took too much memory. */
  readonly outgrew?: boolean;
  /** Processor time, ms, if nothing else ran beside it and the system tells. */
  readonly cpuMs?: number;
}

/** A command that runs. */
export interface Leader {
  /** Process id of the leader, and of its group. */
  readonly leader: number;
  readonly ended: Promise<End>;
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
const passing = /^(?:EAGAIN|EBUSY|EMFILE|ENFILE|ENOMEM|ETXTBSY|UNKNOWN)$/;

/** ms */
const patience = 3000;

/** Tries for three seconds if the system has no room at the moment. Throws `CannotStart`. */
export function start(order: Order): Promise<Leader> {
  const isPassing = (error: unknown) => passing.test(String((error as NodeJS.ErrnoException).code));
  return patiently(() => startNow(order), isPassing, patience);
}

async function startNow({ words: [program, ...args], cwd, env, files }: Order): Promise<Leader> {
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
    if (child.pid !== undefined) return { leader: child.pid, ended: endOf(child) };
    const { originalMessage, code } = await child;
    throw new CannotStart(whyNot(cwd, originalMessage), code);
  } finally {
    for (const file of opened) closeSync(file);
  }
}

function whyNot(cwd: string, message: string | undefined): string {
  if (cwd.length <= traits.longestDirectory) return message ?? l10n.t('unknown error');
  return l10n.t('the path of its directory is too long for this system: {0}', cwd);
}

async function endOf(child: PromiseLike<Partial<End>>): Promise<End> {
  const { exitCode, signal } = await child;
  return { exitCode, signal };
}
