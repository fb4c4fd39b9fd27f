/**
 * From the result of a reduction to a folder that others can run: the files that are left, the packages that they need with their
 * versions, a script, and a README. It is run in an empty place before anybody is told that it is ready.
 */
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileSet } from '../oracle/content';
import { toldFailure } from '../oracle/judging/ruleWords';
import { realPath } from '../oracle/places/roots';
import { whenUnlocked } from '../oracle/platform/files';
import { cannotWrite, draftBeside } from '../reduction/ending/outputs';
import { versionsOf } from '../runners/versions';
import { shortestLine, wordsOf } from './arguments';
import type { ReproductionCommand } from './command';
import { toldCheck, type Ran } from './checked';
import { tried, type Tried } from './emptyPlace';
import { exportedFiles, writeFiles, type ExportedFile } from './files';
import { manifestFor, neededPackages, setupLine, type NeededPackage } from './packages';
import { readmeOf } from './readme';
import { requirementsOf, type Requirements } from './requirements';
import { scriptFor } from './script';
import { secretsIn, type Material, type Secrets } from './secrets';
import { toldWithout, withoutSecrets, type Composed } from './withoutSecrets';

interface ReproductionOptions {
  /** The files that are left. */
  readonly content: FileSet;
  /** The directory that was reduced, absolute: packages are looked for there, and above it. */
  readonly base: string;
  /** At least one; `reproductionCommands` makes them. */
  readonly commands: readonly ReproductionCommand[];
  /** Directories that the commands also need: path in the folder, with `/` → absolute target. */
  readonly linked?: Readonly<Record<string, string>>;
  /** Of the last failing run. */
  readonly output: string;
  /** A directory that does not exist yet. */
  readonly to: string;
  /** Leave out arguments of the command that are not needed; there is one command then. */
  readonly reduceArgs?: boolean;
  /** Secrets are taken along as they are. */
  readonly withSecrets?: boolean;
}

export interface Reproduction {
  readonly path: string;
  /** How the folder did in an empty place. */
  readonly ran: Ran;
  /** One sentence for the user, with the remedy if it does not run as before. */
  readonly notice?: string;
  /** All files, with the secrets without which it does not fail as before: for the user to decide. */
  readonly whole?: readonly ExportedFile[];
}

/**
 * Secrets are left out or replaced, and named. An abort of `signal` leaves a folder that was not run. Throws `PathError`.
 */
export async function exportReproduction(options: ReproductionOptions, signal: AbortSignal): Promise<Reproduction> {
  const { content, commands, to } = options;
  const base = realPath(options.base);
  const material = { files: exportedFiles(content, base, commands), commands };
  const compose = (one: Material, secrets?: Secrets) => composed({ ...options, base }, one, secrets, signal);
  const { files, check, whole } = options.withSecrets
    ? await compose(material)
    : await withoutSecrets(secretsIn(material, scriptFor(commands, undefined).path), material, compose);
  await writeFolder(to, files);
  return { path: to, ran: check.ran, notice: check.notice, ...(whole && { whole }) };
}

/** The files of the folder. */
async function composed(
  options: ReproductionOptions,
  { files: left, commands }: Material,
  secrets: Secrets | undefined,
  signal: AbortSignal,
): Promise<Composed> {
  const { base } = options;
  const unlessAborted = <T>(work: Promise<T>) =>
    work.catch((error: unknown) => (signal.aborted ? undefined : raise(error)));
  const python = await unlessAborted(requirementsOf(left, commands, signal));
  const files = left.filter(({ path }) => path !== 'README.md' && path !== python?.file.path);
  const drafts = draftsOf(
    { ...options, commands, linked: { ...venvOf(base, commands), ...options.linked } },
    files,
    python,
  );
  const { draft, outcome } = (await unlessAborted(bestOf(drafts, signal))) ?? { draft: drafts[0] };
  if (options.reduceArgs && outcome?.asBefore) {
    const line = await shortestOf(draft, outcome, signal);
    // The shorter command is checked as every other, with fresh packages.
    if (line !== commands[0].line)
      return composed(
        { ...options, reduceArgs: false },
        { files: left, commands: [{ ...commands[0], line }] },
        secrets,
        signal,
      );
  }
  const script = scriptFor(commands, setupLine(draft.needed, outcome?.lock));
  const expected = commands.flatMap(({ rule }) => (rule ? toldFailure(rule) : [])).join(' and ');
  const told = toldWithout(secrets, { expected, seen: outcome?.seen, output: outcome?.output ?? options.output });
  const check = toldCheck(draft.needed, outcome && { ...outcome, seen: told.seen ?? '' }, told.expected!);
  const readme = readmeOf({
    ...{ commands, script: script.path, setup: python?.setup ?? [], checked: check.english },
    versions: (await unlessAborted(versionsOfAll(commands, base, signal))) ?? [],
    ...{ expected: told.expected!, output: told.output!, secrets: told.names },
  });
  const lock = outcome?.lock ? [{ path: 'package-lock.json', bytes: outcome.lock }] : [];
  return { files: [...draft.files, ...lock, script, readme], check, names: told.names };
}

