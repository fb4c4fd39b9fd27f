/** Texts of others on a terminal: control characters are shown, not obeyed. */

/** Line ends and tabs stay; what turns the direction of text goes with the control characters. */
const controls = /(?![\n\t])[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** `\x1b` for an escape character. */
export function visible(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(controls, (one) => {
    const code = one.charCodeAt(0);
    return code < 256 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16)}`;
  });
}
