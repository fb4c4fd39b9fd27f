/** How our part is loaded into each test runner that can be kept running. */
import { delimiter, join } from 'node:path';
import type { Order } from '../processes/start';

/** Runners that can be kept warm, by name. */
export const kinds: Readonly<Record<string, WarmKind>> = {
  mocha: requiring('warmMocha.js'),
  jest: requiring('warmJest.js'),
  vitest: {
    variables: (folder, { NODE_OPTIONS }) => ({
      NODE_OPTIONS: joined(NODE_OPTIONS, ' ', `--import ${JSON.stringify(importing(join(folder, 'warmVitest.js')))}`),
    }),
  },
  pytest: {
    forks: true,
    variables: (folder, { PYTHONPATH, PYTEST_PLUGINS }) => ({
      PYTHONPATH: joined(folder, delimiter, PYTHONPATH),
      PYTEST_PLUGINS: joined(PYTEST_PLUGINS, ',', 'whittle_warm'),
    }),
  },
};

export interface WarmKind {
  /** Does each test get a process of its own? */
  readonly forks?: boolean;
  /** What loads our part, which is in `folder`, into the runner; `before`: its environment otherwise. */
  variables(folder: string, before: Order['env']): Readonly<Record<string, string>>;
}

/** Node.js loads this file before the runner. */
function requiring(file: string): WarmKind {
  return {
    variables: (folder, { NODE_OPTIONS }) => ({
      NODE_OPTIONS: joined(NODE_OPTIONS, ' ', `--require ${JSON.stringify(join(folder, file))}`),
    }),
  };
}

function joined(one: string | undefined, by: string, other: string | undefined): string {
  return [one, other].filter(Boolean).join(by);
}

/** A module that is not loaded before the promise `loaded` of a CommonJS file. */
function importing(file: string): string {
  const required = `createRequire('file:///')(${JSON.stringify(file)})`;
  const lines = ["import{createRequire}from'node:module'", `await ${required}.loaded`];
  return `data:text/javascript,${encodeURIComponent(lines.join(';'))}`;
}
