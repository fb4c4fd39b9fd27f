/** Runners of Python (with the project's own interpreter), Rust and Go (only the tests of the file). */
import { basename, dirname, join, relative, sep } from 'node:path';
import { execa } from 'execa';
import { foldersUp, realPath, within } from '../../oracle/places/roots';
import { traits } from '../../oracle/platform/traits';
import { type Runner, type TestFile, escapedTitle, has, namesIn, pathFrom, textAt } from '../testFile';

export const cargoTest: Runner = {
  name: 'cargo test',
  paths: /[\\\/](?:tests?|__tests__|specs?)[\\\/].*\.rs$/,
  find(file, titles) {
    if (!file.path.endsWith('.rs') || !/#\[(?:\w+::)*test\b|\bproptest!|\brstest\b/.test(file.text)) return undefined;
    const cwd = foldersUp(file.path, file.root).find((folder) => has(folder, 'Cargo.toml'));
    if (!cwd) return undefined;
    const way = relative(cwd, file.path).split(sep);
    const { target, module } = targetOf(cwd, way);
    // Titles of the Test Explorer may begin with the name of the crate.
    const own = titles.length > 1 && titles[0] === target[1] ? titles.slice(1) : titles;
    const name = [...module, ...wayTo(own, module, file.text)].join('::');
    const filter = name === '' ? [] : titles.length > 0 ? ['--exact', name] : [`${name}::`];
    const options = ['--quiet', '--color', 'never', ...target, '--', ...filter];
    return {
      sureness: 'sure',
      cwd,
      words: ['RUST_BACKTRACE=0', 'cargo', 'test', ...options],
      plain:
        way[0] === 'tests' ? ['cargo', 'test', ...target, ...(titles.length > 0 ? ['--', ...filter] : [])] : undefined,
    };
  },
};

/** From the file's own module: of `parses`, or of the whole path as cargo prints it, `tests::parses`. */
function wayTo(titles: readonly string[], module: readonly string[], text: string): readonly string[] {
  const way = titles.flatMap((title) => title.split('::'));
  const isWhole = way.length > module.length && module.every((name, at) => name === way[at]);
  const own = isWhole ? way.slice(module.length) : way;
  const lines = text.split('\n');
  const at =
    own.length === 1 ? lines.findIndex((line) => new RegExp(`\\bfn ${escapedTitle(own[0])}\\b`).test(line)) : -1;
  let indent = at < 0 ? 0 : lines[at].search(/\S/);
  return lines.slice(0, Math.max(0, at)).reduceRight((found, line) => {
    const [, blanks, name] = /^(\s*)(?:pub(?:\([^)]*\))? )?mod (\w+)\s*\{/.exec(line) ?? [];
    if (name === undefined || blanks.length >= indent) return found;
    indent = blanks.length;
    return [name, ...found];
  }, own);
}

/** `module`: names of the modules around the file's tests. */
function targetOf(cwd: string, way: readonly string[]) {
  // `tests/parse.rs`, or `tests/parse/main.rs` and its neighbours.
  if (way[0] === 'tests') return { target: ['--test', basename(way[1], '.rs')], module: modulesOf(way.slice(2)) };
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
  const folders = way.slice(0, -1);
  const name = basename(way.at(-1)!, '.rs');
  return ['lib', 'main', 'mod'].includes(name) ? folders : [...folders, name];
}

/** go test: only the file's own functions, of all functions in its package. */
export const goTest: Runner = {
  name: 'go test',
  paths: /_test\.go$/,
  find(file, titles) {
    if (!file.path.endsWith('_test.go')) return undefined;
    const inModule = foldersUp(file.path, file.root).find((folder) => has(folder, 'go.mod', 'go.work')) !== undefined;
    return {
      sureness: inModule ? 'sure' : 'likely',
      cwd: dirname(file.path),
      beside: /_test\.go$/,
      words: ['go', 'test', '-v', '-count=1', '-failfast', '-run', pattern(titles, file.text), '.'],
      plain: titles.length > 0 ? ['go', 'test', '-run', pattern(titles, file.text), '.'] : undefined,
    };
  },
};

/** At run time, the title of a subtest has underscores in place of spaces. */
function pattern(titles: readonly string[], text: string): string {
  if (titles.length > 0) return titles.map((title) => `^${escapedTitle(title.replaceAll(' ', '_'))}$`).join('/');
  const functions = [...text.matchAll(/^func ((?:Test|Example|Fuzz)\w*)\(/gm)].map(([, name]) => name);
  return functions.length > 0 ? `^(${functions.join('|')})$` : '.';
}

const settingsFiles = ['pytest.ini', 'pyproject.toml', 'tox.ini', 'setup.cfg', 'setup.py'];
/** Settings of the project may make the report shorter: `-q`, `-rN`. */
const quick = '-x --tb=short --color=no --no-header --verbosity=0 -rfE -p no:cacheprovider';
const paths = /(?:[\\\/]test_[^\\\/]*|_test)\.py$|[\\\/](?:tests?|__tests__|specs?)[\\\/].*\.py$/;
const importsPytest = /^\s*(?:import|from) pytest\b/m;

export const pytest: Runner = {
  name: 'pytest',
  paths,
  find(file, titles) {
    const name = basename(file.path);
    const isNamed = /^test_.*\.py$|_test\.py$/.test(name);
    if (!isNamed && !(name.endsWith('.py') && /^\s*(?:async )?def test_/m.test(file.text))) return undefined;
    const cwd = folderOf(file, settingsFiles);
    const settings = settingsFiles.map((name) => textAt(cwd, name)).join('\n');
    const start = [...interpreter(file, cwd), '-m', 'pytest'];
    const path = pathFrom(cwd, file.path, file.root);
    const words = [...start, ...quick.split(' '), ...withoutPlugins(settings), [path, ...titles].join('::')];
    const isTold = importsPytest.test(file.text) || /\[(?:tool:|tool\.)?pytest\b/.test(settings) || hasPytest(file);
    return { sureness: isTold ? 'sure' : 'likely', cwd, words, plain: [...start, [path, ...titles].join('::')] };
  },
};

/** Python's unittest, where nothing speaks for pytest. */
export const unittest: Runner = {
  name: 'unittest',
  paths,
  find(file, titles) {
    if (!file.path.endsWith('.py') || !/^\s*(?:import|from) unittest\b/m.test(file.text)) return undefined;
    if (!/\bTestCase\b/.test(file.text) || importsPytest.test(file.text)) return undefined;
    const files = settingsFiles.filter((name) => name !== 'pytest.ini');
    const cwd = folderOf(file, files);
    const usesPytest = files.some((name) => /\bpytest\b/.test(textAt(cwd, name))) || hasPytest(file);
    const module = pathFrom(cwd, file.path, file.root).replace(/\.py$/, '').replaceAll('/', '.');
    const start = [...interpreter(file, cwd), '-m', 'unittest'];
    return {
      sureness: usesPytest ? 'likely' : 'sure',
      cwd,
      words: [...start, '-f', [module, ...titles].join('.')],
      plain: [...start, [module, ...titles].join('.')],
    };
  },
};

function folderOf(file: TestFile, settingsFiles: readonly string[]): string {
  const folders = foldersUp(file.path, file.root);
  const imported = importFolder(file.path, file.text) ?? '';
  return folders.find((folder) => has(folder, ...settingsFiles)) ?? (folders.includes(imported) ? imported : file.root);
}

/** The outermost folder above that of a file of Python from which it imports a module; undefined if there is none. */
export function importFolder(path: string, text: string): string | undefined {
  if (!path.endsWith('.py')) return undefined;
  const folders = foldersUp(path);
  const names = [...text.matchAll(/^\s*(?:from|import)\s+([A-Za-z_]\w*)/gm)].map(([, name]) => name);
  const isIn = (folder: string, name: string) =>
    has(folder, `${name}.py`) || namesIn(join(folder, name), /\.py$/).length > 0;
  const nearest = names.map((name) => folders.findIndex((folder) => isIn(folder, name)));
  return folders[Math.max(...nearest) || -1];
}

function hasPytest(file: TestFile): boolean {
  return foldersUp(file.path, file.root).some((folder) => has(folder, 'conftest.py', 'pytest.ini'));
}

/** Switches off plugins that the project's settings switch on and a reduction does not need. */
function withoutPlugins(settings: string): string[] {
  const lines = settings.split('\n').filter((line) => /addopts|^\s*["']?-/.test(line));
  const switchedOn = lines.join(' ');
  return [
    ...(/--cov\b/.test(switchedOn) ? ['--no-cov'] : []),
    ...(/(?:^|[\s"'=])(?:-n|--numprocesses)[\s=\d"',]/.test(switchedOn) ? ['-n0'] : []),
  ];
}

/** The interpreter of a virtual environment in the workspace, or the default one. */
function interpreter(file: TestFile, cwd: string): string[] {
  const programs = ['bin/python', 'Scripts/python.exe'];
  const places = ['.venv', 'venv'].flatMap((name) => programs.map((program) => join(name, program)));
  for (const folder of foldersUp(file.path, file.root)) {
    const place = places.find((one) => has(folder, one));
    if (place) return [pathFrom(cwd, join(folder, place), file.root)];
  }
  return [traits.python];
}

/** Prints where imports are looked for, and the parents of packages that are installed editable by a finder of their own. */
const asked = `
import os, sys
def tell(path):
    if path and not path.startswith(sys.prefix + os.sep):
        print(os.path.realpath(path))
for path in sys.path[1:]:
    tell(path)
for module in [module for name, module in sys.modules.items() if name.startswith('__editable__')]:
    for name, path in getattr(module, 'MAPPING', {}).items():
        if os.path.basename(path) == name.split('.')[-1]:
            tell(os.path.dirname(path))
`;

/** Folders of the workspace from which an interpreter imports wherever it runs (`pip install -e .`): a copy has its own. Else none. */
export async function importFolders(command: string, cwd: string, root: string, cancelSignal: AbortSignal) {
  const [, interpreter] = /^(.+) -m (?:pytest|unittest) /.exec(command) ?? [];
  if (interpreter === undefined) return [];
  const how = { cwd, cancelSignal, shell: true, reject: false, input: asked } as const;
  const { failed, stdout } = await execa(`${interpreter} -`, how);
  cancelSignal.throwIfAborted();
  const folders = failed
    ? []
    : stdout.split(/\r?\n/).filter((path) => path !== '' && within(root, realPath(path)) !== undefined);
  return [...new Set(folders)];
}
