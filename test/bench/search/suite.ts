/** How many tests the strategies need on trees, and what they leave. */
import type { Report } from '../support/report';
import type { Suite } from '../support/suite';
import { Bench } from './bench';
import { quick } from './quick';
import { corpus } from './sections/corpus';
import { goalsReached } from './sections/goals';
import { library } from './sections/library';
import { means } from './sections/means';
import { papers, papersGenerated, papersUnfiltered } from './sections/papers';
import { parallel } from './sections/parallel';
import { resuming } from './sections/resuming';
import { speed } from './sections/speed';
import { forgetVerdicts } from './verdicts';

const sections: readonly { name: string; title: string; run(bench: Bench): Promise<Report> }[] = [
  { name: 'library', title: 'Functions of a library', run: library },
  { name: 'cases', title: 'Cases of the corpus', run: corpus },
  { name: 'means', title: 'Library and corpus together', run: means },
  { name: 'papers', title: 'What the papers claim', run: papers },
  { name: 'unfiltered', title: 'What the papers claim, without a parse filter', run: papersUnfiltered },
  { name: 'generated', title: 'What the papers claim, on generated programs', run: papersGenerated },
  { name: 'goals', title: 'Goals of the default strategy', run: goalsReached },
  { name: 'parallel', title: 'Several workers', run: parallel },
  { name: 'speed', title: 'Time inside the search', run: speed },
  { name: 'resuming', title: 'Time until a resumed run asks something new', run: resuming },
];

export const search: Suite = {
  name: 'search',
  description: 'How many tests the strategies need on trees, and what they leave.',
  open(options) {
    let bench: Bench | undefined;
    const opened = () => {
      if (!bench && options.fresh) forgetVerdicts();
      return (bench ??= new Bench(options));
    };
    return sections.map(({ name, title, run }) => ({ name, title, run: () => run(opened()) }));
  },
  quick,
};
