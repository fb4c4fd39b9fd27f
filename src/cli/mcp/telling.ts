/** Progress of a call, once a second: seconds as the figure, size and tests in words. */
import type { ServerNotification } from '@modelcontextprotocol/sdk/types.js';
import type { Listener } from '../../reduction/events/events';
import { apart, sizes, testCount } from '../../reduction/events/progress';

/** What the SDK gives to a call. */
export interface Calling {
  readonly signal: AbortSignal;
  readonly _meta?: { readonly progressToken?: string | number };
  sendNotification(notification: ServerNotification): Promise<void>;
}

/** Does the work; its events become notifications if the client wants them. `most`: seconds after which it ends, if they are known. */
export async function telling<T>(
  { _meta, signal, sendNotification }: Calling,
  most: number | undefined,
  work: (onEvent: Listener) => Promise<T>,
): Promise<T> {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return await work(() => {});
  const { listener, words } = figures();
  const began = performance.now();
  const timer = setInterval(() => {
    if (signal.aborted) return;
    const progress = Math.round((performance.now() - began) / 100) / 10;
    const total = most === undefined ? undefined : Math.max(most, progress);
    const params = { progressToken, progress, total, message: words() };
    sendNotification({ method: 'notifications/progress', params }).catch(() => {});
  }, 1000);
  try {
    return await work(listener);
  } finally {
    clearInterval(timer);
  }
}

/** `12,034 → 431 tokens · 96% · 34 tests` */
function figures(): { listener: Listener; words: () => string } {
  let before = 0;
  let size = '';
  let tests = 0;
  const listener: Listener = (event) => {
    if (event.event === 'started') {
      before = event.tokens;
      size = event.difference ? apart(event.difference) : sizes(before, before);
    }
    if (event.event === 'accepted') size = sizes(before, event.tokens);
    if (event.event === 'narrowed') size = apart(event);
    if (event.event === 'candidate') tests = event.tests;
  };
  return { listener, words: () => (tests > 0 ? `${size} · ${testCount(tests)}` : 'The original is tested.') };
}
