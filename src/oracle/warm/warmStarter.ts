/** Starts tests in a test runner that has loaded once. The runner is started with the command of the first test. */
import { once } from 'node:events';
import { appendFileSync, mkdirSync, readFileSync, statSync, truncateSync } from 'node:fs';
import { Socket, createServer } from 'node:net';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { markName, signals } from '../platform/processes';
import { traits } from '../platform/traits';
import { serving } from '../processes/escapees';
import { mostOutput } from '../processes/output';
import { inTime } from '../processes/run';
import { CannotStart, type End, type Order } from '../processes/supervise';
import type { Started } from '../processes/launcher';
import type { Starter } from '../processes/starter';
import { type WarmOrder, addressName, versionMark } from './protocol';

export const canBeWarm = (runner: string): boolean => traits.socketsAreFiles && runner in loaders;

/** For a runner to load, ms. */
const patience = 30_000;
/** Bytes of its path, on all systems; a longer one would be cut. */
const longestSocket = 103;

/** One test at a time. `base` starts the runner. `start` throws `CannotStart` if the runner does not load, or is not the right one. */
export function warmStarter(
  runner: string,
  base: Starter,
  folder = __dirname,
): Starter & { readonly processes: number } {
  let processes = 0;
  let opening: Promise<WarmProcess> | undefined;
  let current: WarmProcess | undefined;
  let closed = false;
  return {
    layer: base.layer,
    /** How many there have been: what one has shown, another has not. */
    get processes() {
      return processes;
    },
    async start(order) {
      if (closed) throw new CannotStart('the run has ended');
      if (current?.isGone()) opening = undefined;
      try {
        opening ??= openProcess(order, base, loaders[runner](folder, order.env), ++processes);
        current = await opening;
        return current.run(order);
      } catch (error) {
        // Of the file system, too.
        throw new CannotStart((error as Error).message);
      }
    },
    close() {
      closed = true;
      current?.close();
    },
  };
}

type WarmProcess = ReturnType<typeof processOf>;

/** `loading`: variables that load our part into the runner. Throws `CannotStart`. */
async function openProcess(order: Order, base: Starter, loading: Variables, number: number): Promise<WarmProcess> {
  const directory = join(dirname(order.env.TMPDIR ?? ''), `warm-${number}`);
  const socket = join(directory, 'socket');
  if (Buffer.byteLength(socket) > longestSocket) throw new CannotStart(`${socket} is too long for a socket`);
  mkdirSync(directory);
  const ours = { TMPDIR: directory, [markName]: order.env[markName]?.replace(/\d+$/, String(serving)) };
  const env = { ...order.env, ...loading, ...ours, [addressName]: socket };
  const files = { stdout: join(directory, 'stdout'), stderr: join(directory, 'stderr') };
  const server = createServer();
  try {
    server.listen(socket);
    await once(server, 'listening');
    const begun = await base.start({ ...order, env, files });
    const connected = once(server, 'connection').then(([channel]) => channel as Socket);
    const channel = await inTime(Promise.race([connected, begun.ended]), patience);
    if (channel instanceof Socket) return processOf(channel, begun, files);
    begun.signal(signals.kill);
    begun.release?.(false);
    throw new CannotStart('the runner does not stay');
  } finally {
    server.close();
  }
}

/** `own`: files of the runner's own output. */
function processOf(socket: Socket, runner: Started, own: Readonly<Record<'stdout' | 'stderr', string>>) {
  let gone = false;
  let answered: (end: End) => void = () => undefined;
  const close = () => {
    gone = true;
    runner.signal(signals.kill);
    socket.destroy();
  };
  const lines = createInterface({ input: socket });
  lines.on('line', (line) => answered(JSON.parse(line) as End));
  for (const one of [socket, lines]) one.on('error', () => undefined);
  socket.on('close', () => (gone = true));
  void runner.ended.then(() => {
    gone = true;
    runner.release?.(false);
  });
  return {
    isGone: () => gone,
    close,
    run({ env, files }: Order): Started {
      for (const file of Object.values(own)) truncateSync(file);
      const watching = setInterval(() => Object.values(own).some((file) => sizeOf(file) > mostOutput) && close(), 50);
      const answer = new Promise<End>((resolve) => (answered = resolve));
      // A runner that is not as it was, or was ended by the test, ends as the test does.
      const ended = Promise.race([answer, runner.ended]).then((end) => {
        clearInterval(watching);
        for (const name of ['stdout', 'stderr'] as const) copyOutput(own[name], files[name]);
        return end;
      });
      socket.write(`${JSON.stringify(env satisfies WarmOrder)}\n`);
      const setBack =
        runner.setBack &&
        (async () => {
          const after = await runner.setBack!();
          // What cannot be set back ends the runner.
          if (!after.isBack) close();
          return after;
        });
      return { ...runner, ended, release: undefined, setBack };
    },
  };
}

function copyOutput(from: string, to: string | undefined): void {
  if (to === undefined || sizeOf(from) > mostOutput) return;
  appendFileSync(to, readFileSync(from, 'utf8').replace(versionMark, ''));
}

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

type Variables = Readonly<Record<string, string>>;

/** What loads our part, which is in `folder`, into each runner that can be kept warm; `before`: its environment otherwise. */
const loaders: Readonly<Record<string, (folder: string, before: Order['env']) => Variables>> = {
  mocha: (folder, before) => withOption('--require', join(folder, 'warmMocha.js'), before),
  jest: (folder, before) => withOption('--require', join(folder, 'warmJest.js'), before),
  vitest: (folder, before) => withOption('--import', importing(join(folder, 'warmVitest.js')), before),
  pytest: (folder, { PYTHONPATH, PYTEST_PLUGINS }) => ({
    PYTHONPATH: joined(folder, delimiter, PYTHONPATH),
    PYTEST_PLUGINS: joined(PYTEST_PLUGINS, ',', 'whittle_warm'),
  }),
};

/** Node.js loads this module before the runner. */
function withOption(option: string, module: string, { NODE_OPTIONS }: Order['env']): Variables {
  return { NODE_OPTIONS: joined(NODE_OPTIONS, ' ', `${option} ${JSON.stringify(module)}`) };
}

function joined(one: string | undefined, by: string, other: string | undefined): string {
  return [one, other].filter(Boolean).join(by);
}

/** A module that is not loaded before the promise `loaded` of a CommonJS file. */
function importing(file: string): string {
  const required = `createRequire('file:///')(${JSON.stringify(file)})`;
  const lines = ["import{createRequire}from'node:module'", `await ${required}.loaded`];
  return `data:text/javascript,${encodeURIComponent(lines.join(';'))}`;
}
