/**
 * One bug, one text: of each case variants with other names, in another order and with more in them, which show the same bug, are reduced.
 * Wanted is one result for all.
 */
import { pathOf, withoutFolder, type CaseFolder } from '../support/folders';
import { table, type Report } from '../support/report';
import type { Options } from '../support/suite';
import { casesOf } from './cases';
import { reducedText } from './measure';
import { variantsOf } from './variant';

/** Mean number of different results of a bug that is wanted at most. */
const wanted = 1.2;

export async function measureVariants(folder: CaseFolder, { subjects = [], show }: Options): Promise<Report> {
  const path = pathOf(folder);
  if (!path) return { text: withoutFolder(folder), claims: [], plots: {} };
  const rows: string[][] = [];
  const counts: number[] = [];
  for (const one of casesOf(path, subjects)) {
    const results: string[] = [];
    for await (const text of variantsOf(one, 5)) results.push(await reducedText(one, text));
    if (results.length === 0) continue;
    const different = new Map<string, number>();
    for (const result of results) different.set(result, (different.get(result) ?? 0) + 1);
    counts.push(different.size);
    rows.push([one.name, String(results.length), String(different.size)]);
    console.error(`${one.name}: ${different.size} texts of ${results.length} variants`);
    if (show) for (const [text, times] of different) console.error(`--- ${times} times\n${text}`);
  }
  const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  return {
    text: table(['case', 'variants', 'different results'], rows),
    claims: [
      {
        text: `variants of one bug end in ${mean.toFixed(2)} texts in the mean (at most ${wanted})`,
        met: mean <= wanted,
      },
    ],
    plots: {},
  };
}
