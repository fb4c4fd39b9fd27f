/** Does something in the middle of synchronous work on files: at its n-th call of the file system, or at one that a test picks. */
import fs from 'node:fs';

type Call = (...args: unknown[]) => unknown;

const functions = fs as unknown as Record<string, Call>;

/** All that what is tested may call. */
const names = Object.keys(functions).filter((name) => name.endsWith('Sync'));

/** `before` is told each call by its name and arguments. Calls that `before` makes, and those inside of others, are not told. */
export function tellingCalls<T>(before: (name: string, args: readonly unknown[]) => void, work: () => T): T {
  const real = new Map(names.map((name) => [name, functions[name]]));
  let inside = false;
  for (const [name, call] of real) {
    functions[name] = (...args) => {
      if (inside) return call(...args);
      inside = true;
      try {
        before(name, args);
        return call(...args);
      } finally {
        inside = false;
      }
    };
  }
  try {
    return work();
  } finally {
    for (const [name, call] of real) functions[name] = call;
  }
}

/** Does it before the n-th call, from 0. Returns whether there was such a call. */
export function injected(at: number, action: () => void, work: () => void): boolean {
  let count = 0;
  tellingCalls((_, [path]) => {
    // To look at processes takes thousands of calls.
    if (!String(path).startsWith('/proc') && count++ === at) action();
  }, work);
  return count > at;
}
