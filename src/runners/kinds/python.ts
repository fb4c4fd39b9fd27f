/** pytest and unittest: with the project's own interpreter, from the folder with its settings. */
import { execa } from 'execa';
import { basename, join } from 'node:path';
import { realPath, within } from '../../oracle/places/roots';
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
    const words = [...interpreter(file, cwd), '-m', 'pytest', ...quick.split(' '), ...withoutPlugins(settings)];
    words.push([pathFrom(cwd, file.path, file.root), ...titles].join('::'));
    return { sureness: isCertain(file, settings) ? 'sure' : 'likely', cwd, words };
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
    return {
      sureness: usesPytest ? 'likely' : 'sure',
      cwd,
      words: [...interpreter(file, cwd), '-m', 'unittest', '-f', [module, ...titles].join('.')],
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

/**
 * Folders of the workspace from which the interpreter of a test's command imports wherever it runs, as \`pip install -e .\` makes it: a copy
 * of the workspace has its own. None for other programs.
 */
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
