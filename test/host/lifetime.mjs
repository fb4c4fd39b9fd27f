// What must happen however this process ends: clean-up on exit, Ctrl-C and kill; and a limit on time.
import { constants } from 'node:os';

const cleanups = [];

/** Runs `cleanup` (synchronous, harmless when repeated) when this process ends, last registered first. */
export function atExit(cleanup) {
  if (cleanups.length === 0) install();
  cleanups.unshift(cleanup);
}

function install() {
  process.on('exit', () => cleanups.forEach((cleanup) => cleanup()));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => process.exit(128 + constants.signals[signal]));
  }
}

/** The limit of one API run or one UI file. */
export const timeLimit = () => Number(process.env.VSCODE_TEST_TIMEOUT_MS) || 5 * 60_000;

/** `promise`, or an error after `ms`; what the promise does later is ignored. */
export async function within(ms, what, promise) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: not done after ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
    Promise.resolve(promise).catch(() => {});
  }
}
