/**
 * Keys while a run is under way: p pauses it and lets it go on, s skips the phase, q stops it. The terminal then hands keys over one
 * by one; Ctrl-C stays a signal, which is heeded also while keys have to wait.
 */
import { spawnSync } from 'node:child_process';
import { platform } from '../oracle/platform/platform';
import { signals } from '../oracle/platform/processes';
import { streams } from './printing';

/** A run that keys control. */
interface Run {
  readonly paused: boolean;
  say(kind: 'pause' | 'resume' | 'skip'): void;
  stop(): void;
  /** A user can resume it. */
  attend(): void;
}

/** The terminal's own settings are changed by its own program: Node's raw mode makes a key of Ctrl-C. */
function stty(...settings: string[]): string {
  const { stdout } = spawnSync('stty', settings, { stdio: ['inherit', 'pipe', 'ignore'], encoding: 'utf8' });
  return (stdout ?? '').trim();
}

/** Returns what ends it. Does nothing where there is no terminal, or where another process has it. */
export function listenToKeys(run: Run): () => void {
  const { stdin } = streams();
  if (!stdin.isTTY) return () => {};
  const press = (keys: Buffer) => {
    for (const key of keys.toString('latin1')) act(key);
  };
  const act = (key: string) => {
    if (key === 'p') run.say(run.paused ? 'resume' : 'pause');
    else if (key === 's') run.say('skip');
    else if (key === 'q') run.stop();
  };
  let before: string | undefined;
  const on = () => {
    if (!platform.isInForeground()) return;
    before ??= stty('-g');
    stty('-icanon', '-echo', 'min', '1', 'time', '0');
    run.attend();
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
