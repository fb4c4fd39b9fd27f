/** `npm run bench -- --quick`: small parts of the benches whose counts must be those that are committed. */
import { differences, differenceTable, readExpected, writeExpected } from './support/expected';
import type { Suite } from './support/suite';

/** Are all counts as expected? With `update` they are what is expected from now on. */
export async function runQuick(suites: readonly Suite[], update: boolean): Promise<boolean> {
  let same = true;
  for (const { name, quick } of suites) {
    if (!quick) continue;
    const start = performance.now();
    const counts = await quick();
    const seconds = ((performance.now() - start) / 1000).toFixed(0);
    const found = differences(readExpected(name), counts);
    const end = found.length === 0 ? 'as expected' : update ? 'written anew' : 'NOT as expected';
    console.log(`${name}: ${Object.keys(counts).length} rows of counts ${end} (${seconds} s)`);
    if (found.length === 0) continue;
    console.log(`\n${differenceTable(found)}\n`);
    if (update) await writeExpected(name, counts);
    else same = false;
  }
  if (!same) console.log('If that is meant: npm run bench -- --quick --update');
  return same;
}
