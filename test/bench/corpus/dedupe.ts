/** Not the same bug twice: variants of several cases in one folder, given to `whittle dedupe` with a test that any of the bugs passes. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import { pathOf, withoutFolder, type CaseFolder } from '../support/folders';
import { table, type Report } from '../support/report';
import type { Options } from '../support/suite';
import { casesOf, type Case } from './cases';
import { eventsOf, testsOf } from './measure';
import { variantsOf } from './variant';

const perBug = 10;
/** Share of the bugs that are wanted in one group each. */
const wanted = 5 / 6;

interface Bugs {
  readonly event: 'bugs';
  readonly tests: number;
  readonly bugs: readonly { readonly text: string; readonly files: readonly string[] }[];
  readonly others: readonly { readonly file: string; readonly why: string }[];
}

export async function measureDedupe(folder: CaseFolder, { subjects = [], show }: Options): Promise<Report> {
  const path = pathOf(folder);
  if (!path) return { text: withoutFolder(folder), claims: [], plots: {} };
  const cases = casesOf(path, subjects);
  const directory = mkdtempSync(join(tmpdir(), 'whittle-bench-dedupe-'));
  try {
    const { owners, alone } = await writeVariants(cases, directory);
    const test = join(directory, 'any.sh');
    writeFileSync(test, anyOf(cases));
    const args = ['dedupe', join(directory, 'crashes'), '--test', `bash '${test}' {}`];
    const events = await eventsOf([...args, '--output', join(directory, 'bugs'), '--json']);
    const found = events.at(-1) as unknown as Bugs;
    const groups = found.bugs.map(({ files }) => files.map((file) => owners.get(basename(file))!));
    if (show) for (const [at, { text }] of found.bugs.entries()) console.error(`--- ${groups[at].join(', ')}\n${text}`);
    for (const { file, why } of found.others) console.error(`${basename(file)}: ${why}`);
    return reportOf(cases, groups, found.tests, alone);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Into the folder `crashes`. */
async function writeVariants(cases: readonly Case[], directory: string) {
  const crashes = join(directory, 'crashes');
  mkdirSync(crashes);
  const owners = new Map<string, string>();
  let alone = 0;
  for (const one of cases) {
    for await (const text of variantsOf(one, perBug)) {
      const name = `${owners.size}${extname(one.input)}`;
      owners.set(name, one.name);
      writeFileSync(join(crashes, name), text);
      alone += await testsOf({ ...one, input: join(crashes, name) });
    }
    console.error(`${one.name}: ${owners.size} files so far, ${alone} tests one by one`);
  }
  return { owners, alone };
}

/** Of the cases with the candidate's kind of file. */
function anyOf(cases: readonly Case[]): string {
  const lines = cases.map(
    ({ input, oracle }) => `case $1 in *${extname(input)}) bash '${oracle}' "$1" >/dev/null 2>&1 && exit 0;; esac`,
  );
  return `${lines.join('\n')}\nexit 1\n`;
}

function reportOf(cases: readonly Case[], groups: readonly string[][], tests: number, alone: number): Report {
  const groupsOf = (one: Case) => groups.filter((group) => group.includes(one.name));
  const mixed = groups.filter((group) => new Set(group).size > 1).length;
  const single = cases.filter((one) => groupsOf(one).length === 1).length;
  return {
    text: `${table(
      ['case', 'files', 'groups'],
      cases.map((one) => [
        one.name,
        String(groups.flat().filter((owner) => owner === one.name).length),
        String(groupsOf(one).length),
      ]),
    )}\n\n${tests} tests, ${alone} one by one.`,
    claims: [
      { text: `dedupe: ${single} of ${cases.length} bugs in one group`, met: single >= wanted * cases.length },
      { text: `dedupe: ${mixed} groups of more than one bug`, met: mixed === 0 },
      {
        text: `dedupe: ${(tests / alone).toFixed(2)} of the tests of single runs (at most 0.5)`,
        met: tests <= alone / 2,
      },
    ],
    plots: {},
  };
}
