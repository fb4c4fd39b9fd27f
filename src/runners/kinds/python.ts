/** pytest and unittest: with the project's own interpreter, from the folder with its settings. */
import { basename, join } from 'node:path';
import { traits } from '../../oracle/platform/traits';
import { type Runner, type TestFile, foldersUp, has, pathFrom, textAt } from '../testFile';

const settingsFiles = ['pytest.ini', 'pyproject.toml', 'tox.ini', 'setup.cfg', 'setup.py'];

/** Settings of the project may make the report shorter: `-q`, `-rN`. */
const quick = '-x --tb=short --color=no --no-header --verbosity=0 -rfE -p no:cacheprovider';

const paths = /(?:[\\\/]test_[^\\\/]*|_test)\.py$|[\\\/](?:tests?|__tests__|specs?)[\\\/].*\.py$/;

export const pytest: Runner = {
  name: 'pytest',
  paths,
  find(file, titles) {
    if (!isPythonTest(file)) return undefined;
    const cwd = folderOf(file, settingsFiles);
    const settings = settingsFiles.map((name) => textAt(cwd, name)).join('\n');
    const start = [...interpreter(file, cwd), '-m', 'pytest'];
    const path = pathFrom(cwd, file.path, file.root);
    const words = [...start, ...quick.split(' '), ...withoutPlugins(settings), [path, ...titles].join('::')];
    return { sureness: isCertain(file, settings) ? 'sure' : 'likely', cwd, words, plain: [...start, path] };
  },
};

/** Python's unittest, where nothing speaks for pytest. */
export const unittest: Runner = {
  name: 'unittest',
  paths,
  find(file, titles) {
    if (!file.path.endsWith('.py') || !/^\s*(?:import|from) unittest\b/m.test(file.text)) return undefined;
    if (!/\bTestCase\b/.test(file.text) || /^\s*(?:import|from) pytest\b/m.test(file.text)) return undefined;
    const files = settingsFiles.filter((name) => name !== 'pytest.ini');
    const cwd = folderOf(file, files);
    const usesPytest = files.some((name) => /\bpytest\b/.test(textAt(cwd, name))) || hasPytest(file);
    const module = pathFrom(cwd, file.path, file.root).replace(/\.py$/, '').replaceAll('/', '.');
    const start = [...interpreter(file, cwd), '-m', 'unittest'];
    return {
      sureness: usesPytest ? 'likely' : 'sure',
      cwd,
      words: [...start, '-f', [module, ...titles].join('.')],
      plain: [...start, module],
    };
  },
};

function folderOf(file: TestFile, settingsFiles: readonly string[]): string {
  return foldersUp(file).find((folder) => has(folder, ...settingsFiles)) ?? file.root;
}

function hasPytest(file: TestFile): boolean {
  return foldersUp(file).some((folder) => has(folder, 'conftest.py', 'pytest.ini'));
}

function isPythonTest({ path, text }: TestFile): boolean {
  const name = basename(path);
  return /^test_.*\.py$|_test\.py$/.test(name) || (name.endsWith('.py') && /^\s*(?:async )?def test_/m.test(text));
}

function isCertain(file: TestFile, settings: string): boolean {
  if (/^\s*(?:import|from) pytest\b/m.test(file.text) || /\[(?:tool:|tool\.)?pytest\b/.test(settings)) return true;
  return hasPytest(file);
}

/** Switches off plugins that the project's settings switch on and a reduction does not need. */
function withoutPlugins(settings: string): string[] {
  const switchedOn = settings
    .split('\n')
    .filter((line) => /addopts|^\s*["']?-/.test(line))
    .join(' ');
  return [
    ...(/--cov\b/.test(switchedOn) ? ['--no-cov'] : []),
    ...(/(?:^|[\s"'=])(?:-n|--numprocesses)[\s=\d"',]/.test(switchedOn) ? ['-n0'] : []),
  ];
}

/** The interpreter of a virtual environment in the workspace, or the default one. */
function interpreter(file: TestFile, cwd: string): string[] {
  const places = ['.venv', 'venv'].flatMap((name) => [
    join(name, 'bin', 'python'),
    join(name, 'Scripts', 'python.exe'),
  ]);
  for (const folder of foldersUp(file)) {
    const place = places.find((one) => has(folder, one));
    if (place) return [pathFrom(cwd, join(folder, place), file.root)];
  }
  return [traits.python];
}
