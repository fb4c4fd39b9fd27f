/** Processes on Linux: all that is to be known is in /proc. Where there is none, nothing is found. */
import { closeSync, openSync, readSync, writeSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { attempt } from './files';
import { isolate } from './namespaces';
import { groups, markName, type Platform } from './processes';

/** Bytes. */
const largestUnmarked = 1 << 23;
/** Bytes; larger on a few machines, where the limit is so much higher. */
const pageSize = 4096;

export const linux: Platform = {
  ...groups,
  isolate,
  marked() {
    const found: { pid: number; mark: string }[] = [];
    // The youngest first: what forks to get away has the highest pid.
    for (const pid of pids().reverse()) {
      const mark = markOf(pid);
      if (mark !== undefined && isOurs(pid)) found.push({ pid, mark });
    }
    return found;
  },
  startOf(pid) {
    const fields = fieldsOf(String(pid));
    if (!fields) return undefined;
    // Field 22 is the start in clock ticks since the system was booted.
    return 'ZX'.includes(fields[0]) ? 'ended' : `${contentOf('/proc/sys/kernel/random/boot_id')} ${fields[19]}`;
  },
  childrenMs() {
    const fields = fieldsOf('self');
    // Fields 16 and 17, in clock ticks of 10 ms.
    return fields && 10 * (Number(fields[13]) + Number(fields[14]));
  },
  memoryOf(leader, mark) {
    // Whoever has left the group carries the mark; it is only looked for where it matters.
    const hasMark = (pid: number) => isOurs(pid) && markOf(pid) === mark;
    const bytesOf = (pid: number) => {
      // Fields 5 and 24: the group, and the pages in memory.
      const fields = fieldsOf(String(pid)) ?? [];
      const bytes = pageSize * Number(fields[21] ?? 0);
      const isIts = leader === undefined ? ![1, process.pid].includes(pid) : Number(fields[2]) === leader;
      return isIts || (leader !== undefined && bytes > largestUnmarked && hasMark(pid)) ? bytes : 0;
    };
    return pids().reduce((sum, pid) => sum + bytesOf(pid), 0);
  },
  pidSpace,
  isWritten: (mark) =>
    pids().some(
      (pid) => pid !== process.pid && attempt(() => readdirSync(`/proc/${pid}/fd`), []).some(isWriting(pid, mark)),
    ),
  isInForeground() {
    // Fields 5 and 8: the group of the process, and the one that has its terminal.
    const fields = fieldsOf('self');
    return fields !== undefined && fields[2] === fields[5];
  },
  // Not everywhere may a process write to its own memory like that.
  hide: (name) => attempt(() => overwrite(Buffer.from(`${name}=`)), undefined),
  machine: () => [hostname(), contentOf('/etc/machine-id'), pidSpace()].join(' '),
};

/** "pid (name) state …": the fields from the third on, the state. A name may hold anything. */
function fieldsOf(pid: string): string[] | undefined {
  const stat = contentOf(`/proc/${pid}/stat`)?.toString('latin1');
  return stat ? stat.slice(stat.lastIndexOf(')') + 2).split(' ') : undefined;
}

function pids(): number[] {
  const names = attempt(() => readdirSync('/proc'), []);
  return names.map(Number).filter(Boolean);
}

function isWriting(pid: number, mark: string): (file: string) => boolean {
  return (file) => {
    if (!attempt(() => readlinkSync(`/proc/${pid}/fd/${file}`), '').includes(mark)) return false;
    // Octal, as of open(2): 0 is to read only.
    const flags = /^flags:\s*(\d+)/m.exec(String(contentOf(`/proc/${pid}/fdinfo/${file}`)))?.[1] ?? '0';
    return (Number.parseInt(flags, 8) & 3) !== 0;
  };
}

/** As it was when the process was started. Undefined also if we may not know. */
function markOf(pid: number): string | undefined {
  const environment = contentOf(`/proc/${pid}/environ`);
  if (!environment) return undefined;
  const [first] = values(environment, Buffer.from(`${markName}=`));
  return first && environment.toString('latin1', first.at, first.at + first.length);
}

/** /proc shows the environment from the memory of the process: that is where its value goes. */
function overwrite(assignment: Buffer): void {
  // Fields 50 and 51 are where the environment begins and ends.
  const [start, end] = (fieldsOf('self') ?? []).slice(47, 49).map(Number);
  const memory = openSync('/proc/self/mem', 'r+');
  try {
    const environment = Buffer.alloc(end - start);
    readSync(memory, environment, 0, environment.length, start);
    for (const { at, length } of values(environment, assignment)) {
      writeSync(memory, Buffer.alloc(length), 0, length, start + at);
    }
  } finally {
    closeSync(memory);
  }
}

/** Where the values of a variable are. */
function values(environment: Buffer, assignment: Buffer): { at: number; length: number }[] {
  const found: { at: number; length: number }[] = [];
  for (let at = environment.indexOf(assignment); at >= 0; at = environment.indexOf(assignment, at + 1)) {
    if (at > 0 && environment[at - 1] !== 0) continue;
    const from = at + assignment.length;
    const end = environment.indexOf(0, from);
    found.push({ at: from, length: (end < 0 ? environment.length : end) - from });
  }
  return found;
}

/** Whoever may read all environments still answers only for the own processes. */
function isOurs(pid: number): boolean {
  return attempt(() => statSync(`/proc/${pid}`).uid === process.getuid?.(), false);
}

function pidSpace(): string {
  return attempt(() => readlinkSync('/proc/self/ns/pid'), '');
}

const contentOf = (path: string): Buffer | undefined => attempt(() => readFileSync(path), undefined);
