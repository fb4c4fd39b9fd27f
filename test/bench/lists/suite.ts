/** What list reducers cost, as the papers measure it. */
import type { Section, Suite, Options } from '../support/suite';
import { cpu } from './cpu';
import { groups } from './groups';
import { minimality } from './minimality';
import { p0 } from './p0';
import { parallel } from './parallel';
import { queries } from './queries';
import { quick } from './quick';
import { weighted } from './weighted';

export const lists: Suite = {
  name: 'lists',
  description: 'What list reducers cost, as the papers measure it.',
  open: (options: Options): Section[] => [
    { name: 'weighted', title: 'Weighted lists', run: () => weighted(options) },
    { name: 'parallel', title: 'Levels of parallelism', run: parallel },
    { name: 'cpu', title: 'Time inside the search', run: cpu },
    { name: 'queries', title: 'Kinds of queries', run: queries },
    { name: 'minimality', title: 'Results that are not 1-minimal', run: () => minimality(options) },
    { name: 'p0', title: 'The first guess', run: () => p0(options) },
    { name: 'groups', title: 'Group testing', run: () => groups(options) },
  ],
  quick,
};
