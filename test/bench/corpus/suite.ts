/**
 * Every case of the corpus with its real oracle. The corpus is found by the variable WHITTLE_CORPUS. What is measured is kept in
 * out/bench/corpus.jsonl: a run that was broken off goes on where it was.
 */
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { withoutCorpus } from '../support/corpus';
import { table, whole, type Report } from '../support/report';
import type { Options, Suite } from '../support/suite';
import { casesOf } from './cases';
import { measure, type Measured } from './measure';

const journal = 'out/bench/corpus.jsonl';

export const corpus: Suite = {
  name: 'corpus',
  description: 'Cases of the corpus with their real oracles, by the command line.',
  open: (options) => [{ name: 'cases', title: 'The corpus by the command line', run: () => measured(options) }],
};

async function measured({
  subjects = [],
  variants = ['default', 'hddr'],
  minutes = 10,
  fresh,
}: Options): Promise<Report> {
  const folder = process.env.WHITTLE_CORPUS;
  if (!folder) return { text: withoutCorpus, claims: [], plots: {} };
  if (fresh) rmSync(journal, { force: true });
  const cases = casesOf(folder, subjects);
  const known = read();
  for (const one of cases) {
    for (const variant of variants) {
      if (known.some((before) => before.case === one.name && before.variant === variant)) continue;
      const now = await measure(one, variant, minutes);
      known.push(now);
      mkdirSync('out/bench', { recursive: true });
      appendFileSync(journal, `${JSON.stringify(now)}\n`);
      console.error(`${one.name}, ${variant}: ${cell(now)}`);
    }
  }
  const rows = cases.map(({ name }) => [
    name,
    ...variants.map((variant) => cell(known.find((one) => one.case === name && one.variant === variant))),
  ]);
  const text = `${table(['case', ...variants], rows)}\n\nTokens / tests of the search / s; * stopped at the limit of time.`;
  return { text, claims: [], plots: {} };
}

function read(): Measured[] {
  if (!existsSync(journal)) return [];
  const lines = readFileSync(journal, 'utf8').trim().split('\n');
  return lines.filter(Boolean).map((line) => JSON.parse(line) as Measured);
}

function cell(measured: Measured | undefined): string {
  if (!measured?.finished) return measured?.problem ? `– (${measured.problem.split('\n')[0].slice(0, 60)})` : '–';
  const { tokens, search, ms, ending } = measured.finished;
  const doubt = measured.problem ? ' !' : ending === 'done' ? '' : '*';
  return `${whole(tokens.after)} / ${whole(search.tests)} / ${whole(ms / 1000)}${doubt}`;
}
