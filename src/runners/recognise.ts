/** A test file, and the titles of one of its tests if any → the command that runs it. Knows all test runners. */
import { relative } from 'node:path';
import { shellOf } from '../oracle/platform/shells';
import { foldersUp, workedRoot } from '../oracle/places/roots';
import { cargoTest, goTest, importFolder, pytest, unittest } from './kinds/otherRunners';
import { jest, mocha, nodeTest, packageScript, playwright, tap, vitest } from './kinds/packageRunners';
import { assignment, workspaceOf } from './package';
import { type Evidence, type TestFile, surenesses } from './testFile';

/** If two are equally near and sure, the first one wins. */
export const runners = [
  ...[nodeTest, playwright, vitest, jest, mocha, tap],
  ...[pytest, unittest, goTest, cargoTest, packageScript],
];

/** Paths of test files of any runner; `npm run manifest` writes it to the menus of package.json. */
export const testPath = new RegExp([...new Set(runners.map(({ paths }) => paths.source))].join('|'));

export interface Recognised extends Evidence {
  readonly runner: string;
  /** For people: `mocha: test/queue.test.js`. */
  readonly label: string;
  /** A line for the shell of the system. Its paths are relative to `cwd`, so that it also works in a copy of the workspace. */
  readonly command: string;
  /** The line with which a person runs the file, or the test of these titles, in `cwd`; undefined if it must have this name and place. */
  readonly plain?: string;
}

/** All runners that may run the file, the likeliest first. `titles`: of one test, outermost first. */
export function recognise(file: TestFile, titles: readonly string[] = []): Recognised[] {
  const folders = foldersUp(file.path, file.root);
  const rank = ({ sureness, cwd }: Evidence) => {
    const depth = sureness === 'certain' ? 0 : sureness === 'guess' ? folders.length : folders.indexOf(cwd);
    return depth * surenesses.length + surenesses.indexOf(sureness);
  };
  const path = relative(file.root, file.path).replaceAll('\\', '/');
  const found = runners.flatMap((runner): Recognised[] => {
    const finding = runner.find(file, titles);
    if (!finding) return [];
    const { words, plain, ...evidence } = finding;
    const label = [`${runner.name}: ${path}`, ...titles].join(' › ');
    return [{ runner: runner.name, label, command: shellText(words), plain: plain && shellText(plain), ...evidence }];
  });
  return found.sort((a, b) => rank(a) - rank(b));
}

/** The workspace of a test for somebody who is in `directory`. */
export function testRoot(path: string, text: string, directory: string): string {
  return workspaceOf(workedRoot(path, directory, importFolder(path, text)));
}

const plain = /^[\w./:=@%+,-]+$/;

/** Words of a command as a line for the shell of the system. */
export function shellText(words: readonly string[], system?: NodeJS.Platform): string {
  const shell = shellOf(undefined, system);
  const quoted = (word: string) => (plain.test(word) ? word : shell.word(word, 'none'));
  const command = words.findIndex((word) => !assignment.test(word));
  return words
    .map((word, at) => {
      if (at > command) return quoted(word);
      if (at === command) return quoted(shell.program(word));
      const [, name, value] = assignment.exec(word)!;
      return shell.setting(name, quoted(value));
    })
    .join(' ');
}
