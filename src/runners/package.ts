/** Packages of npm: package.json, programs that are installed, and the calls of programs in scripts and other lines. */
import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { foldersUp, realPath, within } from '../oracle/places/roots';
import { attempt } from '../oracle/platform/files';
import { has, pathFrom, textAt, type TestFile } from './testFile';

/** Undefined if the folder has none, or none that can be read. */
export const packageIn = (folder: string) => parsePackage(textAt(folder, 'package.json'));

export function parsePackage(text: string) {
  const fields = attempt(() => JSON.parse(text) as Record<string, unknown> | null, null);
  const names = (key: string) => Object.keys((fields?.[key] as object | undefined) ?? {});
  if (!fields) return undefined;
  const scripts = (fields.scripts as Record<string, string> | undefined) ?? {};
  const dependencies = new Set(['dependencies', 'devDependencies', 'peerDependencies'].flatMap(names));
  return { fields, scripts, dependencies };
}

/** The path in the nearest of a folder and those above it that has it. */
function above(folder: string, ...path: readonly string[]): string | undefined {
  const paths = [folder, ...foldersUp(folder)].map((at) => join(at, ...path));
  return paths.find((at) => existsSync(at));
}

/** A package, or a program `.bin/NAME`, as the files of a folder have it. */
export function installedModule(name: string, folder: string): string | undefined {
  return above(folder, 'node_modules', name);
}

/** The folder of the workspaces (of npm, yarn or pnpm) to which a package belongs, if it needs another one of them; else its own. */
export function workspaceOf(folder: string): string {
  const isTop = (at: string) => packageIn(at)?.fields.workspaces !== undefined || has(at, 'pnpm-workspace.yaml');
  const top = foldersUp(folder).find(isTop);
  const needed = [...(packageIn(folder)?.dependencies ?? [])].flatMap((name) => installedModule(name, folder) ?? []);
  const others = needed.map(realPath).filter((path) => !path.split(sep).includes('node_modules'));
  return top !== undefined && others.some((path) => within(top, path) !== undefined) ? top : folder;
}

/** The folder of the nearest package.json, or else the workspace. */
export function packageFolder(file: Pick<TestFile, 'path' | 'root'>): string {
  return foldersUp(file.path, file.root).find((folder) => packageIn(folder) !== undefined) ?? file.root;
}

/** The words that start a program in `cwd`: from the nearest node_modules, above the workspace too, or else from the PATH. */
export function programWords(name: string, cwd: string, root: string): string[] {
  const program = installedModule(`.bin/${name}`, cwd);
  if (program !== undefined) return [pathFrom(cwd, program, root)];
  return above(cwd, '.pnp.cjs') === undefined ? [name] : ['yarn', name];
}

/** A program of node_modules without links. Windows and some package managers have scripts, which name their target in quotes. */
export function programTarget(path: string): string {
  const real = realpathSync(path);
  if (basename(dirname(real)) !== '.bin') return real;
  const [, way] = /[\\/](\.\.[\\/][^"\n]+)"/.exec(textAt(real)) ?? [];
  const target = way && join(dirname(real), ...way.split(/[\\/]/));
  return target !== undefined && existsSync(target) ? realpathSync(target) : real;
}

/** The package that has a file: its name is that of its folder below node_modules, also for an alias. */
export function packageOf(path: string): { readonly name: string; readonly version?: unknown } | undefined {
  const [, folder, name] = /^(.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+))[\\/]/.exec(path) ?? [];
  return name && name !== '.bin'
    ? { name: name.replaceAll('\\', '/'), version: packageIn(folder)?.fields.version }
    : undefined;
}

export interface Call {
  /** `NAME=value` */
  readonly env: readonly string[];
  readonly args: readonly string[];
}

export const assignment = /^([A-Za-z_]\w*)=(.*)$/s;

/** The first call of a program, in `test` before other scripts; with `argument`, only calls that have it. */
export function callOf(folder: string, program: string, argument?: string): Call | undefined {
  const scripts: Readonly<Record<string, string>> = packageIn(folder)?.scripts ?? {};
  const names = Object.keys(scripts).sort((a, b) => rank(a) - rank(b));
  const calls = names.flatMap((name) => commandsIn(String(scripts[name])).flatMap((words) => callIn(words, program)));
  return calls.find(({ args }) => argument === undefined || args.includes(argument));
}

const rank = (name: string): number => (name === 'test' ? 0 : name.startsWith('test') ? 1 : 2);

/** The words of each command of a line, without quotes. */
export function commandsIn(line: string): string[][] {
  const commands: string[][] = [[]];
  for (const [, separator, word] of line.matchAll(/(&&|\|\||[;|&])|((?:"(?:\\.|[^"])*"|'[^']*'|[^\s;|&"'])+)/g)) {
    if (separator) commands.push([]);
    else commands.at(-1)!.push(word.replace(/"((?:\\.|[^"])*)"|'([^']*)'/g, (_, double, single) => double ?? single));
  }
  return commands;
}

function callIn(words: readonly string[], program: string): Call[] {
  const at = words.findIndex((word) => basename(word).replace(/\.[cm]?js$/, '') === program);
  if (at < 0) return [];
  const before = words.slice(0, at);
  const node = before.lastIndexOf('node');
  const flags = node < 0 || program === 'node' ? [] : before.slice(node + 1).filter((word) => word.startsWith('-'));
  const env = before.filter((word) => assignment.test(word));
  const options = flags.length > 0 ? [`NODE_OPTIONS=${flags.join(' ')}`] : [];
  return [{ env: [...env, ...options], args: words.slice(at + 1) }];
}

/** The arguments with one of these names: with their values, or alone. */
export function keepOptions(args: readonly string[], withValue: string, alone: RegExp = /^$/): string[] {
  const names = withValue.split(' ');
  return args.flatMap((word, at) => {
    if (alone.test(word)) return [word];
    if (names.includes(word)) return args.slice(at, at + 2);
    return word.includes('=') && names.includes(word.slice(0, word.indexOf('='))) ? [word] : [];
  });
}
