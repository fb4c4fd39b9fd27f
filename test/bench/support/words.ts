/** Words of the command line: a bench, and after it those of its sections that are wanted. */
import type { Section } from './suite';

export interface Choice {
  readonly bench: string;
  readonly sections: readonly Section[];
}

/** Without words everything. Throws if a word is neither a bench nor a section of the bench before it. */
export function chosenBy(words: readonly string[], benches: ReadonlyMap<string, readonly Section[]>): Choice[] {
  if (words.length === 0) return [...benches].map(([bench, sections]) => ({ bench, sections }));
  const chosen: { bench: string; sections: Section[] }[] = [];
  for (const word of words) {
    const last = chosen.at(-1);
    const section = last && benches.get(last.bench)!.find(({ name }) => name === word);
    if (section) last.sections.push(section);
    else if (benches.has(word)) chosen.push({ bench: word, sections: [] });
    else throw new Error(problem(word, last?.bench, benches));
  }
  return chosen.map(({ bench, sections }) => ({
    bench,
    sections: sections.length > 0 ? sections : benches.get(bench)!,
  }));
}

function problem(word: string, bench: string | undefined, benches: ReadonlyMap<string, readonly Section[]>): string {
  const sections = bench === undefined ? [] : benches.get(bench)!.map(({ name }) => name);
  const of = sections.length > 0 ? `, or a section of ${bench}: ${sections.join(', ')}` : '';
  return `There is no bench ${word}: choose of ${[...benches.keys()].join(', ')}${of}.`;
}
