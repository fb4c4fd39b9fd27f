/** What proposing costs: processor time inside the search for each test, on about 20,000 nodes, without parse filter and property. */
import { resolve } from 'node:path';
import { readerFor } from '../../../../src/reduction/reader';
import { table, whole, type Claim, type Report } from '../../support/report';
import { sameMoves, treewide } from '../contenders';
import { measure } from '../measure';
import { libraryText } from '../properties';
import { testsOf, tokensOf } from '../record';
import type { Subject } from '../subject';

const nodes = 20_000;

/** Tests after which a search is left. */
const mostTests = 2000;

/** Claimed: ms for each test, with the same moves. */
const most = 1;

export const fileName = 'functions.js';

/** How many of its lines must stay. */
export const properties = [
  { name: 'every 10th line must stay', isRequired: (line: number) => line % 10 === 0 },
  { name: 'all but every 10th line must stay', isRequired: (line: number) => line % 10 !== 0 },
];

export async function speed(): Promise<Report> {
  const text = await longText();
  const rows: string[][] = [];
  const claims: Claim[] = [];
  for (const { name, isRequired } of properties) {
    for (const contender of [sameMoves, treewide]) {
      const trace = await measure(subjectOf(name, text, isRequired), contender, { mostTests });
      const [tests, sizes] = [testsOf(trace), `${whole(trace.sizes[0])} → ${whole(tokensOf(trace))}`];
      const [search, filter] = [trace.searchMs / tests, trace.filterMs / tests];
      rows.push([`${name}, ${contender.name}`, whole(tests), sizes, search.toFixed(2), filter.toFixed(2)]);
      if (contender !== sameMoves) continue;
      claims.push({ text: `speed, ${name}: ≤ ${most} ms for each test (${search.toFixed(2)})`, met: search <= most });
    }
  }
  const head = ['property', 'tests', 'tokens', 'search, ms per test', 'filter, ms per test'];
  const count = whole(await countNodes(text));
  return { text: `${count} nodes, ${whole(mostTests)} tests at most\n\n${table(head, rows)}`, claims, plots: {} };
}

/** Functions of the library, over and over. */
export async function longText(): Promise<string> {
  const functions = libraryText().match(/^ {2}function \w[^]*?^ {2}}$/gm)!;
  const once = functions.join('\n');
  const length = (nodes / (await countNodes(once))) * once.length;
  const lines: string[] = [];
  for (let index = 0, sum = 0; sum < length; index++) {
    lines.push(functions[index % functions.length]);
    sum += lines[index].length;
  }
  return lines.join('\n');
}

async function countNodes(text: string): Promise<number> {
  const { reader } = await readerFor({ input: { fileName, text, encoding: 'utf8' }, assets: resolve('dist') });
  try {
    return reader!.elements(text).count;
  } finally {
    reader!.dispose();
  }
}

/** Holds if the required lines of code are there, in their order. */
export function subjectOf(name: string, text: string, isRequired: (line: number) => boolean): Subject {
  const lines = text.split('\n').map((line) => line.trim());
  const required = lines.filter((line, index) => /\w/.test(line) && isRequired(index));
  const holds = (candidate: string) => {
    let at = 0;
    return required.every((line) => {
      const found = candidate.indexOf(line, at);
      at = found + line.length;
      return found >= 0;
    });
  };
  return { name, fileName, text, holds };
}
