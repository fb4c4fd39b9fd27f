/** Workers of a cluster: what a test on one takes on top of its command, what several gain, and what many would. */
import type { Suite } from '../support/suite';
import { overhead } from './overhead';
import { slots } from './slots';
import { speedup } from './speedup';

export const cluster: Suite = {
  name: 'cluster',
  description: 'Workers on a Redis of its own: round trip, speed-up, and on paper many slots.',
  open: ({ runs }) => [
    { name: 'overhead', title: 'A test on a worker', run: () => overhead(Math.max(20, Math.round(runs / 100))) },
    { name: 'speedup', title: 'Three workers', run: speedup },
    { name: 'slots', title: 'Many slots, on paper', run: slots },
  ],
};
