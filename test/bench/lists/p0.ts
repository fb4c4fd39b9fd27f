/** What the first guess p₀ is worth: tests of ProbDD and CDD on lists of which few or many elements must stay. */
import { draw } from '../../../src/reducers/list';
import { defaultOptions } from '../../../src/reducers/options';
import { countTests } from '../support/count';
import { percent, table, whole, type Report } from '../support/report';
import { geometricMean } from '../support/statistics';
import { contenders } from './contenders';
import type { Options } from '../support/suite';

const guesses = [0.01, 0.03, 0.05, 0.1, 0.15, 0.2, 0.3];

/** Shares of elements that must stay. */
const shares = [0.01, 0.05, 0.2];

/** Lists of the weighted simulation for each list here. */
const scale = 50;

export function p0({ lists }: Options): Report {
  const numbers = Array.from({ length: Math.ceil(lists / scale) }, (_, number) => number);
  const columns = shares.flatMap((share) => contenders(['probdd', 'cdd']).map((reducer) => ({ share, reducer })));
  const rows = guesses.map((guess) => [
    guess,
    ...columns.map(({ share, reducer }) => {
      const tests = numbers.map((number) => {
        const { size, required } = randomList(number, share);
        const search = reducer.search({ size, weight: () => 1 }, { ...defaultOptions, p0: guess });
        return countTests(search, size, required).tests;
      });
      return whole(geometricMean(tests));
    }),
  ]);
  const head = ['p₀', ...columns.map(({ share, reducer }) => `${reducer.name}, ${percent(share, 0)} required`)];
  return {
    text: `${whole(numbers.length)} lists, tests (geometric mean)\n\n${table(head, rows)}`,
    claims: [],
    plots: {},
  };
}

/** n ~ U{2…1000}. */
function randomList(number: number, share: number): { size: number; required: number[] } {
  const size = 2 + (draw(4, number, 0) % 999);
  const elements = Array.from({ length: size }, (_, element) => element);
  return { size, required: elements.filter((element) => draw(5, number, element) < share * 2 ** 32) };
}
