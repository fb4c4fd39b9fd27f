/** How large a text is, for events and reports. */
import type { Fixed } from '../../strategies/strategy';
import type { Encoding } from '../../text/encoding';
import { render, type SourceText } from '../../text/source';
import { countTokens } from '../../text/tokens';

export interface Size {
  readonly bytes: number;
  /** Matches of `\w+|\S`. */
  readonly tokens: number;
}

/** `fixed`: UTF-16 units at both ends that do not count, as they never change. */
export function sizeOf(text: SourceText, encoding: Encoding, fixed: Fixed = { prefix: 0, suffix: 0 }): Size {
  const whole = render(text);
  return sizeOfText(whole.slice(fixed.prefix, whole.length - fixed.suffix), encoding);
}

export function sizeOfText(text: string, encoding: Encoding): Size {
  return { bytes: Buffer.byteLength(text, encoding), tokens: countTokens(text) };
}
