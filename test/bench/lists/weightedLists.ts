/** The lists of the weighted simulation, and what each reducer does with one. */
import { draw } from '../../../src/reducers/list';
import { weightedList, type Spread } from '../../support/weighted';
import { countTests } from '../support/count';
import { contenders, linear } from './contenders';
import { countTextbook } from './textbook';

export interface Measured {
  readonly size: number;
  /** By reducer, as in `measuredNames`. */
  readonly tests: readonly number[];
  readonly kept: readonly number[];
}

const reducers = contenders(['ddmin', 'wddmin', ...linear]);

/** The first is the one that the others are compared with. */
export const measuredNames = ['ddmin textbook', ...reducers.map(({ name }) => name)];

/** List `number`, of n ~ U{2…1000} elements. */
export function measure(number: number, spread: Spread): Measured {
  const size = 2 + (draw(0, number, 0) % 999);
  const { weights, required } = weightedList(number, size, spread);
  const list = { size, weight: (element: number) => weights[element] };
  const counted = [
    countTextbook(size, required),
    ...reducers.map((reducer) => countTests(reducer.search(list), size, required)),
  ];
  return { size, tests: counted.map(({ tests }) => tests), kept: counted.map(({ kept }) => kept.length) };
}
