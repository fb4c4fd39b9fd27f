/** Starts tests in a test runner that has loaded once. The runner is started with the command of the first test. */
import { once } from 'node:events';
import { appendFileSync, mkdirSync, readFileSync, statSync, truncateSync } from 'node:fs';
import { type Server, type Socket, createServer } from 'node:net';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { signals } from '../platform/processes';
import { traits } from '../platform/traits';
import { markName, serving } from '../processes/escapees';
import { mostOutput } from '../processes/output';
import { CannotStart, type End, type Order } from '../processes/start';
import type { Begun, Starter } from '../processes/starter';
import { type WarmAnswer, type WarmOrder, addressName, beforeName, versionMark } from './protocol';

export function canBeWarm(runner: string): boolean {
  return traits.socketsAreFiles && runner in kinds;
}

/** For a runner to load, ms. */
const patience = 30_000;

/** Bytes of its path, on all systems; a longer one would be cut. */
const longestSocket = 103;

export interface WarmStarter extends Starter {
  /** How many processes there have been: what one has shown, another has not. */
  readonly processes: number;
}

/** One test at a time. `base` starts the runner. `start` throws `CannotStart` if the runner does not load, or is not the right one. */
export function warmStarter(runner: string, base: Starter, folder = __dirname): WarmStarter {
  let processes = 0;
  let opening: Promise<WarmProcess> | undefined;
  let current: WarmProcess | undefined;
  let closed = false;
  return {
    get processes() {
      return processes;
    },
    async start(order) {
      if (closed) throw new CannotStart('the run has ended');
      if (current?.isGone()) opening = undefined;
      try {
        opening ??= openProcess(order, kinds[runner], { base, folder, number: ++processes });
        current = await opening;
        return await current.run(order);
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

interface WarmProcess {
  isGone(): boolean;
  run(order: Order): Promise<Begun>;
  close(): void;
}

/** Throws `CannotStart`. */
async function openProcess(
  order: Order,
  kind: WarmKind,
  { base, folder, number }: { readonly base: Starter; readonly folder: string; readonly number: number },
): Promise<WarmProcess> {
  const directory = join(dirname(order.env.TMPDIR ?? ''), `warm-${number}`);
  const socket = join(directory, 'socket');
  if (Buffer.byteLength(socket) > longestSocket) throw new CannotStart(`${socket} is too long for a socket`);
  mkdirSync(directory);
  const loading = kind.variables(folder, order.env);
  const before = Object.fromEntries(Object.keys(loading).map((name) => [name, order.env[name] ?? null]));
  const ours = { TMPDIR: directory, [markName]: order.env[markName]?.replace(/\d+$/, String(serving)) };
  const env = { ...order.env, ...loading, ...ours, [addressName]: socket, [beforeName]: JSON.stringify(before) };
  const files = { stdout: join(directory, 'stdout'), stderr: join(directory, 'stderr') };
  const server = createServer();
  try {
    server.listen(socket);
    await once(server, 'listening');
    const begun = await base.start({ ...order, env, files });
    const channel = await connection(server, begun.ended);
    if (channel) return processOf(channel, begun, files, kind);
    begun.signal(signals.kill);
    begun.release?.(false);
    throw new CannotStart('the runner does not stay');
  } finally {
    server.close();
  }
}

/** Undefined if the runner ends before it connects. */
function connection(server: Server, ended: Promise<unknown>): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const settle = (socket?: Socket) => {
      clearTimeout(timer);
      resolve(socket);
    };
    const timer = setTimeout(settle, patience);
    server.once('connection', settle);
    void ended.then(() => settle());
  });
}

type Files = Readonly<Record<'stdout' | 'stderr', string>>;

function processOf(socket: Socket, runner: Begun, own: Files, { forks }: WarmKind): WarmProcess {
  const { leader, signal } = runner;
  let gone = false;
  let count = 0;
  let test: number | undefined;
  const over = () => {
    gone = true;
    runner.release?.(false);
  };
  const close = () => {
    for (const one of [leader, test]) if (one !== undefined) signal(signals.kill, one);
    socket.destroy();
    over();
  };
  const answers = answersOn(socket, over);
  const begun = (group: number, ended: Begun['ended']): Begun => ({
    ...{ leader: group, ended, abandon: runner.abandon, setBack: settingBack(runner, close) },
    signal: (name, other = group) => signal(name, other),
  });
  return {
    isGone: () => gone,
    close,
    run: ({ env, files }) =>
      new Promise((started) => {
        for (const file of Object.values(own)) truncateSync(file);
        const order: WarmOrder = { number: ++count, env };
        const watching = setInterval(() => Object.values(own).some((file) => sizeOf(file) > mostOutput) && close(), 50);
        const ended = new Promise<End>((end) => {
          const onEnd = (answer: EndAnswer | undefined) => {
            clearInterval(watching);
            if (answer) for (const name of ['stdout', 'stderr'] as const) copyOutput(own[name], files[name]);
            const { exitCode, signal, leaves } = answer ?? { exitCode: undefined, signal: signals.kill };
            gone ||= leaves ?? false;
            end({ exitCode, signal });
            // Of no use if it has started before.
            started(begun(leader, ended));
          };
          answers.await(order.number, onEnd, (group) => started(begun((test = group), ended)));
        });
        socket.write(`${JSON.stringify(order)}\n`);
        if (!forks) started(begun(leader, ended));
      }),
  };
}

/** What cannot be set back ends the runner. */
function settingBack({ setBack }: Begun, close: () => void): Begun['setBack'] {
  if (!setBack) return undefined;
  return async () => {
    const after = await setBack();
    if (!after.isBack) close();
    return after;
  };
}

/** `onClose`: nothing more is to be heard. */
function answersOn(socket: Socket, onClose: () => void) {
  let hear: (answer: WarmAnswer | undefined) => void = () => undefined;
  const lines = createInterface({ input: socket });
  lines.on('line', (line) => hear(JSON.parse(line) as WarmAnswer));
  for (const one of [socket, lines]) one.on('error', () => undefined);
  socket.on('close', () => {
    onClose();
    hear(undefined);
  });
  return {
    /** `onEnd`: of test `number`, without an answer if the runner is gone; `onLeader`: the group of its process, if it has one. */
    await(number: number, onEnd: (answer: EndAnswer | undefined) => void, onLeader: (group: number) => void): void {
      hear = (answer) => {
        if (answer && answer.number !== number) return;
        if (answer && 'leader' in answer) return onLeader(answer.leader);
        hear = () => undefined;
        onEnd(answer as EndAnswer | undefined);
      };
    },
  };
}

type EndAnswer = Extract<WarmAnswer, { exitCode?: unknown }>;

function copyOutput(from: string, to: string | undefined): void {
  if (to === undefined || sizeOf(from) > mostOutput) return;
  appendFileSync(to, readFileSync(from, 'utf8').replace(versionMark, ''));
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/** Runners that can be kept warm, by name. */
const kinds: Readonly<Record<string, WarmKind>> = {
  mocha: requiring('warmMocha.js'),
  jest: requiring('warmJest.js'),
  vitest: {
    variables: (folder, { NODE_OPTIONS }) => ({
      NODE_OPTIONS: joined(NODE_OPTIONS, ' ', `--import ${JSON.stringify(importing(join(folder, 'warmVitest.js')))}`),
    }),
  },
  pytest: {
    forks: true,
    variables: (folder, { PYTHONPATH, PYTEST_PLUGINS }) => ({
      PYTHONPATH: joined(folder, delimiter, PYTHONPATH),
      PYTEST_PLUGINS: joined(PYTEST_PLUGINS, ',', 'whittle_warm'),
    }),
  },
};

interface WarmKind {
  /** Does each test get a process of its own? */
  readonly forks?: boolean;
  /** What loads our part, which is in `folder`, into the runner; `before`: its environment otherwise. */
  variables(folder: string, before: Order['env']): Readonly<Record<string, string>>;
}

/** Node.js loads this file before the runner. */
function requiring(file: string): WarmKind {
  return {
    variables: (folder, { NODE_OPTIONS }) => ({
      NODE_OPTIONS: joined(NODE_OPTIONS, ' ', `--require ${JSON.stringify(join(folder, file))}`),
    }),
  };
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
