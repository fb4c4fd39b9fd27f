/** All known test runners. If two are equally near and sure, the first one wins. */
import { cargoTest } from './cargoTest';
import { goTest } from './goTest';
import { jest } from './jest';
import { mocha } from './mocha';
import { nodeTest } from './nodeTest';
import { packageScript } from './packageScript';
import { pytest } from './pytest';
import type { Runner } from './runner';
import { vitest } from './vitest';

export const runners: readonly Runner[] = [nodeTest, vitest, jest, mocha, pytest, goTest, cargoTest, packageScript];

/** Paths of test files of any runner; `npm run manifest` writes it to the menus of package.json. */
export const testPath = new RegExp([...new Set(runners.map(({ paths }) => paths.source))].join('|'));
