/** The npm packages that the files left over need, with their installed versions, and the package.json that names them. */
import { isBuiltin } from 'node:module';
import { existsSync, realpathSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import { commandsIn, installedModule, packageAbove, packageIn, packageOf, programTarget } from '../runners/package';
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
  const listed = packageAbove(base)?.dependencies ?? new Set<string>();
  const names = new Set<string>(all ? listed : []);
  for (const file of files.filter(({ path }) => !/(?:^|\/)package\.json$/.test(path))) {
    const text = textOf(file);
    for (const found of text.matchAll(specifier)) {
      const name = found[2];
      if (listed.has(name) || imported.test(text.slice(Math.max(0, found.index - 20), found.index))) names.add(name);
    }
    if (/rc$|\.ya?ml$/.test(file.path)) for (const name of listed) if (text.includes(name)) names.add(name);
  }
  for (const name of commands.flatMap(programPackages)) names.add(name);
  const own = new Set(files.map(({ path }) => path.split('/')[0].replace(/\.\w+$/, '')));
  return [...names]
    .filter((name) => !isBuiltin(name) && (!own.has(name) || listed.has(name)))
    .sort()
    .flatMap((name) => installed(name, base) ?? []);
}

/** Undefined if it is not installed, or is a folder of the project, which no registry has. */
function installed(name: string, base: string): NeededPackage | undefined {
  const at = installedModule(name, base);
  if (at === undefined) return undefined;
  const path = realpathSync(at);
  const fields = packageIn(path)?.fields;
  if (typeof fields?.version !== 'string' || !path.includes(`${sep}node_modules${sep}`)) return undefined;
  const version = fields.name === name ? fields.version : `npm:${String(fields.name)}@${fields.version}`;
  return { name, path, modules: at.slice(0, -name.length - 1), version };
}

/** Of programs in node_modules/.bin. */
function programPackages({ line, from = '.' }: ReproductionCommand): string[] {
  return commandsIn(line).flatMap((words) =>
    words.flatMap((word) => {
      const isPath = /(?:^|[\\/])node_modules[\\/]\.bin[\\/][\w.-]+$/.test(word);
      const isName = words[0] === 'npx' && /^[\w.-]+$/.test(word);
      const path = isPath ? resolve(from, word) : isName ? installedModule(`.bin/${word}`, from) : undefined;
      return path !== undefined && existsSync(path) ? (packageOf(programTarget(path))?.name ?? []) : [];
    }),
  );
}

/** The files with a package.json of these dependencies; without scripts, unless the commands run some. */
export function manifestFor(
  files: readonly ExportedFile[],
  needed: readonly NeededPackage[],
  commands: readonly ReproductionCommand[],
): readonly ExportedFile[] {
  const file = files.find(({ path }) => path === 'package.json');
  const fields = file ? parsed(textOf(file)) : { private: true };
  if (!fields || (!file && needed.length === 0)) return files;
  for (const key of ['devDependencies', 'peerDependencies', 'optionalDependencies', 'dependencies']) delete fields[key];
  const runsScripts = commands.some(({ line }) => /\b(?:npm|pnpm|yarn|bun)\b|--run\b/.test(line));
  if (!runsScripts) delete fields.scripts;
  if (needed.length > 0) fields.dependencies = Object.fromEntries(needed.map(({ name, version }) => [name, version]));
  const bytes = Buffer.from(`${JSON.stringify(fields, undefined, 2)}\n`);
  return [...files.filter((one) => one !== file), { path: 'package.json', bytes }];
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
