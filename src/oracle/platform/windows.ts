/**
 * Processes on Windows. There are no groups and no way to read an environment: a tree is ended from its root, and a test is known by
 * the path of its candidate in the command line, or by its leader. Numbers of processes are soon given again there: a child is one only
 * if it is younger than its parent.
 */
import { execFileSync } from 'node:child_process';
import { hostname } from 'node:os';
import type { Platform } from './processes';
import { descendants, readCim, readWmic, type Row } from './windowsProcesses';

export const windows: Platform = {
  signalGroup(leader) {
    if (said('taskkill', ['/T', '/F', '/PID', String(leader)]) !== undefined) return;
    // There is no taskkill, or it knows no trees, or the leader has ended.
    for (const pid of [leader, ...descendants(processes(), leader)]) end(pid);
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
  childrenMs: () => undefined,
  isolate: () => undefined,
  memoryOf: () => undefined,
  memoryBeside: () => undefined,
  pidSpace: () => '',
  isInForeground: () => false,
  isWritten: () => undefined,
  hide: () => undefined,
  machine: () => hostname(),
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

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

function powershell(line: string): string {
  const args = ['-NoProfile', '-NonInteractive', '-Command', line];
  return said('powershell.exe', args)?.toString('utf8') ?? '';
}

/** Output of a program; undefined if it fails. */
function said(program: string, args: readonly string[]): Buffer | undefined {
  try {
    // wmic waits for the end of an input that is a pipe.
    return execFileSync(program, args, { stdio: ['ignore', 'pipe', 'ignore'], windowsHide: true, maxBuffer: 2 ** 28 });
  } catch {
    return undefined;
  }
}
