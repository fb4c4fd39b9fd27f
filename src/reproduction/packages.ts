/** The npm packages that the files left over need, with their installed versions, and the package.json that names them. */
import { isBuiltin } from 'node:module';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { commandsIn, packageIn } from '../runners/package';
import type { ReproductionCommand } from './command';
import { textOf, type ExportedFile } from './files';

export interface NeededPackage {
  readonly name: string;
  /** Exact, as package.json has it. */
  readonly version: string;
  /** Where it is installed, without links. */
  readonly path: string;
  /** The node_modules that has it, or a link to it. */
  readonly modules: string;
}

/** `@scope/name` or `name`, and a path in it. */
const specifier = /(['"`])((?:@[\w.-]+\/)?[A-Za-z0-9][\w.-]*)(?:\/[^'"`\n]*)?\1/g;
const imported = /(?:\bfrom|\bimport|\brequire\s*\(|\bimport\s*\()\s*$/;

/**
 * Packages that the files import, and those of the project's package.json that they name in any other way: settings name plugins.
 * `all`: whatever the project's package.json names.
 */
export function neededPackages(
  files: readonly ExportedFile[],
  commands: readonly ReproductionCommand[],
  base: string,
  all = false,
): NeededPackage[] {
  const listed = listedAbove(base);
  const names = new Set<string>(all ? listed : []);
  for (const file of files.filter(({ path }) => !/(?:^|\/)package\.json$/.test(path))) {
    const text = textOf(file);
    for (const found of text.matchAll(specifier)) {
      const name = found[2];
      if (listed.has(name) || imported.test(text.slice(Math.max(0, found.index - 20), found.index))) names.add(name);
    }
    if (/rc$|\.ya?ml$/.test(file.path)) for (const name of listed) if (text.includes(name)) names.add(name);
  }
  for (const name of programPackages(commands)) names.add(name);
  const own = new Set(files.map(({ path }) => path.split('/')[0].replace(/\.\w+$/, '')));
  return [...names]
    .filter((name) => !isBuiltin(name) && (!own.has(name) || listed.has(name)))
    .sort()
    .flatMap((name) => installed(name, base) ?? []);
}

function listedAbove(base: string): ReadonlySet<string> {
  for (let folder = base; ; folder = dirname(folder)) {
    const own = packageIn(folder);
    if (own) return own.dependencies;
    if (dirname(folder) === folder) return new Set();
  }
}

/** Undefined if it is not installed, or is a folder of the project, which no registry has. */
function installed(name: string, base: string): NeededPackage | undefined {
  const modules = above(base, 'node_modules', name);
  if (modules === undefined) return undefined;
  const path = realpathSync(join(modules, name));
  const fields = packageIn(path)?.fields;
  if (typeof fields?.version !== 'string' || !path.includes(`${sep}node_modules${sep}`)) return undefined;
  const { version } = fields;
  return { name, path, modules, version: fields.name === name ? version : `npm:${String(fields.name)}@${version}` };
}

/** The nearest such directory in which this path is. */
function above(base: string, directory: string, path: string): string | undefined {
  for (let folder = base; ; folder = dirname(folder)) {
    if (existsSync(join(folder, directory, path))) return join(folder, directory);
    if (dirname(folder) === folder) return undefined;
  }
}

/** Of programs in node_modules/.bin. */
function programPackages(commands: readonly ReproductionCommand[]): string[] {
  return commands.flatMap(({ line, from = '.' }) =>
    commandsIn(line).flatMap((words) =>
      words.flatMap((word) => {
        const name = /(?:^|[\\/])node_modules[\\/]\.bin[\\/]([\w.-]+)$/.exec(word)?.[1];
        const path = name === undefined ? npxProgram(words, word, from) : resolve(from, word);
        return path !== undefined && existsSync(path) ? packageOfProgram(path) : [];
      }),
    ),
  );
}

function npxProgram([first]: readonly string[], word: string, from: string): string | undefined {
  const programs =
    first === 'npx' && /^[\w.-]+$/.test(word) ? above(from, join('node_modules', '.bin'), word) : undefined;
  return programs && join(programs, word);
}

/** Without links. Windows and some package managers have scripts instead, which name their target in quotes. */
export function programTarget(path: string): string {
  const real = realpathSync(path);
  if (basename(dirname(real)) !== '.bin') return real;
  const [, way] = /[\\/](\.\.[\\/][^"\n]+)"/.exec(readFileSync(real, 'utf8')) ?? [];
  const target = way && join(dirname(real), ...way.split(/[\\/]/));
  return target !== undefined && existsSync(target) ? realpathSync(target) : real;
}

/** The name of its folder below node_modules, also for an alias. */
function packageOfProgram(path: string): string[] {
  const parts = programTarget(path).split(sep);
  const at = parts.lastIndexOf('node_modules') + 1;
  return at === 0 ? [] : [parts.slice(at, at + (parts[at].startsWith('@') ? 2 : 1)).join('/')];
}

/** package.json with these dependencies; without scripts, unless the commands run some. Undefined if nothing needs one. */
export function manifestFor(
  file: ExportedFile | undefined,
  needed: readonly NeededPackage[],
  commands: readonly ReproductionCommand[],
): ExportedFile | undefined {
  if (!file && needed.length === 0) return undefined;
  const fields = file ? parsed(textOf(file)) : { private: true };
  if (!fields) return file;
  for (const key of ['devDependencies', 'peerDependencies', 'optionalDependencies', 'dependencies']) delete fields[key];
  const runsScripts = commands.some(({ line }) => /\b(?:npm|pnpm|yarn|bun)\b|--run\b/.test(line));
  if (!runsScripts) delete fields.scripts;
  if (needed.length > 0) fields.dependencies = Object.fromEntries(needed.map(({ name, version }) => [name, version]));
  return { path: 'package.json', bytes: Buffer.from(`${JSON.stringify(fields, undefined, 2)}\n`) };
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

/** The line that installs them; `lock`: there is a lock file. */
export function setupLine(needed: readonly NeededPackage[], lock: Uint8Array | undefined): string | undefined {
  return needed.length === 0 ? undefined : `npm ${lock ? 'ci' : 'install'}`;
}
