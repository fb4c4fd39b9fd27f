/** A Redis server for the tests, on loopback and in memory only; and workers, started as by a user. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { cli } from './cli';
import { until } from './files';

/** In CI it must be there. */
export const noRedis = hasRedis()
  ? undefined
  : 'redis-server is not installed: the tests of the cluster cannot run (Debian: apt-get install redis-server).';

function hasRedis(): boolean {
  try {
    execFileSync('redis-server', ['--version']);
    return true;
  } catch {
    return false;
  }
}

export interface Server {
  readonly url: string;
  readonly port: number;
  /** The tests' own client. */
  readonly client: Redis;
  /** Kills the server and starts it again: all data is lost. */
  restart(pauseMs: number): Promise<void>;
  stop(): Promise<void>;
}

export async function startRedis(password?: string): Promise<Server> {
  const directory = mkdtempSync(join(tmpdir(), 'whittle-redis-'));
  const port = await freePort();
  const url = `redis://${password ? `:${password}@` : ''}127.0.0.1:${port}`;
  const protect = password ? ['--requirepass', password] : [];
  const start = async () => {
    const settings = [
      '--port',
      `${port}`,
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--appendonly',
      'no',
      '--dir',
      directory,
    ];
    const server = spawn('redis-server', [...settings, ...protect], { stdio: 'ignore' });
    const probe = new Redis(url, { retryStrategy: () => 50, maxRetriesPerRequest: null });
    probe.on('error', () => {});
    await probe.ping();
    probe.disconnect();
    return server;
  };
  let server = await start();
  const client = new Redis(url, { maxRetriesPerRequest: null });
  client.on('error', () => {});
  return {
    url,
    port,
    client,
    async restart(pauseMs) {
      await ended(server, 'SIGKILL');
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      server = await start();
    },
    async stop() {
      client.disconnect();
      await ended(server, 'SIGKILL');
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

export interface StartedWorker {
  readonly child: ChildProcess;
  readonly name: string;
  /** Its output so far. */
  said(): string;
  stop(signal: NodeJS.Signals): Promise<void>;
}

interface WorkerWords {
  /** Of Redis; unset if it is said otherwise. */
  readonly url?: string;
  readonly oracle: string;
  readonly name: string;
  readonly more?: readonly string[];
  /** Which command line. */
  readonly program?: string;
}

/** `oracle` is NAME=COMMAND. Resolves when it is ready. */
export async function startWorker(
  cwd: string,
  { url, oracle, name, more = [], program = cli }: WorkerWords,
): Promise<StartedWorker> {
  const words = [program, 'worker', ...(url ? ['--redis', url] : []), '--oracle', oracle, '--name', name, ...more];
  const child = spawn(process.execPath, words, { cwd, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (data) => (said += data));
  await until(`${name} is ready`, () => said.includes(' tests ') || child.exitCode !== null, 60_000);
  return { child, name, said: () => said, stop: (signal) => ended(child, signal) };
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const end = new Promise((resolve) => child.once('close', resolve));
  child.kill(signal);
  await end;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
