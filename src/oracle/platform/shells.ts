/** Shells: how each is told to run a line, and how a path is put into that line so that it is one word. */
import { cmdShell, isForCmd, powerShell } from './windowsShells';
import { posixShell } from './posixShell';
import type { Shell } from './shell';
import { traits } from './traits';

/** By its program: `cmd.exe`, PowerShell, or any POSIX shell. Without one: the system's. */
export function shellOf(program: string | undefined, system: NodeJS.Platform = process.platform): Shell {
  const name = program?.replace(/^.*[\\/]/, '').toLowerCase() ?? (system === 'win32' ? 'cmd' : 'sh');
  if (/^cmd(\.exe)?$/.test(name)) return cmdShell(program);
  if (/^(pwsh|powershell)(\.exe)?$/.test(name)) return powerShell(program!);
  return posixShell(program);
}

/** Options of `spawn` with which these words lead a process group of their own, and reach cmd.exe as they are. */
export function leading(words: readonly string[]) {
  return { detached: traits.hasGroups, windowsHide: true, windowsVerbatimArguments: isForCmd(words) };
}
