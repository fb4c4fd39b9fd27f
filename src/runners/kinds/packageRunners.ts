/** Runners of JavaScript: with the options of the package's own scripts, but without watching, workers, coverage or snapshots. */
import { basename } from 'node:path';
import { foldersUp } from '../../oracle/places/roots';
import { callOf, installedModule, keepOptions, packageFolder, packageIn, programWords, type Call } from '../package';
import { type Evidence, type Runner, type TestFile, escapedTitle, has, namesIn, pathFrom, textAt } from '../testFile';

const scriptTests = /(?:[._-](?:test|spec)s?|[\\\/](?:tests?|__tests__|specs?)[\\\/].*)\.[cm]?[jt]sx?$/;
/** Calls of the globals of mocha, jest and vitest. */
const calls = /^\s*(?:describe|context|suite|it|test|specify)(?:\.\w+)*\s*\(\s*['"`]/m;

const isScript = ({ path }: TestFile): boolean => /\.[cm]?[jt]sx?$/.test(path);

const isTypeScript = ({ path }: TestFile): boolean => /\.([cm]?ts|tsx)$/.test(path);

function isScriptTest(file: TestFile): boolean {
  return isScript(file) && (scriptTests.test(file.path) || calls.test(file.text));
}

function imports({ text }: TestFile, module: string): boolean {
  const name = module.replace(/[/.]/g, '\\$&');
  return new RegExp(`\\b(?:from|import|require\\()\\s*\\(?\\s*['"]${name}['"]`).test(text);
}

interface PackageRunner {
  /** Name of the program: of the package, in scripts, and as a field of package.json. */
  readonly name: string;
  /** Names of its configuration files. */
  readonly config?: RegExp;
  /** A module that only its tests load. */
  readonly module: string;
  /** Must a file load it, or does that even make it a test? */
  readonly moduleIs?: 'needed' | 'enough';
  /** Its call in the scripts of a folder, if that is not by its name. */
  call?(folder: string): Call | undefined;
  /** Options of a script that a single file needs too: with a value, and alone. */
  readonly needed: string;
  readonly neededAlone?: RegExp;
  /** The words before these options, if not only the program, and after them; undefined if this runner cannot run the file. */
  readonly command?: readonly string[];
  readonly options:
    string | ((file: TestFile, cwd: string, call: Call, kept: readonly string[]) => string[] | undefined);
  /** The words that choose a test, and the word before the path. */
  title(titles: readonly string[]): readonly string[];
  readonly path?: string;
}

/** Runs the file itself, which takes one process less than `node --test`. */
export const nodeTest = packageRunner({
  name: 'node:test',
  module: 'node:test',
  moduleIs: 'enough',
  call(folder) {
    const [node, tsx] = ['node', 'tsx'].map((program) => callOf(folder, program, '--test'));
    // `tsx --test` is node with a hook.
    return node ?? (tsx && { ...tsx, args: ['--import', 'tsx', ...tsx.args] });
  },
  command: ['node'],
  needed: '-r --require --import --loader --experimental-loader -C --conditions --env-file',
  neededAlone: /^--experimental-(?!test-coverage)/,
  options(file, cwd, _, kept) {
    const compiles = isTypeScript(file) && kept.length === 0 && installedModule('tsx', cwd) !== undefined;
    return [...(compiles ? ['--import', 'tsx'] : []), '--test-reporter=tap'];
  },
  title(titles) {
    // Node before 22 matches the test's own title, later versions also the full title.
    const suites = titles.slice(0, -1).map((title) => `${escapedTitle(title)} `);
    const before = suites.length > 0 ? `(${suites.join('')})?` : '';
    return [`--test-name-pattern=^${before}${escapedTitle(titles.at(-1)!)}$`];
  },
});

export const vitest = packageRunner({
  name: 'vitest',
  config: /^vitest\.(config|workspace)\./,
  module: 'vitest',
  command: ['vitest', 'run'],
  needed: '-c --config -r --root --environment --project --dir',
  neededAlone: /^--globals$/,
  options: '--bail=1 --no-file-parallelism --coverage.enabled=false --reporter=tap-flat --reporter=github-actions',
  // Its report joins titles by `>`, which may stand in one; before version 3, the title of the file, which is empty, comes first.
  title: (titles) => ['-t', fullTitle(titles).replaceAll(' ', ' (?:> )?').replace('^', '^ ?')],
});

export const jest = packageRunner({
  name: 'jest',
  config: /^jest\.config\./,
  module: '@jest/globals',
  needed: '-c --config --env --rootDir --projects --preset --testEnvironment',
  options:
    '--ci --runInBand --bail --coverage=false --watchAll=false --watchman=false --forceExit --colors=false --verbose=false --json',
  title: (titles) => ['-t', fullTitle(titles)],
  path: '--runTestsByPath',
});

/** Each file is a program that says how its asserts ended; there is no way to run one test of it. */
export const tap = packageRunner({
  name: 'tap',
  module: 'tape?',
  moduleIs: 'enough',
  call: (folder) => callOf(folder, 'tap') ?? callOf(folder, 'tape'),
  command: ['node'],
  needed: '-r --require --import --loader -C --conditions',
  options: (file) => (isTypeScript(file) ? undefined : []),
  title: () => [],
});

const mocharc = /^\.mocharc\./;
/** Hooks that compile TypeScript while it is loaded. */
const hooks = /ts-node|\btsx\b|swc|esbuild|sucrase|babel|strip-types|ts-mocha|transpile/;

/** With the hooks of .mocharc and of the package's scripts, so that TypeScript compiles as usual. */
export const mocha = packageRunner({
  name: 'mocha',
  config: mocharc,
  module: 'mocha',
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
  title: (titles) => ['--grep', fullTitle(titles)],
});

/** One worker and no second tries; its browser must be installed. */
export const playwright = packageRunner({
  name: 'playwright',
  config: /^playwright\.config\./,
  module: '@playwright/test',
  moduleIs: 'needed',
  command: ['playwright', 'test'],
  needed: '-c --config --project --tsconfig',
  // Playwright deletes its output directory first: it gets one of its own.
  options: '--reporter=json --workers=1 --retries=0 --max-failures=1 --output=test-results/whittle',
  // Names of project and file come first.
  title: (titles) => ['-g', `${escapedTitle(titles.join(' '))}$`],
});

const managers = { 'pnpm-lock.yaml': 'pnpm', 'yarn.lock': 'yarn', 'bun.lock': 'bun run', 'bun.lockb': 'bun run' };

/** The `test` script of the nearest package.json that has one: for unknown runners. */
export const packageScript: Runner = {
  name: 'test script',
  paths: scriptTests,
  find(file) {
    const folders = foldersUp(file.path, file.root);
    const cwd = folders.find((folder) => {
      const script: unknown = packageIn(folder)?.scripts.test;
      // The default script of `npm init` does not count.
      return typeof script === 'string' && script.trim() !== '' && !script.includes('no test specified');
    });
    if (!cwd || !isScriptTest(file)) return undefined;
    const found = Object.entries(managers).find(([lock]) => folders.some((folder) => has(folder, lock)));
    return { sureness: 'guess', cwd, words: ['CI=true', ...(found?.[1] ?? 'npm').split(' '), 'test'] };
  },
};

function packageRunner(kind: PackageRunner): Runner {
  const { name, needed, neededAlone, path } = kind;
  const [program, ...command] = kind.command ?? [name];
  return {
    name,
    paths: scriptTests,
    find(file, titles) {
      const evidence = evidenceOf(file, kind);
      if (!evidence) return undefined;
      const { cwd } = evidence;
      const call = callIn(cwd, kind) ?? { env: [], args: [] };
      const kept = keepOptions(call.args, needed, neededAlone);
      const given = kind.options;
      const options = typeof given === 'string' ? given.split(' ') : given(file, cwd, call, kept);
      if (!options) return undefined;
      const start = [...call.env, ...programWords(program, cwd, file.root), ...command, ...kept];
      const chosen = titles.length > 0 ? kind.title(titles) : [];
      const end = [...(path ? [path] : []), pathFrom(cwd, file.path, file.root)];
      return {
        ...evidence,
        words: [...start, ...options, ...chosen, ...end],
        plain: [...start, ...(options[0] === '--import' ? options.slice(0, 2) : []), ...chosen, ...end],
      };
    },
  };
}

function callIn(folder: string, kind: PackageRunner): Call | undefined {
  return kind.call ? kind.call(folder) : callOf(folder, kind.name);
}

/** A test's whole title, as mocha, jest and vitest join it. */
const fullTitle = (titles: readonly string[]): string => `^${escapedTitle(titles.join(' '))}$`;

/**
 * Evidence in the nearest folder that has settings or a script, else a dependency; undefined if none has. In a monorepo the settings
 * above a package are those of its tests, unless it has its own.
 */
function evidenceOf(file: TestFile, kind: PackageRunner): Evidence | undefined {
  const { module, moduleIs } = kind;
  const isCertain = isScript(file) && imports(file, module);
  if (moduleIs && !isCertain) return undefined;
  if (moduleIs === 'enough') return { sureness: 'certain', cwd: packageFolder(file) };
  if (!isScriptTest(file)) return undefined;
  const all = foldersUp(file.path, file.root).flatMap((folder) => evidenceIn(folder, kind) ?? []);
  const found = all.find(({ sureness }) => sureness === 'sure') ?? all[0];
  return isCertain ? { sureness: 'certain', cwd: found?.cwd ?? packageFolder(file) } : found;
}

function evidenceIn(cwd: string, kind: PackageRunner): Evidence | undefined {
  const { name, config } = kind;
  const own = packageIn(cwd);
  const isSet = (config && namesIn(cwd, config).length > 0) || (own && name in own.fields);
  if (isSet || callIn(cwd, kind)) return { sureness: 'sure', cwd };
  return own?.dependencies.has(name) ? { sureness: 'likely', cwd } : undefined;
}
