/** Processes on macOS, as `ps` tells of them; not tested. The environment of the system's own programs is kept from us. */
import { execFileSync } from 'node:child_process';
import { hostname } from 'node:os';
import { signalGroup, type Platform } from './processes';

export const macos: Platform = {
  signalGroup,
  marked(name) {
    const assignment = new RegExp(` ${name}=(\\S*)`);
    // With -E the environment follows the command line.
    const lines = ps(['-x', '-E', '-ww', '-U', String(process.getuid?.()), '-o', 'pid=,command=']);
    return lines.flatMap((line) => {
      const mark = assignment.exec(line)?.[1];
      return mark === undefined ? [] : [{ pid: Number.parseInt(line, 10), mark }];
    });
  },
  startOf(pid) {
    const [line] = ps(['-p', String(pid), '-o', 'stat=,lstart=']);
    if (!line) return undefined;
    const [, state, start] = /^\s*(\S+)\s+(.*)$/.exec(line)!;
    return state.startsWith('Z') ? 'ended' : start.trim();
  },
  childrenMs: () => undefined,
  memoryOf(leaders) {
    const used = new Map<number, number>();
    for (const line of ps(['-ax', '-o', 'pgid=,rss='])) {
      const [group, kilobytes] = line.trim().split(/\s+/).map(Number);
      if (leaders.has(group)) used.set(group, (used.get(group) ?? 0) + 1024 * kilobytes);
    }
    return used;
  },
  isWritten: () => undefined,
  isInForeground() {
    const [line = ''] = ps(['-p', String(process.pid), '-o', 'pgid=,tpgid=']);
    const [group, foreground] = line.trim().split(/\s+/);
    return group !== '' && group === foreground;
  },
  hide: () => undefined,
  machine: () => hostname(),
};

/** Lines, none if `ps` finds nothing. Times are the same text wherever and whenever they are asked for. */
function ps(args: readonly string[]): string[] {
  try {
    const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' };
    const said = execFileSync('ps', args, { encoding: 'utf8', env, stdio: 'pipe', maxBuffer: 2 ** 28 });
    return said.split('\n').filter(Boolean);
  } catch {
    return [];
  }
}
