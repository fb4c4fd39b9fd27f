/** All known test runners. If two are equally near and sure, the first one wins. */
import { cargoTest } from './kinds/cargoTest';
import { goTest } from './kinds/goTest';
import { jest } from './kinds/jest';
import { mocha } from './kinds/mocha';
import { nodeTest } from './kinds/nodeTest';
import { packageScript } from './kinds/packageScript';
import { pytest } from './kinds/pytest';
import type { Runner } from './runner';
import { unittest } from './kinds/unittest';
import { vitest } from './kinds/vitest';

export const runners: readonly Runner[] = [
  nodeTest,
  vitest,
  jest,
  mocha,
  pytest,
  unittest,
  goTest,
  cargoTest,
  packageScript,
];

/** Paths of test files of any runner; `npm run manifest` writes it to the menus of package.json. */
export const testPath = new RegExp([...new Set(runners.map(({ paths }) => paths.source))].join('|'));
