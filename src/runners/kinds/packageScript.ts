/** The `test` script of the nearest package.json that has one: for unknown runners. */
import { foldersUp, has } from '../folders';
import { packageIn } from '../package';
import type { Runner } from '../runner';
import { isScriptTest, scriptTests } from '../testFiles';

/** Package manager of each lock file. */
const managers = { 'pnpm-lock.yaml': 'pnpm', 'yarn.lock': 'yarn', 'bun.lock': 'bun run', 'bun.lockb': 'bun run' };

export const packageScript: Runner = {
  name: 'test script',
  paths: scriptTests,
  find(file) {
    if (!isScriptTest(file)) return undefined;
    const folders = foldersUp(file);
    const cwd = folders.find((folder) => isScript(packageIn(folder)?.scripts.test));
    if (!cwd) return undefined;
    const found = Object.entries(managers).find(([lock]) => folders.some((folder) => has(folder, lock)));
    return {
      sureness: 'guess',
      cwd,
      words: () => ['CI=true', ...(found?.[1] ?? 'npm').split(' '), 'test'],
    };
  },
};

/** The default script of `npm init` does not count. */
function isScript(script: string | undefined): boolean {
  return typeof script === 'string' && script.trim() !== '' && !script.includes('no test specified');
}
