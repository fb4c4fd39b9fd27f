/**
 * Processes on Windows. There are no groups and no way to read an environment: a tree is ended from its root, and a test is known by
 * the path of its candidate in the command line, or by its leader. Numbers of processes are soon given again there: a child is one only
 * if it is younger than its parent.
 */
import { type StdioOptions, execFileSync } from 'node:child_process';
import { attempt } from './files';
import { type Platform, untold } from './processes';

export const windows: Platform = {
  ...untold,
  signalGroup(leader) {
    if (said('taskkill', ['/T', '/F', '/PID', String(leader)]) !== undefined) return;
    // There is no taskkill, or it knows no trees, or the leader has ended.
    for (const pid of [leader, ...descendants(processes(), leader)]) {
      attempt(() => process.kill(pid, 'SIGKILL'), false);
    }
  },
  endRest: (leader, mark, since) => void over.set(leader, { mark, since }),
  marked() {
    const table = processes();
    const rest = [...over].flatMap(([leader, { mark, since }]) =>
      descendants(table, leader, since).map((pid) => ({ pid, mark })),
    );
    over.clear();
    const named = table.filter(({ command }) => command.includes('whittle-run-'));
    return [...rest, ...named.map(({ pid, command }) => ({ pid, mark: command }))];
  },
  startOf: (pid) => powershell(`(Get-Process -Id ${pid}).StartTime.ToFileTimeUtc()`).trim() || undefined,
};

/** Leaders that have ended since processes were listed. A list takes as long as some tests. */
const over = new Map<number, { readonly mark: string; readonly since: number }>();

/** All of them: from CIM, or from wmic, which newer systems do not have. */
function processes(): Row[] {
  const born = '$(if ($_.CreationDate) { $_.CreationDate.ToFileTimeUtc() } else { 0 })';
  const each = `"$($_.ProcessId) $($_.ParentProcessId) ${born} $($_.CommandLine)"`;
  const rows = readCim(powershell(`Get-CimInstance Win32_Process | ForEach-Object { ${each} }`));
  if (rows.length > 0) return rows;
  return readWmic(said('wmic', ['process', 'get', 'CommandLine,ParentProcessId,ProcessId']) ?? Buffer.alloc(0));
}

function powershell(line: string): string {
  const args = ['-NoProfile', '-NonInteractive', '-Command', line];
  return said('powershell.exe', args)?.toString('utf8') ?? '';
}

/** Output of a program; undefined if it fails. */
function said(program: string, args: readonly string[]): Buffer | undefined {
  // wmic waits for the end of an input that is a pipe.
  const stdio: StdioOptions = ['ignore', 'pipe', 'ignore'];
  return attempt(() => execFileSync(program, args, { stdio, windowsHide: true, maxBuffer: 2 ** 28 }), undefined);
}

interface Row {
  readonly pid: number;
  readonly parent: number;
  /** When it was started, ms since 1970; unset if the program does not tell. */
  readonly born?: number;
  /** Command line; empty for those of the system. */
  readonly command: string;
}

/** Lines of `ProcessId ParentProcessId CreationDate CommandLine`; dates as Windows counts them, since 1601 in units of 100 ns. */
export function readCim(text: string): Row[] {
  return rows(text, /^(?<pid>\d+) (?<parent>\d+) (?<born>\d+) (?<command>.*)$/);
}

/** A table with a heading; its columns are in the order of the alphabet. UTF-16 if it begins with a byte order mark. */
export function readWmic(bytes: Buffer): Row[] {
  const text = bytes.toString(bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf16le' : 'utf8');
  return rows(text, /^(?<command>.*?)\s+(?<parent>\d+)\s+(?<pid>\d+)\s*$/);
}

function rows(text: string, pattern: RegExp): Row[] {
  return text.split(/[\r\n]+/).flatMap((line) => {
    const found = pattern.exec(line)?.groups;
    if (!found) return [];
    const born = found.born === undefined ? {} : { born: Number(found.born) / 10_000 - from1601To1970 };
    return [{ pid: Number(found.pid), parent: Number(found.parent), ...born, command: found.command.trim() }];
  });
}

/** ms */
const from1601To1970 = 11_644_473_600_000;

/**
 * Children, their children, and so on. With `since` those of a leader that was started then and has ended, as they keep its number:
 * none if a younger process has that number now. A child that is older than its parent is that of an earlier process with its number.
 */
export function descendants(table: readonly Row[], leader: number, since?: number): number[] {
  const own = table.find(({ pid }) => pid === leader);
  if ((since === undefined) !== (own !== undefined)) return [];
  const found = new Map([[leader, since ?? own?.born ?? 0]]);
  for (const [pid, born] of found) {
    for (const row of table) {
      const isChild = row.parent === pid && (row.born ?? born) >= born;
      if (isChild && row.pid !== process.pid && !found.has(row.pid)) found.set(row.pid, row.born ?? born);
    }
  }
  found.delete(leader);
  return [...found.keys()];
}
