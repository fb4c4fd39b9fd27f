/** An empty place outside of the project, in which an exported folder is run before anybody else does. */
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import type { PlacedFile } from '../oracle/content';
import { failureLine } from '../oracle/judging/failureLine';
import { describedCode, exitZero, judgeOf } from '../oracle/judging/rule';
import { pathsOf, withoutCaches, type Placement } from '../oracle/places/place';
import { directoryOf, linkTo, treeAt, type Directory, type Entry } from '../oracle/places/tree';
import { traits } from '../oracle/platform/traits';
import { fixedText } from '../oracle/processes/command';
import { openTester, type Ran } from '../oracle/tester';
import { programTarget } from '../runners/package';
import { type Material, type ReproductionCommand, scriptFor } from './command';
import { type NeededPackage, fileAt } from './packages';

/** An installation, and a command, ms. */
const patience = { install: 180_000, run: 120_000 };

const installing =
  'npm install --ignore-scripts --no-audit --no-fund --omit-lockfile-registry-resolved --fetch-retries=0 --fetch-timeout=20000 --loglevel=error';

export type Outcome = NonNullable<Awaited<ReturnType<typeof runEmpty>>>;

export interface Trial extends Material {
  readonly needed: readonly NeededPackage[];
  /** Further directories of the project: path in the folder → absolute target. */
  readonly linked: Readonly<Record<string, string>>;
  /** The project's lock file: other packages get the versions that they have there. */
  readonly lock?: PlacedFile;
}

/**
 * The packages come from `npm install`, or are links to those of the project; undefined if they were to be installed and cannot be. `output`:
 * of the first command that differs, else of the first; `seen`: its line that says how it failed, or its exit code; `lock`: of the installed
 * packages. Throws the signal's reason if aborted, and `SandboxError`.
 */
export async function runEmpty(trial: Trial, install: boolean, signal: AbortSignal) {
  const { commands, files } = trial;
  const script = scriptFor(commands, undefined);
  const place = emptyPlace({ ...trial, files: [...files, script] }, install);
  const tester = await openTester(place, { fileName: 'reproduction' });
  const directory = directoryIn(tester.root);
  const run = ({ line, cwd = '.', env = {} }: ReproductionCommand, timeoutMs: number) => {
    const variables = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, fixedText(value)]));
    const at = { parts: [{ slot: 'directory' as const }, `/${cwd}`], source: cwd };
    const command = { invocation: { line: fixedText(line) }, cwd: at, env: variables };
    return tester.run({ command, content: new Uint8Array(), timeoutMs, signal, fresh: true });
  };
  try {
    if (install) {
      const { status, timedOut } = await run({ line: installing }, patience.install);
      if (status !== 0 || timedOut) return undefined;
    }
    const lock = install ? fileAt(directory, 'package-lock.json') : undefined;
    const whole = { line: traits.scripts === 'sh' ? `sh ${script.path}` : script.path };
    const outcomes: (Ran & { readonly asBefore: boolean })[] = [];
    for (const command of commands) {
      const ran = await run(commands.length === 1 ? whole : command, patience.run);
      const asBefore = !ran.timedOut && judgeOf(command.rule ?? exitZero)(ran.status, ran.said, { files }) === 'holds';
      outcomes.push({ ...ran, asBefore });
    }
    const differing = outcomes.find(({ asBefore }) => !asBefore);
    const shown = differing ?? outcomes[0];
    const names = [...new Set([directory, realpathSync(directory)])];
    const output = names.reduce((text, one) => text.replaceAll(one + sep, '').replaceAll(one, '.'), shown.output);
    const { said, status, timedOut } = shown;
    const line = status === 0 ? undefined : failureLine(said)?.line.trim().slice(0, 200);
    const seen = timedOut ? 'no end in time' : (line ?? `exit code ${describedCode(status)}`);
    return { installed: install, asBefore: !differing, output, seen, lock };
  } finally {
    tester.dispose();
  }
}

const directoryIn = (root: string): string => join(root, 'reproduction');

/** One directory for all runs: packages are installed there before the commands run. */
const emptyPlace = (trial: Trial, install: boolean): Placement => ({
  name: 'empty',
  description: '',
  open(root) {
    const directory = directoryIn(root);
    treeAt(directory).hold(pictureOf(trial, install));
    return { put: () => ({ paths: pathsOf(directory, directory), env: withoutCaches }) };
  },
});

function pictureOf({ files, needed, linked, lock }: Trial, install: boolean): Directory {
  const all = [...files, ...(install && lock ? [lock] : [])];
  const links = [...(install ? [] : needed.flatMap(linksOf)), ...Object.entries(linked)];
  const isFree = (way: string) => !all.some(({ path }) => path === way || path.startsWith(`${way}/`));
  return directoryOf([
    ...all.map(({ path, bytes, mode }): [string, Entry] => [path, { kind: 'bytes', bytes, mode }]),
    ...links
      .filter(([way]) => basename(way) !== 'node_modules' && isFree(way))
      .map(([way, target]): [string, Entry] => [way, linkTo(target)]),
  ]);
}

/** The package and its programs: path in the folder, and target. */
function linksOf({ name, path, modules }: NeededPackage): [path: string, target: string][] {
  const programs = join(modules, '.bin');
  const own = (existsSync(programs) ? readdirSync(programs) : []).filter((program) => {
    const at = join(programs, program);
    return existsSync(at) && programTarget(at).startsWith(path + sep);
  });
  const links = own.map((program): [string, string] => [
    `node_modules/.bin/${program}`,
    realpathSync(join(programs, program)),
  ]);
  return [[`node_modules/${name}`, path], ...links];
}
