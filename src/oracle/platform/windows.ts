/**
 * Processes on Windows; not tested. There are no groups and no way to read an environment: a tree is ended from its root, and
 * a test is known by the path of its candidate in the command line.
 */
import { execFileSync } from 'node:child_process';
import { hostname } from 'node:os';
import type { Platform } from './processes';

export const windows: Platform = {
  signalGroup(leader) {
    said('taskkill', ['/T', '/F', '/PID', String(leader)]);
  },
  marked() {
    const query = `Get-CimInstance Win32_Process | Where-Object { $_.CommandLine -like '*whittle-run-*' }`;
    return powershell(`${query} | ForEach-Object { "$($_.ProcessId) $($_.CommandLine)" }`)
      .split(/\r?\n/)
      .filter(Boolean)
      .map((line) => ({ pid: Number.parseInt(line, 10), mark: line.replace(/^\d+ /, '') }))
      .filter(({ mark }) => !mark.includes('Get-CimInstance'));
  },
  startOf: (pid) => powershell(`(Get-Process -Id ${pid}).StartTime.ToFileTimeUtc()`).trim() || undefined,
  childrenMs: () => undefined,
  memoryOf: () => undefined,
  isInForeground: () => false,
  isWritten: () => undefined,
  hide: () => undefined,
  machine: () => hostname(),
};

function powershell(line: string): string {
  return said('powershell.exe', ['-NoProfile', '-NonInteractive', '-Command', line]);
}

/** Output of a program; empty if it fails. */
function said(program: string, args: readonly string[]): string {
  try {
    return execFileSync(program, args, { encoding: 'utf8', stdio: 'pipe', windowsHide: true, maxBuffer: 2 ** 28 });
  } catch {
    return '';
  }
}
