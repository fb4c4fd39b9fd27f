/** Python's unittest, where nothing speaks for pytest. */
import { foldersUp, has, nearest, pathFrom, textAt } from '../folders';
import type { Runner } from '../runner';
import { interpreter } from './pytest';

const settingsFiles = ['pyproject.toml', 'setup.cfg', 'setup.py', 'tox.ini'];

export const unittest: Runner = {
  name: 'unittest',
  paths: /(?:[\\/]test_[^\\/]*|_test)\.py$|[\\/](?:tests?|__tests__|specs?)[\\/].*\.py$/,
  find(file) {
    if (!file.path.endsWith('.py') || !/^\s*(?:import|from) unittest\b/m.test(file.text)) return undefined;
    if (!/\bTestCase\b/.test(file.text) || /^\s*(?:import|from) pytest\b/m.test(file.text)) return undefined;
    const cwd = nearest(file, (folder) => has(folder, ...settingsFiles)) ?? file.root;
    const usesPytest =
      settingsFiles.some((name) => /\bpytest\b/.test(textAt(cwd, name))) ||
      foldersUp(file).some((folder) => has(folder, 'conftest.py', 'pytest.ini'));
    const module = pathFrom(cwd, file.path, file.root).replace(/\.py$/, '').replaceAll('/', '.');
    return {
      sureness: usesPytest ? 'likely' : 'sure',
      cwd,
      failed: '^FAILED \\(',
      report: 'unittest',
      words: (titles) => [...interpreter(file, cwd), '-m', 'unittest', '-f', [module, ...titles].join('.')],
    };
  },
};
