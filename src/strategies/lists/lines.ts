/** Line granularity, as the papers call it. */
import { flat } from './flat';

/** A line with its line end: \n, \r\n or \r. */
export const line = /[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+/g;

export const lines = flat('lines', 'All lines are one list; works on any text.', line);
