/**
 * Every case of a folder with its real oracle. What is measured is kept in out/bench: a run that was broken off goes on where it was.
 */
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { corpusFolder, pathOf, publicFolder, withoutFolder, type CaseFolder } from '../support/folders';
import { table, whole, type Claim, type Report } from '../support/report';
import type { Options, Suite } from '../support/suite';
import { casesOf, type Case } from './cases';
import type { Estimates } from './estimates';
import { measureDedupe } from './dedupe';
import { measure, type Measured } from './measure';
import { measureVariants } from './variants';

export const corpus = suiteOf(corpusFolder, ['default', 'hddr']);
export const publicCases = suiteOf(publicFolder, ['default']);

function suiteOf(folder: CaseFolder, usual: readonly string[]): Suite {
  const { name, description } = folder;
  const run = (options: Options) => measured(folder, { variants: usual, ...options });
  return {
    name,
    description,
    open: (options) => [
      { name: 'cases', title: description, run: () => run(options) },
      { name: 'variants', title: 'One bug, one text', run: () => measureVariants(folder, options) },
      { name: 'dedupe', title: 'Not the same bug twice', run: () => measureDedupe(folder, options) },
    ],
  };
}

async function measured(
  folder: CaseFolder,
  { subjects = [], variants = [], minutes = 10, fresh }: Options,
): Promise<Report> {
  const path = pathOf(folder);
  if (!path) return { text: withoutFolder(folder), claims: [], plots: {} };
  const journal = `out/bench/${folder.name}.jsonl`;
  if (fresh) rmSync(journal, { force: true });
  const cases = casesOf(path, subjects);
  const known = read(journal);
  const resultOf = (one: Case, variant: string) =>
    known.find((before) => before.case === one.name && before.variant === variant);
  for (const one of cases) {
    for (const variant of variants) {
      if (resultOf(one, variant)) continue;
      const now = await measure(one, variant, minutes);
      known.push(now);
      mkdirSync('out/bench', { recursive: true });
      appendFileSync(journal, `${JSON.stringify(now)}\n`);
      console.error(`${one.name}, ${variant}: ${cell(now)}`);
    }
  }
  const rows = cases.map((one) => [one.name, ...variants.map((variant) => cell(resultOf(one, variant)))]);
  return {
    text: `${table(['case', ...variants], rows)}\n\nTokens / bytes / tests of the search (to 1.1 times the size) / s; * stopped at the limit of time.`,
    claims: [
      ...cases.flatMap((one) => claimsOf(one, resultOf(one, 'default'))),
      ...estimateClaim(cases.flatMap((one) => resultOf(one, 'default')?.estimated ?? [])),
    ],
    plots: {},
  };
}

/** Limit on the tests in which a published size is reached. */
const mostTests = 300;

function claimsOf({ name, publishedBytes }: Case, found: Measured | undefined): Claim[] {
  if (publishedBytes === undefined || !found) return [];
  const { finished, problem } = found;
  const isSmall = finished !== undefined && !problem && finished.bytes.after <= publishedBytes;
  const met = isSmall && finished.search.tests <= mostTests;
  return [{ text: `${name}: at most ${publishedBytes} bytes, as published, within ${mostTests} tests`, met }];
}

/** In this share of the cases the estimates are wanted to be right. */
const mostCases = 0.8;

function estimateClaim(all: readonly Estimates[]): Claim[] {
  if (all.length === 0) return [];
  const mean = all.reduce((sum, { share }) => sum + share, 0) / all.length;
  const [third, half, later] = [0, 1, 2].map((place) => all.filter(({ at }) => at[place]).length);
  const where = `a third of the run in: ${third}, half: ${half}, two thirds: ${later} of ${all.length} cases`;
  return [
    {
      text: `the tests still needed are told within a factor of two (${where}; from a third on ${whole(100 * mean)}% of all)`,
      met: Math.min(third, half, later) >= mostCases * all.length,
    },
  ];
}

function read(journal: string): Measured[] {
  if (!existsSync(journal)) return [];
  const lines = readFileSync(journal, 'utf8').trim().split('\n');
  return lines.filter(Boolean).map((line) => JSON.parse(line) as Measured);
}

function cell(measured: Measured | undefined): string {
  if (!measured?.finished) return measured?.problem ? `– (${measured.problem.split('\n')[0].slice(0, 60)})` : '–';
  const { tokens, bytes, search, ms, ending } = measured.finished;
  const doubt = measured.problem ? ' !' : ending === 'done' ? '' : '*';
  const tests = `${whole(search.tests)} (${whole(measured.testsToNear ?? search.tests)})`;
  return `${whole(tokens.after)} / ${whole(bytes.after)} / ${tests} / ${whole(ms / 1000)}${doubt}`;
}
