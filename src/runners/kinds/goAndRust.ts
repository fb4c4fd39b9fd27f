/** cargo test: one integration test, or the unit tests of a crate's module. go test: only the file's own functions, of its package's. */
import { basename, dirname, join, relative, sep } from 'node:path';
import { type Runner, escapedTitle, foldersUp, has } from '../testFile';

export const cargoTest: Runner = {
  name: 'cargo test',
  paths: /[\\\/](?:tests?|__tests__|specs?)[\\\/].*\.rs$/,
  find(file, titles) {
    if (!file.path.endsWith('.rs') || !/#\[(?:\w+::)*test\b|\bproptest!|\brstest\b/.test(file.text)) return undefined;
    const cwd = foldersUp(file).find((folder) => has(folder, 'Cargo.toml'));
    if (!cwd) return undefined;
    const way = relative(cwd, file.path).split(sep);
    const { target, module } = way[0] === 'tests' ? integrationTest(way) : unitTests(cwd, way);
    const name = [...module, ...withoutCrate(titles, target)].join('::');
    const filter = name === '' ? [] : titles.length > 0 ? ['--exact', name] : [`${name}::`];
    const options = ['--quiet', '--color', 'never', ...target, '--', ...filter];
    return {
      sureness: 'sure',
      cwd,
      words: ['RUST_BACKTRACE=0', 'cargo', 'test', ...options],
      plain: way[0] === 'tests' ? ['cargo', 'test', ...target] : undefined,
    };
  },
};

interface TestTarget {
  readonly target: readonly string[];
  /** Names of the modules around the file's tests. */
  readonly module: readonly string[];
}

/** `tests/parse.rs`, or `tests/parse/main.rs` and its neighbours. */
function integrationTest([, first, ...rest]: readonly string[]): TestTarget {
  const module = rest.length === 0 ? [] : modulesOf(rest);
  return { target: ['--test', basename(first, '.rs')], module };
}

function unitTests(cwd: string, way: readonly string[]): TestTarget {
  const inSource = way.slice(way[0] === 'src' ? 1 : 0);
  if (way[0] === 'src' && inSource[0] === 'bin' && inSource.length > 1) {
    return { target: ['--bin', basename(inSource[1], '.rs')], module: modulesOf(inSource.slice(2)) };
  }
  const isProgram = inSource.at(-1) === 'main.rs' || !has(join(cwd, 'src'), 'lib.rs');
  return { target: [isProgram ? '--bins' : '--lib'], module: modulesOf(inSource) };
}

/** `a/b.rs` → a, b; lib.rs, main.rs and mod.rs stand for their folder. */
function modulesOf(way: readonly string[]): string[] {
  if (way.length === 0) return [];
  const folders = dirname(way.join('/'))
    .split('/')
    .filter((name) => name !== '.');
  const name = basename(way.at(-1)!, '.rs');
  return ['lib', 'main', 'mod'].includes(name) ? folders : [...folders, name];
}

/** The titles of the Test Explorer may begin with the name of the crate. */
function withoutCrate(titles: readonly string[], target: readonly string[]): readonly string[] {
  return titles.length > 1 && titles[0] === target[1] ? titles.slice(1) : titles;
}

/** go test: only the file's own functions, of all functions in its package. */
export const goTest: Runner = {
  name: 'go test',
  paths: /_test\.go$/,
  find(file, titles) {
    if (!file.path.endsWith('_test.go')) return undefined;
    const inModule = foldersUp(file).find((folder) => has(folder, 'go.mod', 'go.work')) !== undefined;
    return {
      sureness: inModule ? 'sure' : 'likely',
      cwd: dirname(file.path),
      words: ['go', 'test', '-v', '-count=1', '-failfast', '-run', pattern(titles, file.text), '.'],
    };
  },
};

/** At run time, the title of a subtest has underscores in place of spaces. */
function pattern(titles: readonly string[], text: string): string {
  if (titles.length > 0) return titles.map((title) => `^${escapedTitle(title.replaceAll(' ', '_'))}$`).join('/');
  const functions = [...text.matchAll(/^func ((?:Test|Example|Fuzz)\w*)\(/gm)].map(([, name]) => name);
  return functions.length > 0 ? `^(${functions.join('|')})$` : '.';
}
