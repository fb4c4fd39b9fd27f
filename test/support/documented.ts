/** Code of the documentation, for tests that run it. */
import { readFileSync } from 'node:fs';

/** The first block of this language in a page of docs/. */
export function blockOf(page: string, language: string): string {
  const text = readFileSync(`docs/${page}`, 'utf8');
  const [, block] = new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'm').exec(text) ?? [];
  if (block === undefined) throw new Error(`docs/${page} has no ${language}`);
  return block;
}
