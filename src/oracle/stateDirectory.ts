/** Where files lie that must outlive a run and the machine's next start. */
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

export function stateDirectory(): string {
  const { LOCALAPPDATA, XDG_STATE_HOME } = process.env;
  if (process.platform === 'win32') return join(LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local'), 'whittle');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'whittle');
  const base = XDG_STATE_HOME && isAbsolute(XDG_STATE_HOME) ? XDG_STATE_HOME : join(homedir(), '.local', 'state');
  return join(base, 'whittle');
}
