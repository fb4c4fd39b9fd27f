/** Words and signs: finer than lines, for text with few lines. */
import { flat } from './flat';

/** A word or a sign, with the blanks after it. */
export const word = /[\p{ID_Continue}$]+\s*|\S\s*|\s+/gu;

export const words = flat('words', 'Words and signs are the list; the reducer runs once. Works on any text.', word);
