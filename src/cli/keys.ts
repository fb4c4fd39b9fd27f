/**
 * Signals and keys while a run is under way. Signals end it with its best result. p pauses it and lets it go on, s skips the phase, q
 * stops it: the terminal then hands keys over one by one; Ctrl-C stays a signal, which is heeded also while keys have to wait.
 */
import { spawnSync } from 'node:child_process';
import type { Hosting } from '../host/host';
import { platform } from '../oracle/platform/platform';
import { endings, signals } from '../oracle/platform/processes';
import { streams } from './printing';

/** Signals and keys belong to the runs of the work while it lasts. */
export async function interruptible<T>(hosting: Hosting, work: () => Promise<T>): Promise<T> {
  const names = [signals.interrupt, ...endings];
  for (const name of names) process.on(name, hosting.stop);
  const deaf = listenToKeys(hosting);
  try {
    return await work();
  } finally {
    deaf();
    for (const name of names) process.off(name, hosting.stop);
  }
}

/** The terminal's own settings are changed by its own program: Node's raw mode makes a key of Ctrl-C. */
function stty(...settings: string[]): string {
  const { stdout } = spawnSync('stty', settings, { stdio: ['inherit', 'pipe', 'ignore'], encoding: 'utf8' });
  return (stdout ?? '').trim();
}

/** Returns what ends it. Does nothing where there is no terminal, or where another process has it. */
function listenToKeys(hosting: Hosting): () => void {
  const { stdin } = streams();
  if (!stdin.isTTY) return () => {};
  const press = (keys: Buffer) => {
    for (const key of keys.toString('latin1')) {
      if (key === 'p') hosting.tell(hosting.paused ? 'resume' : 'pause');
      else if (key === 's') hosting.tell('skip');
      else if (key === 'q') hosting.stop();
    }
  };
  let before: string | undefined;
  const on = () => {
    if (!platform.isInForeground()) return;
    before ??= stty('-g');
    stty('-icanon', '-echo', 'min', '1', 'time', '0');
    hosting.isAttended = true;
    stdin.off('data', press).on('data', press);
    stdin.resume();
  };
  const off = () => {
    stdin.off('data', press);
    stdin.pause();
    if (before) stty(before);
  };
  /** The next program finds the terminal as it was. */
  const suspend = () => {
    off();
    process.kill(process.pid, signals.stop);
  };
  const atExit = () => void (platform.isInForeground() && off());
  process.on(signals.suspend, suspend);
  process.on(signals.resume, on);
  process.on('exit', atExit);
  on();
  return () => {
    process.off(signals.suspend, suspend);
    process.off(signals.resume, on);
    process.off('exit', atExit);
    atExit();
    stdin.off('data', press).pause();
  };
}

export const keysHelp = 'Keys: p pauses and resumes, s skips the phase, q stops.';
