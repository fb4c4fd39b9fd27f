/** What the papers call character granularity. */
import { flat } from './flat';

/** A code point, so that no half of a surrogate pair is left; a line end is one piece. */
export const character = /\r\n|[^]/gu;

export const chars = flat('chars', 'All characters are one list; works on any text, with many tests.', character);
