/** What is in an exported folder: files, those beside them that the commands name, and the packages of npm and Python that they need. */
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, resolve, sep } from 'node:path';
import { execa } from 'execa';
import type { PlacedFile } from '../oracle/content';
import { traits } from '../oracle/platform/traits';
import {
  commandsIn,
  installedModule,
  packageFolder,
  packageIn,
  packageOf,
  parsePackage,
  programTarget,
} from '../runners/package';
import type { Material, ReproductionCommand } from './command';
import { wayIn, within } from '../oracle/places/roots';
import { bits } from '../oracle/platform/files';

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
export function neededPackages({ files, commands }: Material, base: string, all = false): NeededPackage[] {
  const listed =
    packageIn(packageFolder({ path: join(base, 'package.json'), root: '' }))?.dependencies ?? new Set<string>();
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
export function manifestFor({ files, commands }: Material, needed: readonly NeededPackage[]): readonly PlacedFile[] {
  const file = files.find(({ path }) => path === 'package.json');
  const own = file ? parsePackage(textOf(file))?.fields : { private: true };
  if (!own || (!file && needed.length === 0)) return files;
  const fields: Record<string, unknown> = { ...own };
  for (const key of ['devDependencies', 'peerDependencies', 'optionalDependencies', 'dependencies']) delete fields[key];
  const runsScripts = commands.some(({ line }) => /\b(?:npm|pnpm|yarn|bun)\b|--run\b/.test(line));
  if (!runsScripts) delete fields.scripts;
  if (needed.length > 0) fields.dependencies = Object.fromEntries(needed.map(({ name, version }) => [name, version]));
  const bytes = Buffer.from(`${JSON.stringify(fields, undefined, 2)}\n`);
  return [...files.filter((one) => one !== file), { path: 'package.json', bytes }];
}

const ms = 20_000;

/** Prints `name==version` for each of the modules that is from an installed package. */
const asksVersions = `
import sys
from importlib.metadata import packages_distributions, version
known = packages_distributions()
names = {name for module in sys.argv[1:] for name in known.get(module, [])}
print("\\n".join(sorted(f"{name}=={version(name)}" for name in names)))
`;

/** The file, and the lines that install what it names. Undefined without Python, and if no installed package is imported. */
export async function requirementsOf({ files, commands }: Material, cancelSignal: AbortSignal) {
  const python = files.filter(({ path }) => path.endsWith('.py'));
  const starts = commands.flatMap(startsIn);
  if (python.length === 0 && starts.length === 0) return undefined;
  const own = new Set(files.map(({ path }) => path.split('/')[0].replace(/\.py$/, '')));
  const modules = [
    ...python.flatMap((file) => importsIn(textOf(file))),
    ...starts.flatMap(({ module }) => module ?? []),
  ];
  const others = [...new Set(modules)].filter((name) => !own.has(name));
  const { interpreter = traits.python, from: cwd } = starts.find((start) => start.interpreter !== undefined) ?? {};
  const how = { cwd, cancelSignal, timeout: ms, reject: false } as const;
  const { failed, stdout } = await execa(interpreter, ['-c', asksVersions, ...others], how);
  cancelSignal.throwIfAborted();
  if (failed || stdout.trim() === '') return undefined;
  const [, environment] = /^(?:\.\/)?(\.?venv)[\\/]/.exec(interpreter) ?? [];
  const install = `${interpreter} -m pip install -r requirements.txt`;
  return {
    file: { path: 'requirements.txt', bytes: Buffer.from(`${stdout.trim()}\n`) } satisfies PlacedFile,
    setup: environment === undefined ? [install] : [`${traits.python} -m venv ${environment}`, install],
  };
}

/** How a command starts Python, and a module. */
function startsIn({ line, from }: ReproductionCommand) {
  return commandsIn(line).flatMap((words) => {
    const at = words.findIndex((word) => /(?:^|[\\/])(?:python[\d.]*|py\.?test)(?:\.exe)?$/.test(word));
    if (at < 0) return [];
    const isPytest = /py\.?test(?:\.exe)?$/.test(words[at]);
    const module = words[at + 1] === '-m' ? words[at + 2]?.split('.')[0] : undefined;
    return [{ from, interpreter: isPytest ? undefined : words[at], module: isPytest ? 'pytest' : module }];
  });
}

/** Outermost modules. */
function importsIn(text: string): string[] {
  return [...text.matchAll(/^[ \t]*(?:from[ \t]+(\w+)[\w.]*[ \t]+import\b|import[ \t]+(.+)$)/gm)].flatMap(
    ([, one, list]) => (one === undefined ? list.split(',').map((word) => /^\s*(\w*)/.exec(word)![1]) : [one]),
  );
}

/** Made by package managers; what is left of them fits no longer. */
const locks = /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?)$/;

/** Larger ones are no scripts. */
const largest = 10e6;

/** `reduced`: the directory or the file that was reduced, absolute. */
export function exportedFiles({ files, commands }: Material, reduced: string): PlacedFile[] {
  const left = files.filter(({ path }) => !locks.test(path));
  const known = new Set(left.map(({ path }) => path));
  const named = commands.flatMap((command) => namedBy(command, reduced));
  return [...left, ...named.filter(({ path }) => !known.has(path) && known.add(path))];
}

/** Scripts that the line names, if it runs outside of what was reduced. */
function namedBy({ line, from }: ReproductionCommand, reduced: string): PlacedFile[] {
  if (from === undefined || within(reduced, from) !== undefined) return [];
  return commandsIn(line)
    .flat()
    .flatMap((word) => {
      const way = wayIn(from, resolve(from, word));
      if (way === undefined || way === '' || /(?:^|\/)(?:node_modules|\.?venv)\//.test(way)) return [];
      return fileAt(from, way) ?? [];
    });
}

/** Undefined if it is none, or too large. */
export function fileAt(from: string, path: string): PlacedFile | undefined {
  const at = join(from, path);
  const status = statSync(at, { throwIfNoEntry: false });
  if (!status?.isFile() || status.size > largest) return undefined;
  return { path, bytes: readFileSync(at), mode: status.mode & bits.permissions };
}

export function textOf({ bytes }: PlacedFile): string {
  return bytes.includes(0) ? '' : Buffer.from(bytes).toString();
}
