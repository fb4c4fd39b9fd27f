/** Words and signs: finer than lines, for text with few lines. */
import { flat } from './flat';

/** A word or a sign, with the blanks after it. */
export const word = /[\p{ID_Continue}$]+\s*|\S\s*|\s+/gu;

export const words = flat('words', 'All words and signs are one list; works on any text.', word);
