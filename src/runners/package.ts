/** package.json: its programs, and the calls of test runners in its scripts, where hooks and settings may be only. */
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { has, pathFrom, textAt } from './folders';

export interface Package {
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: ReadonlySet<string>;
  /** All fields. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Undefined if the folder has none, or none that can be read. */
export function packageIn(folder: string): Package | undefined {
  try {
    const fields = JSON.parse(textAt(folder, 'package.json')) as Record<string, unknown>;
    const names = (key: string) => Object.keys((fields[key] as object | undefined) ?? {});
    return {
      fields,
      scripts: (fields.scripts as Record<string, string> | undefined) ?? {},
      dependencies: new Set(['dependencies', 'devDependencies', 'peerDependencies'].flatMap(names)),
    };
  } catch {
    return undefined;
  }
}

/** The words that start a program in `cwd`: from the nearest node_modules, above the workspace too, or else from the PATH. */
export function programWords(name: string, cwd: string, root: string): string[] {
  for (let folder = cwd; ; folder = dirname(folder)) {
    const program = join(folder, 'node_modules', '.bin', name);
    if (existsSync(program)) return [pathFrom(cwd, program, root)];
    if (has(folder, '.pnp.cjs')) return ['yarn', name];
    if (dirname(folder) === folder) return [name];
  }
}

export function isInstalled(name: string, cwd: string): boolean {
  if (existsSync(join(cwd, 'node_modules', name))) return true;
  return dirname(cwd) !== cwd && isInstalled(name, dirname(cwd));
}

export interface Call {
  /** `NAME=value` */
  readonly env: readonly string[];
  readonly args: readonly string[];
}

const assignment = /^[A-Za-z_]\w*=/;

/** The first call of a program, in `test` before other scripts; with `argument`, only calls that have it. */
export function callOf({ scripts }: Package, program: string, argument?: string): Call | undefined {
  const names = Object.keys(scripts).sort((a, b) => rank(a) - rank(b));
  const calls = names.flatMap((name) => commandsIn(String(scripts[name])).flatMap((words) => callIn(words, program)));
  return calls.find(({ args }) => argument === undefined || args.includes(argument));
}

function rank(name: string): number {
  return name === 'test' ? 0 : name.startsWith('test') ? 1 : 2;
}

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
  return [
    { env: [...env, ...(flags.length > 0 ? [`NODE_OPTIONS=${flags.join(' ')}`] : [])], args: words.slice(at + 1) },
  ];
}

/** The arguments with one of these names: with their values, or alone. */
export function kept(args: readonly string[], withValue: readonly string[], alone: RegExp = /^$/): string[] {
  return args.flatMap((word, at) => {
    if (alone.test(word)) return [word];
    if (withValue.includes(word)) return args.slice(at, at + 2);
    return word.includes('=') && withValue.includes(word.slice(0, word.indexOf('='))) ? [word] : [];
  });
}
