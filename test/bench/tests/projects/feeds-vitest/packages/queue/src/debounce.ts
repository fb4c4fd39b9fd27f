/** Calls that come soon after each other become one, with the last arguments. */
export interface Debounced<A extends unknown[]> {
  (...args: A): void;
  flush(): void;
  cancel(): void;
  readonly pending: boolean;
}

export interface Waiting {
  readonly ms: number;
  /** It does not wait longer than that. */
  readonly mostMs?: number;
  readonly leading?: boolean;
}

export function debounce<A extends unknown[]>(
  work: (...args: A) => void,
  { ms, mostMs = Infinity, leading = false }: Waiting,
): Debounced<A> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last: A | undefined;
  let first = 0;

  const run = () => {
    clearTimeout(timer);
    timer = undefined;
    const args = last;
    last = undefined;
    if (args) work(...args);
  };

  const debounced = (...args: A) => {
    const now = Date.now();
    if (timer === undefined) {
      first = now;
      if (leading) {
        work(...args);
        timer = setTimeout(run, ms);
        return;
      }
    }
    last = args;
    clearTimeout(timer);
    timer = setTimeout(run, Math.min(ms, first + mostMs - now));
  };

  return Object.defineProperties(debounced, {
    flush: { value: run },
    cancel: {
      value: () => {
        last = undefined;
        run();
      },
    },
    pending: { get: () => timer !== undefined },
  }) as Debounced<A>;
}
