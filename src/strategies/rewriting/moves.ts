/** The moves of each time at which texts are rewritten. */
import * as l10n from '@vscode/l10n';
import type { StrategyContext } from '../strategy';
import { simplifyingPatience } from '../moves/moves';
import { carry, inline, names } from './byNames';
import { adjacent, drop, hoist, join, shell, shorten, structs, unwrap, value } from './byShape';
import { donations, runs, twinHoists, twins } from './parts';
import { counted, single, unscope } from './paths';
import { rewriting, type Limit, type Move } from './rewriting';
import { conversions, filledParameters, signatures } from './signatures';
import { columns, counterparts } from './tables';

const simplify = (changes: Move['changes'], patience: number): Move => ({ changes, option: 'simplify', patience });

/** Before anything that has failed is tested again. */
export const definitions = rewriting(
  () => l10n.t('Inlining definitions'),
  [
    { changes: signatures, option: 'coupled', patience: Infinity },
    { changes: conversions, option: 'coupled', patience: 8 },
    simplify(inline, 8),
    simplify(filledParameters, 8),
    simplify(counted, 3),
    simplify(shorten, 3),
  ],
);

/** Parts that need each other. Most of those that hold are the first to the fourth. */
export const parts = rewriting(
  () => l10n.t('Moving parts of elements'),
  [
    { changes: twins, option: 'twins', patience: simplifyingPatience },
    { changes: twinHoists, option: 'twins', patience: 3 },
    simplify(runs, 3),
    simplify(donations, 5),
  ],
);

/** Of a test: what it gives goes with what it expects of it. */
export const givenAndExpected = rewriting(() => l10n.t('Moving parts of elements'), [simplify(counterparts, 12)]);

const limits: Readonly<Record<StrategyContext['options']['effort'], Limit>> = {
  quick: { perToken: 1, least: 12, most: 60 },
  normal: { perToken: 2, least: 12, most: 120 },
  thorough: { perToken: 10, least: 12, most: Infinity },
};

/** At the end. Most useful first, by tokens gained for each test: of a short text only the first ones get their turn. */
export const tail = rewriting(
  () => l10n.t('Rewriting what is left'),
  [unwrap, structs, unscope, single, join, columns, hoist, inline, carry, adjacent, names, shell, value, drop].map(
    (move) => simplify(move, 50),
  ),
  ({ options }) => limits[options.effort],
);
