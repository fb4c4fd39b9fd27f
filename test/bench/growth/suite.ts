/** How tests, time and memory grow with the input, and with what of it must stay; generated programs in three languages. */
import type { Suite } from '../support/suite';
import { byShare, bySize, type Effort } from './plan';
import { quick } from './quick';
import { sizeReport, shareReport } from './report';

export const growth: Suite = {
  name: 'growth',
  description: 'How tests, time and memory grow with the input.',
  open: ({ maxSize, minutes = 1, threads, subjects: contenders }) => {
    const effort: Effort = { mostMs: 60_000 * minutes, threads, contenders };
    return [
      {
        name: 'few',
        title: 'Growth: ten statements are required',
        run: async () => sizeReport('few', await bySize({ count: 10 }, maxSize, effort)),
      },
      {
        name: 'share',
        title: 'Growth: five in a hundred statements are required',
        run: async () => sizeReport('share', await bySize({ share: 0.05 }, maxSize, effort)),
      },
      {
        name: 'required',
        title: 'Growth with the share of required statements',
        run: async () => shareReport(await byShare(Math.min(maxSize, 10_000), effort)),
      },
    ];
  },
  quick,
};
