/** Character granularity, as the papers call it. */
import { flat } from './flat';

/** A code point, so that no surrogate pair is split; a line end is one piece. */
export const character = /\r\n|[^]/gu;

export const chars = flat('chars', 'All characters are one list; works on any text, with many tests.', character);
