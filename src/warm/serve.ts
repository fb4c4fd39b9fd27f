/** A process that runs candidates, one after the other. One that is not as it was, or has grown, ends with the exit code of its test. */
import Module from 'node:module';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { type WarmOrder, addressName } from '../oracle/warm/protocol';

/** Memory that a process may take more than after its first candidate, bytes. */
const mostMemory = 256 << 20;

/** The path of the socket; undefined if nobody asks. */
export const address = process.env[addressName];

/** `run` gives the exit code of a candidate; 1 if it throws. `remember` gives what sets all back as it was: false if something cannot be. */
export function serve(run: (env: WarmOrder) => Promise<number>, remember: () => () => boolean): void {
  const socket = connect(address!);
  delete process.env[addressName];
  const restore = remember();
  let memory: number | undefined;
  socket.on('close', () => process.exit());
  const answer = async (line: string) => {
    const env = JSON.parse(line) as WarmOrder;
    // The option that loads our part is not for what tests start.
    if (env.NODE_OPTIONS === undefined) delete process.env.NODE_OPTIONS;
    else process.env.NODE_OPTIONS = env.NODE_OPTIONS;
    const exitCode = await run(env).catch((error: unknown) => (console.error(error), 1));
    const { rss } = process.memoryUsage();
    if (!restore() || rss > (memory ??= rss) + mostMemory) process.exit(exitCode);
    socket.write(`${JSON.stringify({ exitCode })}\n`);
  };
  createInterface({ input: socket }).on('line', (line) => void answer(line));
}

/** What we use of Node's loader of CommonJS modules. */
export const modules = Module as unknown as {
  _load(request: string, parent: NodeModule | undefined, isMain: boolean): unknown;
  _resolveFilename(request: string, parent: NodeModule | undefined): string;
  _cache: Record<string, NodeModule | undefined>;
  register?(specifier: string): void;
};

/** Gives the program something else in place of a module, once: the first that `isIt`. */
export function replaceModule<T>(isIt: (request: string, find: () => string) => boolean, by: (loaded: T) => unknown) {
  const load = modules._load;
  modules._load = function (request, parent, isMain) {
    const loaded = load.call(this, request, parent, isMain);
    if (!isIt(request, () => modules._resolveFilename(request, parent))) return loaded;
    modules._load = load;
    return by(loaded as T);
  };
}
