/** One sample of every language. */
import { everything } from '../everything';
import { data } from './data';
import { dynamic } from './dynamic';
import { functional } from './functional';
import { managed } from './managed';
import { native } from './native';
import type { Samples } from './sample';
import { scripts } from './scripts';
import { systems } from './systems';
import { web } from './web';

export const samples: Samples = {
  ...web,
  ...systems,
  ...native,
  ...managed,
  ...scripts,
  ...functional,
  ...dynamic,
  ...data,
};

/** For these the laws are tested at each push: of different kinds, with most of what grammars can be. */
export const someLanguages = ['javascript', 'typescript', 'python', 'c', 'json', 'html'];

/** Languages and their samples. */
export const testedSamples = Object.entries(samples).filter(([id]) => everything || someLanguages.includes(id));
