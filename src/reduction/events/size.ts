/** How large a text is, for events and reports. */
import type { Encoding } from '../../text/encoding';
import { render, type SourceText } from '../../text/source';
import { countTokens } from '../../text/tokens';

export interface Size {
  readonly bytes: number;
  /** Matches of `\w+|\S`. */
  readonly tokens: number;
}

export function sizeOf(text: SourceText, encoding: Encoding): Size {
  const rendered = render(text);
  return { bytes: Buffer.byteLength(rendered, encoding), tokens: countTokens(rendered) };
}
