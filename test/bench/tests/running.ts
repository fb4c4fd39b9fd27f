/** Runs a program to its end or to a time-out, with the processes that it starts. */
import { spawn } from 'node:child_process';
import { cleaning } from './cleaning';
import type { Output } from './outcomes';

/** Without colours; Python keeps no bytecode, which would be that of sources changed within a second. */
const quiet = { NO_COLOR: '1', FORCE_COLOR: undefined, PYTHONDONTWRITEBYTECODE: '1' };

export interface RunOptions {
  readonly cwd: string;
  readonly ms: number;
  readonly env?: NodeJS.ProcessEnv;
}

/** `code` is null after a time-out, or if the program is not there. */
export async function run(words: readonly string[], { cwd, ms, env }: RunOptions): Promise<Output> {
  const options = { cwd, env: { ...process.env, ...quiet, ...env }, detached: true } as const;
  const child = spawn(words[0], words.slice(1), { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const [stdout, stderr] = [child.stdout, child.stderr].map((stream) => {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    return chunks;
  });
  const end = cleaning(() => killGroup(child.pid));
  const timer = setTimeout(() => killGroup(child.pid), ms);
  const code = await new Promise<number | null>((done) => {
    child.on('error', () => done(null));
    child.on('close', done);
  });
  clearTimeout(timer);
  end();
  return { code, stdout: Buffer.concat(stdout).toString(), stderr: Buffer.concat(stderr).toString() };
}

function killGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has just ended.
  }
}

/** Its standard output. Throws with the last lines of its errors if it does not end with 0. */
export async function output(words: readonly string[], options: RunOptions): Promise<string> {
  const { code, stdout, stderr } = await run(words, options);
  if (code === 0) return stdout;
  const said = (stderr.trim() || stdout.trim()).split('\n').slice(-3).join(' ');
  throw new Error(`${words.slice(0, 3).join(' ')} ended with ${code ?? 'a signal'}: ${said.slice(0, 300)}`);
}
