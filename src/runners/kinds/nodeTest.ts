/** Runners of JavaScript that have no settings of their own: node:test, and the `test` script of package.json. */
import { callOf, installedModule, keepOptions, packageFolder, packageIn, type Call } from '../package';
import type { Runner } from '../runner';
import {
  escapedTitle,
  foldersUp,
  has,
  imports,
  isScript,
  isScriptTest,
  isTypeScript,
  pathFrom,
  scriptTests,
} from '../testFile';

const needed = '-r --require --import --loader --experimental-loader -C --conditions --env-file';

/** Runs the file itself, which takes one process less than `node --test`. */
export const nodeTest: Runner = {
  name: 'node:test',
  paths: scriptTests,
  failed: '^# fail [1-9]',
  report: 'tap',
  find(file) {
    if (!isScript(file) || !imports(file, 'node:test')) return undefined;
    const cwd = packageFolder(file);
    const { env, args } = callIn(cwd);
    const options = keepOptions(args, needed, /^--experimental-(?!test-coverage)/);
    const compiles = isTypeScript(file) && options.length === 0 && installedModule('tsx', cwd) !== undefined;
    return {
      sureness: 'certain',
      cwd,
      words: (titles) => [
        ...[...env, 'node', ...options, ...(compiles ? ['--import', 'tsx'] : []), '--test-reporter=tap'],
        ...(titles.length > 0 ? [`--test-name-pattern=${pattern(titles)}`] : []),
        pathFrom(cwd, file.path, file.root),
      ],
    };
  },
};

/** Node before 22 matches the test's own title, later versions also the full title. */
function pattern(titles: readonly string[]): string {
  const suites = titles.slice(0, -1).map((title) => `${escapedTitle(title)} `);
  const before = suites.length > 0 ? `(${suites.join('')})?` : '';
  return `^${before}${escapedTitle(titles.at(-1)!)}$`;
}

/** `tsx --test` is node with a hook. */
function callIn(folder: string): Call {
  const [node, tsx] = ['node', 'tsx'].map((program) => callOf(folder, program, '--test'));
  if (node || !tsx) return node ?? { env: [], args: [] };
  return { ...tsx, args: ['--import', 'tsx', ...tsx.args] };
}

/** Package manager of each lock file. */
const managers = { 'pnpm-lock.yaml': 'pnpm', 'yarn.lock': 'yarn', 'bun.lock': 'bun run', 'bun.lockb': 'bun run' };

/** Of the nearest package.json that has one: for unknown runners. */
export const packageScript: Runner = {
  name: 'test script',
  paths: scriptTests,
  find(file) {
    const folders = foldersUp(file);
    const cwd = folders.find((folder) => isMeant(packageIn(folder)?.scripts.test));
    if (!cwd || !isScriptTest(file)) return undefined;
    const found = Object.entries(managers).find(([lock]) => folders.some((folder) => has(folder, lock)));
    return { sureness: 'guess', cwd, words: () => ['CI=true', ...(found?.[1] ?? 'npm').split(' '), 'test'] };
  },
};

/** The default script of `npm init` does not count. */
function isMeant(script: string | undefined): boolean {
  return typeof script === 'string' && script.trim() !== '' && !script.includes('no test specified');
}
