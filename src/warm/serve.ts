/** A process that runs candidates, and sets everything back after each. What cannot be set back ends the process after its answer. */
import type { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { WarmAnswer, WarmOrder } from '../oracle/warm/protocol';
import { mostMemory } from './modules';
import { surroundings } from './surroundings';
import { setVariablesBack } from './variables';

const exit = process.exit.bind(process);

/** `run`: runs candidate `number` and gives the exit code; it does not throw. */
export function serve(socket: Socket, run: (number: number) => Promise<number>): void {
  setVariablesBack();
  let running: number | undefined;
  let memory: number | undefined;
  const ended = (exitCode: number, stays: boolean) => {
    if (running === undefined) return;
    const isBack = before.restore();
    const { rss } = process.memoryUsage();
    const goesOn = stays && isBack && rss < (memory ??= rss) + mostMemory;
    const answer: WarmAnswer = { number: running, exitCode, leaves: !goesOn };
    running = undefined;
    socket.write(`${JSON.stringify(answer)}\n`, goesOn ? undefined : () => exit());
  };
  process.exit = (code) => {
    ended(Number(code ?? process.exitCode ?? 0), false);
    throw new Error('process.exit was called');
  };
  socket.on('close', () => exit());
  createInterface({ input: socket }).on('line', (line) => {
    const { number, env } = JSON.parse(line) as WarmOrder;
    running = number;
    Object.assign(process.env, env);
    void run(number).then((exitCode) => ended(exitCode, true));
  });
  const before = surroundings();
  const loaded: WarmAnswer = {};
  socket.write(`${JSON.stringify(loaded)}\n`);
}
