/** vitest, jest, mocha and Playwright: run with the options of the package's own scripts, but without watching, workers, coverage or snapshots. */
import { basename } from 'node:path';
import { callOf, installedModule, keepOptions, packageFolder, packageIn, programWords, type Call } from '../package';
import type { Evidence, Reporting, Runner } from '../runner';
import {
  escapedTitle,
  foldersUp,
  imports,
  isScriptTest,
  isTypeScript,
  namesIn,
  pathFrom,
  scriptTests,
  textAt,
  type TestFile,
} from '../testFile';

interface PackageRunner extends Reporting {
  /** Name of the program: of the package, in scripts, and as a field of package.json. */
  readonly name: string;
  /** Names of its configuration files. */
  readonly config: RegExp;
  /** A module that only its tests load. */
  readonly module: string;
  /** Must a file load it? */
  readonly needsModule?: boolean;
  /** Options of a script that a single file needs too: with a value, and alone. */
  readonly needed: string;
  readonly neededAlone?: RegExp;
  /** The words before these options, and after them; undefined if this runner cannot run the file. */
  readonly command?: readonly string[];
  options(file: TestFile, cwd: string, call: Call): readonly string[] | undefined;
  /** The option for a title, its pattern if that is not `fullTitle`, and the word before the path. */
  readonly titleOption: string;
  pattern?(titles: readonly string[]): string;
  readonly path?: string;
}

export const vitest = packageRunner({
  name: 'vitest',
  config: /^vitest\.(config|workspace)\./,
  module: 'vitest',
  failed: '^not ok [0-9]+ - .* > ',
  report: 'vitest',
  command: ['run'],
  needed: '-c --config -r --root --environment --project --dir',
  neededAlone: /^--globals$/,
  options: () => [
    '--bail=1',
    '--no-file-parallelism',
    '--coverage.enabled=false',
    '--reporter=tap-flat',
    '--reporter=github-actions',
  ],
  titleOption: '-t',
  // Its report joins titles by `>`, which may stand in one.
  pattern: (titles) => fullTitle(titles).replaceAll(' ', ' (?:> )?'),
});

export const jest = packageRunner({
  name: 'jest',
  config: /^jest\.config\./,
  module: '@jest/globals',
  failed: '"numFailedTests":[1-9]',
  report: 'jest',
  needed: '-c --config --env --rootDir --projects --preset --testEnvironment',
  options: () =>
    '--ci --runInBand --bail --coverage=false --watchAll=false --watchman=false --forceExit --colors=false --verbose=false --json'.split(
      ' ',
    ),
  titleOption: '-t',
  path: '--runTestsByPath',
});

const mocharc = /^\.mocharc\./;

/** Hooks that compile TypeScript while it is loaded. */
const hooks = /ts-node|\btsx\b|swc|esbuild|sucrase|babel|strip-types|ts-mocha|transpile/;

/** With the hooks of .mocharc and of the package's scripts, so that TypeScript compiles as usual. */
export const mocha = packageRunner({
  name: 'mocha',
  config: mocharc,
  module: 'mocha',
  failed: '^ *"failures": [1-9]',
  report: 'mocha',
  needed:
    '-r --require --import --loader --experimental-loader --config --package --extension -u --ui -t --timeout --file -n --node-option',
  neededAlone: /^--experimental-/,
  options(file, cwd, { env, args }) {
    const files = namesIn(cwd, mocharc).map((name) => textAt(cwd, name));
    const settings = files.join('\n') + JSON.stringify(packageIn(cwd)?.fields.mocha ?? '');
    const compiled = !isTypeScript(file) || hooks.test(settings + args.join(' ') + env.join(' '));
    if (!compiled && !installedModule('tsx', cwd)) return undefined;
    return [
      ...(compiled ? [] : ['--import', 'tsx']),
      ...['--bail', '--exit', '--no-parallel', '--no-color', '--reporter', 'json'],
      // Ignores the files that mocha's own settings name; mocha would run them too.
      ...(/\bspec\b/.test(settings) ? ['--ignore', `**/!(${basename(file.path)})`] : []),
    ];
  },
  titleOption: '--grep',
});

/** One worker and no second tries; its browser must be installed. */
export const playwright = packageRunner({
  name: 'playwright',
  config: /^playwright\.config\./,
  module: '@playwright/test',
  needsModule: true,
  failed: '"unexpected": [1-9]',
  report: 'playwright',
  command: ['test'],
  needed: '-c --config --project --tsconfig',
  // Playwright deletes its output directory first: it gets one of its own.
  options: () => '--reporter=json --workers=1 --retries=0 --max-failures=1 --output=test-results/whittle'.split(' '),
  titleOption: '-g',
  // Names of project and file come first.
  pattern: (titles) => `${escapedTitle(titles.join(' '))}$`,
});

function packageRunner(kind: PackageRunner): Runner {
  const { name, failed, report, command = [], needed, neededAlone, titleOption, pattern = fullTitle, path } = kind;
  return {
    ...{ name, failed, report, paths: scriptTests },
    find(file) {
      const evidence = evidenceOf(file, kind);
      if (!evidence) return undefined;
      const { cwd } = evidence;
      const call = callOf(cwd, name) ?? { env: [], args: [] };
      const options = kind.options(file, cwd, call);
      if (!options) return undefined;
      return {
        ...evidence,
        words: (titles) => [
          ...[...call.env, ...programWords(name, cwd, file.root), ...command],
          ...[...keepOptions(call.args, needed, neededAlone), ...options],
          ...(titles.length > 0 ? [titleOption, pattern(titles)] : []),
          ...(path ? [path] : []),
          pathFrom(cwd, file.path, file.root),
        ],
      };
    },
  };
}

/** A test's whole title, as mocha, jest and vitest join it. */
function fullTitle(titles: readonly string[]): string {
  return `^${escapedTitle(titles.join(' '))}$`;
}

/**
 * Evidence in the nearest folder that has settings or a script, else a dependency; undefined if none has. In a monorepo the settings
 * above a package are those of its tests, unless it has its own.
 */
function evidenceOf(file: TestFile, kind: PackageRunner): Evidence | undefined {
  if (!isScriptTest(file)) return undefined;
  const all = foldersUp(file).flatMap((folder) => evidenceIn(folder, kind) ?? []);
  const found = all.find(({ sureness }) => sureness === 'sure') ?? all[0];
  if (!imports(file, kind.module)) return kind.needsModule ? undefined : found;
  return { sureness: 'certain', cwd: found?.cwd ?? packageFolder(file) };
}

function evidenceIn(cwd: string, { name, config }: PackageRunner): Evidence | undefined {
  const own = packageIn(cwd);
  if (namesIn(cwd, config).length > 0 || (own && name in own.fields) || callOf(cwd, name)) {
    return { sureness: 'sure', cwd };
  }
  return own?.dependencies.has(name) ? { sureness: 'likely', cwd } : undefined;
}
