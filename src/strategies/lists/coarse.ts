/**
 * Coarse HDD (Hodován, Kiss & Gyimóthy 2017): deletes only elements that the grammar allows, members of repetitions and optional
 * children.
 */
import { familiesOf } from './hddr';
import { passes } from './lists';
import { polish } from '../moves/polish';
import { inSequence, parsing, shrinking } from '../pipelines/steps';
import type { Strategy } from '../strategy';

export const coarse: Strategy = {
  name: 'coarse',
  description: 'HDDr on repeated and optional elements only: few tests, larger results.',
  needsTree: true,
  treeMinimal: false,
  usesReducer: true,
  options: ['traversal', 'direction'],
  search: parsing(shrinking(inSequence(passes(familiesOf), polish))),
};
