/** Counts of the beginning of some searches on a function of the library; nothing is taken from verdicts that were kept. */
import type { Counts } from '../support/expected';
import { baselines, treewide, usual } from './contenders';
import { measure } from './measure';
import { librarySubjects } from './properties';
import { testsOf, tokensOf } from './record';

/** Tests after which a search is left: to the end it takes minutes on a slow machine. */
const mostTests = 300;

export async function quick(): Promise<Counts> {
  const subject = librarySubjects().find(({ name }) => name === 'chunk')!;
  const rows: Record<string, Record<string, number>> = {};
  for (const contender of [baselines.hddr, treewide, usual]) {
    const trace = await measure(subject, contender, { mostTests });
    rows[`${subject.name}, ${contender.name}`] = {
      tests: testsOf(trace),
      tokens: tokensOf(trace),
      'last success': trace.lastHeld,
    };
  }
  return rows;
}
