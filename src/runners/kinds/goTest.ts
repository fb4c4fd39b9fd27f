/** go test: only the file's own functions, of all functions in its package. */
import { dirname } from 'node:path';
import type { Runner } from '../runner';
import { escapedTitle, foldersUp, has } from '../testFile';

export const goTest: Runner = {
  name: 'go test',
  paths: /_test\.go$/,
  failed: '^ *--- FAIL: ',
  report: 'go',
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
