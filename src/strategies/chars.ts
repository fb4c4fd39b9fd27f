/** Character granularity, as the papers call it. */
import { flat } from './flat';

/** A code point, so that no surrogate pair is split; a line end is one piece. */
export const character = /\r\n|[^]/gu;

export const chars = flat('chars', 'The characters are the list; the reducer runs once. Works on any text.', character);
