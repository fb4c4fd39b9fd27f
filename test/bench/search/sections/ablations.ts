/** The tree-wide search without one of its parts each, hoists off. */
import { table, type Report } from '../../support/report';
import type { ChosenOptions } from '../../../../src/reduction/searches/options';
import { usualModel, type Model } from '../../../../src/strategies/treewide/chances';
import { treewideBy } from '../../../../src/strategies/treewide/treewide';
import { corpusFolder, withoutFolder } from '../../support/folders';
import type { Bench } from '../bench';
import { ending } from '../comparison';
import type { Contender } from '../contenders';
import { ratiosOf, ratioTable } from '../ratios';
import { comparedCases } from './corpus';

const whole = variant('all of it', {});

/** One of them is the usual one. */
const targets = [0.37, 0.5, 0.63].filter((target) => target !== usualModel.target);

const variants: readonly Contender[] = [
  whole,
  variant('without kinds', { kinds: false }),
  variant('without references', { references: false }),
  variant('without coupled deletion', {}, { coupled: 'off' }),
  variant('without runs', { runs: false }),
  ...targets.map((target) => variant(`target ${target}`, { target })),
];

function variant(name: string, model: Partial<Model>, options: Partial<ChosenOptions> = {}): Contender {
  return {
    name,
    strategy: treewideBy({ ...usualModel, ...model }),
    reducer: 'cdd',
    options: { hoists: 'off', ...options },
  };
}

export async function ablations(bench: Bench): Promise<Report> {
  const cases = bench.corpus(comparedCases);
  const subjects = [...bench.library, ...(cases ?? [])];
  if (subjects.length === 0) return { text: 'None of its subjects was asked for.', claims: [], plots: {} };
  const rows: string[][] = [];
  for (const subject of subjects) {
    const row = [subject.name];
    for (const contender of variants) row.push(ending(await bench.trace(subject, contender)));
    rows.push(row);
  }
  const ratios = [];
  for (const contender of variants) {
    ratios.push({ name: contender.name, ratios: await ratiosOf(bench, subjects, contender, whole) });
  }
  const text = [
    `The usual target is ${usualModel.target}. Tests / tokens left (certificate):`,
    table(['subject', ...variants.map(({ name }) => name)], rows),
    'Ratios to all of it, geometric means:',
    ratioTable(ratios),
  ];
  return { text: [...(cases ? [] : [withoutFolder(corpusFolder)]), ...text].join('\n\n'), claims: [], plots: {} };
}
