/** How long it takes a run that was broken off until it asks something new, on about 20,000 nodes; and how long its journal is. */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contentKey } from '../../../../src/oracle/content';
import { identityOf } from '../../../../src/reduction/journal/identity';
import type { Job } from '../../../../src/reduction/job';
import { jobWith } from '../../../support/jobs';
import { Journal } from '../../../../src/reduction/journal/journal';
import { modeOf } from '../../../../src/reduction/plan';
import { walkBy, type Commit } from '../../../../src/reduction/drive/drive';
import { textSubject } from '../../../../src/reduction/subjects/subject';
import { candidateText, type Candidate } from '../../../../src/text/source';
import { table, whole, type Claim, type Report } from '../../support/report';
import type { Subject } from '../subject';
import { fileName, longText, properties, subjectOf } from './speed';

/** Tests after which a run is broken off. */
const stops = [500, 1000, 2000, 4000];

/** Claimed, ms. */
const most = 8000;

const strategies = ['default', 'hddr'];

export async function resuming(): Promise<Report> {
  const text = await longText();
  const folder = mkdtempSync(join(tmpdir(), 'whittle-bench-'));
  const rows: string[][] = [];
  const claims: Claim[] = [];
  try {
    for (const { name, isRequired } of properties) {
      for (const strategy of strategies) {
        const subject = subjectOf(name, text, isRequired);
        const job = jobOf(subject, strategy, join(folder, `${rows.length}`));
        const waits: number[] = [];
        let size = 0;
        for (const [index, stop] of stops.entries()) {
          await firstQuestion(job, subject, stop - (stops[index - 1] ?? 0));
          size = statSync(job.journal!.file).size;
          waits.push(await firstQuestion(job, subject, 1));
        }
        rows.push([`${name}, ${strategy}`, ...waits.map((ms) => whole(ms)), whole(size / 1000)]);
        const longest = Math.max(...waits);
        claims.push({ text: `${name}, ${strategy}: ≤ ${whole(most)} ms (${whole(longest)})`, met: longest <= most });
      }
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  const head = ['property', ...stops.map((stop) => `after ${whole(stop)} tests, ms`), 'journal then, kB'];
  return { text: table(head, rows), claims, plots: {} };
}

function jobOf({ text }: Subject, strategy: string, file: string): Job {
  return jobWith({ fileName, text, search: strategy, journal: { file } });
}

/** Goes on until `maxTests` were answered; returns the time from the start until the first was asked, ms. */
async function firstQuestion(job: Job, subject: Subject, maxTests: number): Promise<number> {
  const began = performance.now();
  const controller = new AbortController();
  let first = 0;
  let tests = 0;
  const key = (candidate: Candidate) => contentKey(Buffer.from(candidateText(candidate)));
  const reduced = await textSubject(job);
  const journal = await Journal.open(job.journal!, identityOf(job), () => {});
  const lab = {
    key,
    async test(candidate: Candidate) {
      first ||= performance.now() - began;
      return { verdict: subject.holds(candidateText(candidate)) ? ('holds' as const) : ('fails' as const), ms: 0 };
    },
  };
  const onCommit = ({ cached, recorded }: Commit<Candidate>) => {
    if (!cached && !recorded && ++tests >= maxTests) controller.abort();
  };
  if (!journal!.found.calibration)
    journal!.write({ calibrated: { held: 1, runs: 1, ms: 1, timeoutMs: 1, cores: 1, rules: [] } });
  try {
    const options = { signal: controller.signal, onCommit, record: journal };
    await walkBy(modeOf(job), () => reduced.search(reduced.original), lab, options);
  } finally {
    journal?.close('interrupted');
    reduced.dispose();
  }
  return first;
}