/** Without the arguments that the failure does not need: it ends as before, in the same words. */
function shortestOf(draft: Draft, { seen }: Tried, signal: AbortSignal): Promise<string> {
  const [command] = draft.commands;
  const fails = async (line: string) => {
    const commands = [{ ...command, line }];
    const outcome = await tried({ ...draft, commands, script: scriptFor(commands, undefined) }, false, signal);
    return outcome?.asBefore === true && outcome.seen === seen;
  };
  const files = new Set(draft.files.map(({ path }) => path));
  return shortestLine(wordsOf(command.line, files), fails, signal);
}

function raise(error: unknown): never {
  throw error;
}

type Draft = ReturnType<typeof draftsOf>[number];

/** With the packages that the files name; and with all of the project's, if these are more. */
function draftsOf(
  { base, commands, linked = {} }: ReproductionOptions,
  left: readonly ExportedFile[],
  python: Requirements | undefined,
) {
  const lockAt = join(base, 'package-lock.json');
  const lock = existsSync(lockAt) ? readFileSync(lockAt) : undefined;
  const draftWith = (needed: readonly NeededPackage[]) => {
    const manifest = manifestFor(
      left.find(({ path }) => path === 'package.json'),
      needed,
      commands,
    );
    const others = manifest ? left.filter(({ path }) => path !== manifest.path) : left;
    const files = [...others, ...[manifest, python?.file].filter((file) => file !== undefined)];
    return { files, needed, commands, linked, lock, script: scriptFor(commands, undefined) };
  };
  const [few, all] = [false, true].map((every) => neededPackages(left, commands, base, every));
  return [draftWith(few), ...(all.length > few.length ? [draftWith(all)] : [])];
}

/** The first draft that fails as before, with fresh packages if they can be had. */
async function bestOf(drafts: readonly Draft[], signal: AbortSignal): Promise<{ draft: Draft; outcome?: Tried }> {
  for (const install of [true, false]) {
    let differs: { draft: Draft; outcome: Tried } | undefined;
    for (const draft of drafts) {
      if (install && draft.needed.length === 0) continue;
      const outcome = await tried(draft, install, signal);
      if (outcome?.asBefore) return { draft, outcome };
      if (!outcome) break;
      differs ??= { draft, outcome };
    }
    if (differs) return differs;
  }
  return { draft: drafts[0] };
}

async function versionsOfAll(commands: readonly ReproductionCommand[], base: string, signal: AbortSignal) {
  const each = await Promise.all(commands.map(({ line, from = base }) => versionsOf(line, from, signal)));
  return [...new Set(each.flat())];
}

/** Virtual environments that the commands name. */
function venvOf(base: string, commands: readonly ReproductionCommand[]): Record<string, string> {
  const names = ['.venv', 'venv'].filter((name) => commands.some(({ line }) => line.includes(`${name}/`)));
  return Object.fromEntries(names.flatMap((name) => (existsSync(join(base, name)) ? [[name, join(base, name)]] : [])));
}

/** All files or none. */
async function writeFolder(path: string, files: readonly ExportedFile[]): Promise<void> {
  const draft = draftBeside(path);
  try {
    await mkdir(draft, { recursive: true });
    writeFiles(draft, files);
    await whenUnlocked(() => rename(draft, path));
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw cannotWrite({ path }, error);
  }
}
