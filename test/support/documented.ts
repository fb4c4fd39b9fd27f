/** Code of the documentation, for tests that run it. */
import { readFileSync } from 'node:fs';

/** The blocks of this language in a page of docs/, in order. */
export function blocksOf(page: string, language: string): string[] {
  const text = readFileSync(`docs/${page}`, 'utf8');
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'gm'))].map(([, block]) => block);
}
