// What must happen however this process ends: clean-up on exit, Ctrl-C and kill; and a limit on time.
import { statSync } from 'node:fs';
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

/** The limit of one UI file, and of the time in which no test of an API run ends. */
export const timeLimit = () => Number(process.env.VSCODE_TEST_TIMEOUT_MS) || 10 * 60_000;

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

/** `promise`, or an error as soon as `file` has not been written for `ms` (counted from now): slow is not stuck. */
export async function whileWritten(file, ms, what, promise) {
  let written = Date.now();
  let timer;
  const stuck = new Promise((_, reject) => {
    timer = setInterval(() => {
      written = Math.max(written, statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0);
      if (Date.now() - written > ms) reject(new Error(`${what}: nothing ended for ${ms} ms`));
    }, 1000);
  });
  try {
    return await Promise.race([promise, stuck]);
  } finally {
    clearInterval(timer);
    Promise.resolve(promise).catch(() => {});
  }
}
