/** Searches on the recorded verdicts of a slow oracle: no tool is run. */
import { percent, table, whole, type Claim, type Report } from '../support/report';
import type { Counts } from '../support/expected';
import type { Suite } from '../support/suite';
import { otherContenders, recordAnew, recordedContenders, recordingFacts, replayed } from './replays';

const all = [...recordedContenders, ...otherContenders];

export const recorded: Suite = {
  name: 'recorded',
  description: 'Searches on the recorded verdicts of a slow oracle.',
  open: ({ record }) => [
    {
      name: 'typescript',
      title: 'Three errors that TypeScript finds',
      async run() {
        if (record) await recordAnew();
        return report();
      },
    },
  ],
  quick,
};

async function report(): Promise<Report> {
  const rows: (string | number)[][] = [];
  const claims: Claim[] = [];
  for (const contender of all) {
    const { search, tokens, replayed: verdicts, oracleMs } = await replayed(contender);
    const { recorded: known, simulated } = verdicts;
    const share = simulated / (known + simulated);
    const seconds = whole(oracleMs / 1000);
    rows.push([
      contender.name,
      whole(search.tests),
      whole(tokens.after),
      whole(known),
      whole(simulated),
      percent(share),
      seconds,
    ]);
    if (!recordedContenders.includes(contender)) continue;
    // The empty input is tested before a run, and not recorded.
    claims.push({ text: `recorded, ${contender.name}: nothing is simulated (${simulated})`, met: simulated <= 1 });
  }
  const { verdicts, meanMs } = recordingFacts();
  const head = ['search', 'tests', 'tokens left', 'recorded', 'SIMULATED', 'share', 'tests would take, s'];
  const text = `${whole(verdicts)} recorded verdicts, ${whole(meanMs)} ms each:\n\n${table(head, rows)}`;
  return { text, claims, plots: {} };
}

async function quick(): Promise<Counts> {
  const rows: Record<string, Record<string, number>> = {};
  for (const contender of all) {
    const { search, tokens, replayed: verdicts } = await replayed(contender);
    rows[contender.name] = { tests: search.tests, tokens: tokens.after, simulated: verdicts.simulated };
  }
  return rows;
}
