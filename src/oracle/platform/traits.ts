/** What one system has and another has not, and what it calls things: how the rest of Whittle asks which system this is. */
import { isAbsolute, join } from 'node:path';

export function traitsOf(system: NodeJS.Platform) {
  const isWindows = system === 'win32';
  const stateVariable = isWindows ? 'LOCALAPPDATA' : system === 'darwin' ? 'HOME' : 'XDG_STATE_HOME';
  return {
    /** A process can lead a group, which is ended as one. On Windows it would get a console window instead. */
    hasGroups: !isWindows,
    /** A link may lead to a file. Windows allows that to some users only. */
    linksFiles: !isWindows,
    /** Each file has the permissions that it was given. */
    hasModes: !isWindows,
    /** A directory can be opened, so that its names are written to disk. */
    syncsDirectories: !isWindows,
    /** A socket is a file in a directory, and only who may use that directory can connect. */
    socketsAreFiles: !isWindows,
    /** Characters of the path of a directory in which programs start. */
    longestDirectory: isWindows ? 258 : Infinity,
    /** By which a user says where temporary files lie. */
    temporaryVariable: isWindows ? 'TEMP' : 'TMPDIR',
    /** By which a user says where files lie that outlive a run. */
    stateVariable,
    /** A file to which output goes that nobody wants. */
    nullDevice: isWindows ? 'NUL' : '/dev/null',
    /** The language of scripts that its shell runs; also their ending. */
    scripts: isWindows ? ('cmd' as const) : ('sh' as const),
    python: isWindows ? 'python' : 'python3',
    /** What may follow the name of a program in its file name: Windows has no right to execute, but endings of what can be. */
    programEndings: () => [...(isWindows ? (process.env.PATHEXT ?? '.COM;.EXE;.BAT;.CMD').split(';') : []), ''],
    /** With these, a shell or an interpreter that reads a path as code can be made to run a part of it. */
    risky: isWindows ? /[`;&|<>'"%^!\p{Cc}]|\$[({[]/u : /[`;&|<>'"\\\p{Cc}]|\$[({[]/u,
    /** The directory for files that outlive a run, of all programs; `home` if it is not named. */
    stateHome(home: () => string): string {
      if (system === 'darwin') return join(home(), 'Library', 'Application Support');
      const named = process.env[stateVariable];
      if (named && isAbsolute(named)) return named;
      return isWindows ? join(home(), 'AppData', 'Local') : join(home(), '.local', 'state');
    },
  };
}

export const traits = traitsOf(process.platform);
