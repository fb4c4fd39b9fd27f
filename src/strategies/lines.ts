/** Line granularity, as the papers call it. */
import { flat } from './flat';

/** A line with its line end: \n, \r\n or \r. */
export const line = /[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+/g;

export const lines = flat('lines', 'The lines are the list; the reducer runs once. Works on any text.', line);
