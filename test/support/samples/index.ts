/** One sample of every language. */
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
