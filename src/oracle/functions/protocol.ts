/** Messages between a run and a thread in which a property function runs. */
import type { Reply } from './replies';

/** What the thread is started with. */
export interface ThreadData {
  /** URL of the module. */
  readonly module: string;
  readonly fileName: string;
  readonly encoding: BufferEncoding;
}

/** To the thread: one candidate after the other. */
export interface Order {
  readonly bytes: Uint8Array;
}

/** From the thread: first that it is ready or why not, then one reply to each candidate. */
export type Told = { readonly ready: true } | { readonly problem: string } | Reply;
