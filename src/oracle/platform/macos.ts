/** Processes on macOS, by `ps` and `lsof`; tested with stand-ins of both. The environment of the system's own programs is kept from us. */
import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { type Isolation, type Platform, groups, markName, untold } from './processes';

export const macos: Platform = {
  ...untold,
  ...groups,
  isolate: sandboxed,
  marked() {
    const assignment = new RegExp(` ${markName}=(\\S*)`);
    // With -E the environment follows the command line.
    const lines = ps(['-x', '-E', '-ww', '-U', String(process.getuid?.())], 'pid', 'command');
    return lines.flatMap((line) => {
      const mark = assignment.exec(line)?.[1];
      return mark === undefined ? [] : [{ pid: Number.parseInt(line, 10), mark }];
    });
  },
  startOf(pid) {
    const [line] = ps(['-p', String(pid)], 'stat', 'lstart');
    if (!line) return undefined;
    const [, state, start] = /^\s*(\S+)\s+(.*)$/.exec(line)!;
    return state.startsWith('Z') ? 'ended' : start.trim();
  },
  memoryOf(leader) {
    const rows = ps(['-ax'], 'pgid', 'rss').map((line) => line.trim().split(/\s+/).map(Number));
    return rows.reduce((sum, [group, kilobytes]) => (group === leader ? sum + 1024 * kilobytes : sum), 0);
  },
  isWritten(mark) {
    // Without names of hosts and ports, which it would look up.
    const lines = linesOf('lsof', ['-n', '-P', '-w', '-u', String(process.getuid?.()), '-F', 'pan']);
    return lines && isWritten(lines, mark);
  },
  isInForeground() {
    const [line = ''] = ps(['-p', String(process.pid)], 'pgid', 'tpgid');
    const [group, foreground] = line.trim().split(/\s+/);
    return group !== '' && group === foreground;
  },
};

/** Lines with these columns, none if `ps` finds nothing. What follows `=` in a list of columns would be a heading: each is an option. */
function ps(which: readonly string[], ...columns: readonly string[]): string[] {
  return linesOf('ps', [...which, ...columns.flatMap((column) => ['-o', `${column}=`])]) ?? [];
}

/** Of each process `p` and its number, then of each of its files `f`, `a` and the access, `n` and the path. */
function isWritten(lines: readonly string[], mark: string): boolean {
  let [pid, access] = ['', ''];
  return lines.some((line) => {
    const [field, value] = [line[0], line.slice(1)];
    if (field === 'p') pid = value;
    else if (field === 'f') access = '';
    else if (field === 'a') access = value;
    else return /[wu]/.test(access) && value.includes(mark) && pid !== String(process.pid);
    return false;
  });
}

/** Undefined if there is no such program. Times are the same text wherever and whenever they are asked for. */
function linesOf(program: string, args: readonly string[]): string[] | undefined {
  const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' };
  const { error, stdout } = spawnSync(program, args, { encoding: 'utf8', env, stdio: 'pipe', maxBuffer: 2 ** 28 });
  return error ? undefined : stdout.split('\n').filter(Boolean);
}

/**
 * macOS: `sandbox-exec`, which is deprecated and still what large tools use. It refuses writing outside of the run root, the caches and the
 * temporary directories, and signals to processes that are not in the sandbox. Refusing is less than throwing away: a test that writes
 * elsewhere fails, so it is only used where `sandbox-exec` is, and the calibration says what was refused.
 */
const program = '/usr/bin/sandbox-exec';
/** Below HOME: what tools keep there for themselves. */
const caches = ['Library/Caches', '.cache', '.npm', '.cargo/registry', '.cargo/git', 'go/pkg', '.gradle', '.m2'];

/** See `Platform.isolate`. `tool`: where sandbox-exec is. */
export function sandboxed(words: readonly string[], root: string, _number = 0, tool = program): Isolation | undefined {
  if (!existsSync(tool)) return undefined;
  return { name: 'sandbox-exec', words: [tool, '-p', profileFor(root), ...words], shadows: [] };
}

function profileFor(root: string): string {
  const writable = [realpathSync(root), ...caches.map((name) => join(homedir(), name)), '/dev'];
  return [
    '(version 1)',
    '(allow default)',
    '(deny file-write*)',
    `(allow file-write* ${writable.map((path) => `(subpath ${JSON.stringify(path)})`).join(' ')})`,
    '(deny signal)',
    '(allow signal (target same-sandbox))',
  ].join('\n');
}
