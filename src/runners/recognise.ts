/** A test file, and the titles of one of its tests if any → the command that runs it. */
import { relative } from 'node:path';
import { shellOf } from '../oracle/platform/shells';
import type { ReportForm } from '../oracle/reports/readers';
import { foldersUp } from './folders';
import { runners } from './registry';
import { surenesses, type Finding, type Sureness, type TestFile } from './runner';

export interface Recognised {
  /** The runner's name. */
  readonly runner: string;
  /** For people: `mocha: test/queue.test.js`. */
  readonly label: string;
  /** A line for the shell of the system. Its paths are relative to `cwd`, so that it also works in a copy of the workspace. */
  readonly command: string;
  /** Absolute. */
  readonly cwd: string;
  /** A regular expression for the output of a failed test; it must not match if the file cannot even be loaded. */
  readonly failed?: string;
  readonly report?: ReportForm;
  readonly sureness: Sureness;
}

/** All runners that may run the file, the likeliest first. `titles`: of one test, outermost first. */
export function recognise(file: TestFile, titles: readonly string[] = []): Recognised[] {
  const folders = foldersUp(file);
  const rank = ({ sureness, cwd }: Finding) => {
    const depth = sureness === 'certain' ? 0 : sureness === 'guess' ? folders.length : folders.indexOf(cwd);
    return [depth, surenesses.indexOf(sureness)];
  };
  return runners
    .flatMap((runner) => {
      const finding = runner.find(file);
      return finding ? [{ runner, finding }] : [];
    })
    .sort((a, b) => compared(rank(a.finding), rank(b.finding)))
    .map(({ runner: { name }, finding }) => ({
      runner: name,
      label: [`${name}: ${relative(file.root, file.path).replaceAll('\\', '/')}`, ...titles].join(' › '),
      command: shellText(finding.words(titles)),
      cwd: finding.cwd,
      failed: finding.failed,
      report: finding.report,
      sureness: finding.sureness,
    }));
}

function compared(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at < 0 ? 0 : a[at] - b[at];
}

const plain = /^[\w./:=@%+,-]+$/;
const assignment = /^([A-Za-z_]\w*)=(.*)$/s;

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
