/** The cases of a corpus: folders with case.json, the input and oracle.sh. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Case {
  readonly name: string;
  readonly input: string;
  readonly oracle: string;
  /** Size of the smallest result that somebody has published, bytes. */
  readonly publishedBytes?: number;
}

interface CaseFile {
  readonly input: string;
  readonly published?: { readonly reducedBytes?: number };
}

/** Every case of the folder, or those that are named. Throws if one is not there. */
export function casesOf(corpus: string, names: readonly string[]): Case[] {
  const all = readdirSync(corpus).filter((name) => existsSync(join(corpus, name, 'case.json')));
  const unknown = names.find((name) => !all.includes(name));
  if (unknown) throw new Error(`There is no case ${unknown}: choose of ${all.join(', ')}.`);
  return all
    .filter((name) => names.length === 0 || names.includes(name))
    .map((name) => {
      const { input, published } = JSON.parse(readFileSync(join(corpus, name, 'case.json'), 'utf8')) as CaseFile;
      const oracle = join(corpus, name, 'oracle.sh');
      return { name, input: join(corpus, name, input), oracle, publishedBytes: published?.reducedBytes };
    });
}
