/** A project in a directory of its own: right or wrong, with the repository that the mode asks for. */
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { withBug, type Located } from './cases';
import { output } from './running';
import { supplyOf } from './supplies';

/**
 * `revision`: the parent commit is right, HEAD has the bug. `changed`: HEAD is right, and the bug is in the work tree. `plain`: no
 * repository.
 */
export const modes = ['revision', 'changed', 'plain'] as const;
export type Mode = (typeof modes)[number];

const left = ['node_modules', 'target', '__pycache__'];

/** The right project in `directory`, which it makes. Packages are linked. */
export async function rightProject(one: Located, directory: string): Promise<void> {
  const supply = await supplyOf(one);
  const from = one.project === undefined ? supply : join(one.folder, 'projects', one.project);
  mkdirSync(directory, { recursive: true });
  cpSync(from, directory, { recursive: true, filter: (path) => path === from || !left.includes(basename(path)) });
  const packages = join(supply, 'node_modules');
  if (existsSync(packages)) symlinkSync(packages, join(directory, 'node_modules'));
}

/** The wrong project, in the mode. `more`: changes of the same commit. */
export async function wrongProject(
  one: Located,
  directory: string,
  mode: Mode = 'plain',
  more = () => {},
): Promise<void> {
  await rightProject(one, directory);
  if (mode !== 'plain') {
    writeFileSync(join(directory, '.gitignore'), `${left.join('\n')}\n`);
    await git(directory, 'init', '--quiet');
    await commit(directory, 'Right');
  }
  const path = join(directory, one.bug.file);
  writeFileSync(path, withBug(readFileSync(path, 'utf8'), one.bug));
  more();
  if (mode === 'revision') await commit(directory, 'A change');
}

async function commit(directory: string, message: string): Promise<void> {
  await git(directory, 'add', '--all');
  await git(directory, 'commit', '--quiet', '--no-verify', '--message', message);
}

const person = { name: 'Bench', email: 'bench@example.com' };

/** Without the settings of this machine. */
async function git(cwd: string, ...words: readonly string[]): Promise<void> {
  const env = {
    ...{ GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' },
    ...{ GIT_AUTHOR_NAME: person.name, GIT_AUTHOR_EMAIL: person.email },
    ...{ GIT_COMMITTER_NAME: person.name, GIT_COMMITTER_EMAIL: person.email },
  };
  await output(['git', ...words], { cwd, ms: 60_000, env });
}
