/** All known test runners. If two are equally near and sure, the first one wins. */
import { cargoTest } from './kinds/cargoTest';
import { goTest } from './kinds/goTest';
import { pytest, unittest } from './kinds/python';
import { jest, mocha, playwright, vitest } from './kinds/packageRunners';
import { nodeTest } from './kinds/nodeTest';
import { packageScript } from './kinds/packageScript';
import type { Runner } from './runner';

export const runners: readonly Runner[] = [
  nodeTest,
  playwright,
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
