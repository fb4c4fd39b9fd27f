/** mocha: with the hooks of .mocharc and of the package's scripts, so that TypeScript compiles as usual. */
import { basename } from 'node:path';
import { evidenceOf } from '../evidence';
import { namesIn, pathFrom, textAt } from '../folders';
import { isInstalled, packageIn, programWords } from '../package';
import type { Runner, TestFile } from '../runner';
import { callOf, kept } from '../scripts';
import type { Call } from '../scripts';
import { isTypeScript, scriptTests } from '../testFiles';
import { fullTitle } from '../words';

const config = /^\.mocharc\./;

/** Options of a script that a single file needs too. */
const needed =
  '-r --require --import --loader --experimental-loader --config --package --extension -u --ui -t --timeout --file -n --node-option';

/** Hooks that compile TypeScript while it is loaded. */
const hooks = /ts-node|\btsx\b|swc|esbuild|sucrase|babel|strip-types|ts-mocha|transpile/;

export const mocha: Runner = {
  name: 'mocha',
  paths: scriptTests,
  find(file) {
    const evidence = evidenceOf(file, { program: 'mocha', config, modules: ['mocha'] });
    if (!evidence) return undefined;
    const { folder: cwd, sureness } = evidence;
    const call = callIn(cwd);
    const settings = settingsText(cwd);
    const compiled = !isTypeScript(file) || hooks.test(settings + call.args.join(' ') + call.env.join(' '));
    if (!compiled && !isInstalled('tsx', cwd)) return undefined;
    const words = [
      ...call.env,
      ...programWords('mocha', cwd, file.root),
      ...kept(call.args, needed.split(' '), /^--experimental-/),
      ...(compiled ? [] : ['--import', 'tsx']),
      ...['--bail', '--exit', '--no-parallel', '--no-color', '--reporter', 'json'],
      ...(/\bspec\b/.test(settings) ? ['--ignore', othersThan(file)] : []),
    ];
    return {
      sureness,
      cwd,
      failed: '^ *"failures": [1-9]',
      report: 'mocha',
      words: (titles) => [
        ...words,
        ...(titles.length > 0 ? ['--grep', fullTitle(titles)] : []),
        pathFrom(cwd, file.path, file.root),
      ],
    };
  },
};

/** Ignores the files that mocha's own settings name; mocha would run them too. */
function othersThan({ path }: TestFile): string {
  return `**/!(${basename(path)})`;
}

function settingsText(folder: string): string {
  const files = namesIn(folder, config).map((name) => textAt(folder, name));
  return files.join('\n') + JSON.stringify(packageIn(folder)?.fields.mocha ?? '');
}

function callIn(folder: string): Call {
  const own = packageIn(folder);
  return (own && callOf(own, 'mocha')) ?? { env: [], args: [] };
}
