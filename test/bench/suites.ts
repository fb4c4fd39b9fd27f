/** The benches, in the order in which they run. */
import { cluster } from './cluster/suite';
import { corpus, publicCases } from './corpus/suite';
import { faults } from './faults/suite';
import { folders } from './folders/suite';
import { growth } from './growth/suite';
import { lists } from './lists/suite';
import { needs } from './needs/suite';
import { overhead } from './overhead/suite';
import { recorded } from './recorded/suite';
import { search } from './search/suite';
import type { Suite } from './support/suite';
import { tests } from './tests/suite';

export const suites: readonly Suite[] = [
  lists,
  search,
  growth,
  recorded,
  corpus,
  publicCases,
  needs,
  overhead,
  faults,
  tests,
  folders,
  cluster,
];
