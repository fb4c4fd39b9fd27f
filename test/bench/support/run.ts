/** Runs sections: tables go to the terminal, plots to out/bench, and claims come last. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Claim } from './report';
import type { Section } from './suite';

const plotFolder = 'out/bench';

/** Are all claims met? */
export async function runSections(sections: readonly Section[]): Promise<boolean> {
  const claims: Claim[] = [];
  for (const { title, run } of sections) {
    const start = performance.now();
    const report = await run();
    console.log(`## ${title}\n\n${report.text}\n`);
    console.error(`${title}: ${((performance.now() - start) / 1000).toFixed(0)} s`);
    claims.push(...report.claims);
    mkdirSync(plotFolder, { recursive: true });
    for (const [name, plot] of Object.entries(report.plots)) writeFileSync(join(plotFolder, name), plot);
  }
  if (claims.length > 0) console.log('## Claims\n');
  for (const { text, met } of claims) console.log(`- ${met ? 'met' : 'MISSED'}: ${text}`);
  return claims.every(({ met }) => met);
}
