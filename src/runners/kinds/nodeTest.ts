/** node:test. Runs the file itself, which takes one process less than `node --test`. */
import { escapedTitle, imports, isScript, isTypeScript, scriptTests } from '../testFiles';
import { packageFolder } from './packageRunners';
import { pathFrom } from '../folders';
import { isInstalled, packageIn, callOf, kept, type Call } from '../package';
import type { Runner, TestFile } from '../runner';

const needed = '-r --require --import --loader --experimental-loader -C --conditions --env-file';

export const nodeTest: Runner = {
  name: 'node:test',
  paths: scriptTests,
  find(file) {
    if (!isScript(file) || !imports(file, 'node:test')) return undefined;
    const cwd = packageFolder(file);
    const call = callIn(cwd);
    const options = kept(call.args, needed.split(' '), /^--experimental-(?!test-coverage)/);
    return {
      sureness: 'certain',
      cwd,
      failed: '^# fail [1-9]',
      report: 'tap',
      words: (titles) => [
        ...call.env,
        'node',
        ...options,
        ...compiling(file, cwd, options),
        '--test-reporter=tap',
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

function compiling(file: TestFile, cwd: string, options: readonly string[]): string[] {
  return isTypeScript(file) && options.length === 0 && isInstalled('tsx', cwd) ? ['--import', 'tsx'] : [];
}

/** `tsx --test` is node with a hook. */
function callIn(folder: string): Call {
  const own = packageIn(folder);
  const [node, tsx] = ['node', 'tsx'].map((program) => own && callOf(own, program, '--test'));
  if (node || !tsx) return node ?? { env: [], args: [] };
  return { ...tsx, args: ['--import', 'tsx', ...tsx.args] };
}
