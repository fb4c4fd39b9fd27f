/**
 * Keys while a run is under way: p pauses it and lets it go on, s skips the phase, q stops it. The terminal then hands keys over one
 * by one, so that what it usually does on Ctrl-C, Ctrl-Z and Ctrl-\ is done here.
 */
import { readFileSync } from 'node:fs';
import type { Controls } from '../reduction/controls';

const signals: Readonly<Record<string, NodeJS.Signals>> = { '\x03': 'SIGINT', '\x1a': 'SIGTSTP', '\x1c': 'SIGQUIT' };

/** Returns what ends it. Does nothing where there is no terminal, or where another process has it. */
export function listenToKeys(controls: Controls, stop: () => void): () => void {
  const { stdin } = process;
  if (!stdin.isTTY) return () => {};
  const press = (keys: Buffer) => {
    for (const key of keys.toString('latin1')) act(key);
  };
  const act = (key: string) => {
    if (key === 'p' && controls.paused) controls.resume();
    else if (key === 'p') controls.pause();
    else if (key === 's') controls.skip();
    else if (key === 'q') stop();
    else if (key in signals) signal(signals[key]);
  };
  const on = () => {
    if (!isInForeground()) return;
    stdin.setRawMode(true);
    controls.attended = true;
    stdin.off('data', press).on('data', press);
    stdin.resume();
  };
  const off = () => {
    stdin.off('data', press);
    stdin.pause();
    stdin.setRawMode(false);
  };
  const signal = (name: NodeJS.Signals) => {
    // Suspended, the terminal is another's; SIGCONT comes when it is ours again.
    if (name === 'SIGTSTP') off();
    process.kill(0, name);
  };
  const atExit = () => void (isInForeground() && off());
  process.on('SIGCONT', on);
  process.on('exit', atExit);
  on();
  return () => {
    process.off('SIGCONT', on);
    process.off('exit', atExit);
    atExit();
    stdin.off('data', press).pause();
  };
}

export const keysHelp = 'Keys: p pauses and resumes, s skips the phase, q stops.';

/**
 * Has this process the terminal? One in the background is stopped as soon as it reads keys. Only Linux says who has it: elsewhere
 * there are no keys.
 */
export function isInForeground(): boolean {
  try {
    const stat = readFileSync('/proc/self/stat', 'latin1');
    const [, , group, , , foreground] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return group === foreground;
  } catch {
    return false;
  }
}
