/**
 * From the result of a reduction to a folder that others can run: the files that are left, the packages that they need with their
 * versions, a script, and a README. It is run in an empty place before anybody is told that it is ready. Secrets are left out where
 * the failure allows it, which is found out by running it without them.
 */
import * as l10n from '@vscode/l10n';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FileSet, PlacedFile } from '../oracle/content';
import { toldFailure } from '../oracle/judging/ruleWords';
import { realPath } from '../oracle/places/roots';
import { writeOutputDirectory } from '../reduction/ending/outputs';
import { versionsOf } from '../runners/programs';
import { type Material, type Reproducing, type ReproductionCommand, scriptFor, shortestLine, wordsOf } from './command';
import { runEmpty, type Outcome, type Trial } from './emptyPlace';
import { type NeededPackage, manifestFor, neededPackages, requirementsOf, exportedFiles, fileAt } from './packages';
import { readmeOf } from './readme';
import { type Secrets, placeholder, secretsIn } from './secrets';

interface ReproductionOptions extends Reproducing {
  /** The files that are left. */
  readonly content: FileSet;
  /** At least one; `reproductionCommands` makes them. */
  readonly commands: readonly ReproductionCommand[];
  /** Of the last failing run. */
  readonly output: string;
}

/** How a folder did in an empty place. */
interface Check {
  readonly ran: 'as-before' | 'differs' | 'not-run';
  /** One sentence for the user, with the remedy if it does not run as before. */
  readonly notice?: string;
}

export interface Reproduction extends Check {
  readonly path: string;
  /** All files, with the secrets without which it does not fail as before: for the user to decide. */
  readonly whole?: readonly PlacedFile[];
}

/** Secrets are left out or replaced, and named. An abort of `signal` leaves a folder that was not run. Throws `PathError`. */
export async function exportReproduction(given: ReproductionOptions, signal: AbortSignal): Promise<Reproduction> {
  const options = { ...given, base: realPath(given.base) };
  const { content, commands, to: path, base, withSecrets } = options;
  const material = { files: exportedFiles({ ...content, commands }, join(base, given.file ?? '')), commands };
  const secrets = withSecrets ? undefined : secretsIn(material, scriptFor(commands, undefined).path);
  let best: Composed | undefined;
  for (const variant of secrets?.variants ?? [material]) {
    const made = await compose(options, variant, secrets, signal);
    if (best && made.ran === 'differs') continue;
    best = made;
    if (made.ran !== 'differs') break;
  }
  const { files, ran, notice, names } = best!;
  await writeOutputDirectory({ path }, { files });
  const gone = secrets?.names ?? [];
  const whole = ran === 'differs' && gone.length > 0 ? await compose(options, material, undefined, signal) : undefined;
  if (whole?.ran === 'as-before') {
    const needed = l10n.t(
      'Without {0}, which may be secret, the reproduction does not fail as before: add it to the folder yourself if others may see it.',
      gone.join(', '),
    );
    return { path, ran, notice: needed, whole: whole.files };
  }
  if (names.length === 0) return { path, ran, notice };
  const told = l10n.t('These may be secret, and are left out or replaced by {0}: {1}.', placeholder, names.join(', '));
  return { path, ran, notice: [notice, told].filter(Boolean).join(' ') };
}

/** A folder that was run, but is not written yet. */
interface Composed extends Check {
  readonly files: readonly PlacedFile[];
  /** Of the secrets that it is without. */
  readonly names: readonly string[];
}

async function compose(
  options: ReproductionOptions,
  material: Material,
  secrets: Secrets | undefined,
  signal: AbortSignal,
): Promise<Composed> {
  const { trial, outcome, setup, versions } = await examine(options, material, signal).catch((error: unknown) => {
    if (!signal.aborted) throw error;
    return { trial: trialsOf(options, material)[0], outcome: undefined, setup: [], versions: [] };
  });
  const { commands, needed, files } = trial;
  const installing = needed.length === 0 ? undefined : `npm ${outcome?.lock ? 'ci' : 'install'}`;
  const script = scriptFor(commands, installing);
  const expected = commands.flatMap(({ rule }) => (rule ? toldFailure(rule) : [])).join(' and ');
  const seen = outcome && (secrets?.clean(outcome.seen).text ?? outcome.seen);
  const { checked, ...check } = checkOf(needed, outcome && { ...outcome, seen: seen! }, expected);
  const output = outcome?.output ?? options.output;
  const facts = { commands, script: script.path, setup, versions, expected, output, checked };
  const readme = readmeOf(facts, secrets);
  const lock = outcome?.lock ? [outcome.lock] : [];
  return { ...check, files: [...files, ...lock, script, readme.file], names: readme.names };
}

/** Runs the folder: which packages it needs, how it fails, and with which versions. */
async function examine(options: ReproductionOptions, material: Material, signal: AbortSignal) {
  const { files, commands } = material;
  const { base, reduceArgs } = options;
  const python = await requirementsOf(material, signal);
  const others = python ? [...files.filter(({ path }) => path !== python.file.path), python.file] : files;
  const { trial, outcome } = await bestOf(trialsOf(options, { files: others, commands }), signal);
  if (reduceArgs && outcome?.asBefore) {
    const [command] = trial.commands;
    const names = new Set(trial.files.map(({ path }) => path));
    // It ends as before, in the same words.
    const fails = async (shorter: string) => {
      const its = await runEmpty({ ...trial, commands: [{ ...command, line: shorter }] }, false, signal);
      return its?.asBefore === true && its.seen === outcome.seen;
    };
    const line = await shortestLine(wordsOf(command.line, names), fails, signal);
    // The shorter command is checked as every other, with fresh packages.
    const reduced = { files, commands: [{ ...commands[0], line }] };
    if (line !== commands[0].line) return examine({ ...options, reduceArgs: false }, reduced, signal);
  }
  const versions = await Promise.all(commands.map(({ line, from = base }) => versionsOf(line, from, signal)));
  return { trial, outcome, setup: python?.setup ?? [], versions: [...new Set(versions.flat())] };
}

/** With the packages that the files name; and with all of the project's, if these are more. */
function trialsOf({ base, linked }: ReproductionOptions, { files, commands }: Material): Trial[] {
  const environments = ['.venv', 'venv'].filter((name) => commands.some(({ line }) => line.includes(`${name}/`)));
  const found = environments.map((name) => [name, join(base, name)] as const).filter(([, path]) => existsSync(path));
  const left = files.filter(({ path }) => path !== 'README.md');
  const trialWith = (needed: readonly NeededPackage[]): Trial => ({
    files: manifestFor({ files: left, commands }, needed),
    ...{ needed, commands },
    linked: { ...Object.fromEntries(found), ...linked },
    lock: fileAt(base, 'package-lock.json'),
  });
  const [few, all] = [false, true].map((every) => neededPackages({ files: left, commands }, base, every));
  return [trialWith(few), ...(all.length > few.length ? [trialWith(all)] : [])];
}

/** The first folder that fails as before, with fresh packages if they can be had. */
async function bestOf(trials: readonly Trial[], signal: AbortSignal): Promise<{ trial: Trial; outcome?: Outcome }> {
  for (const install of [true, false]) {
    let differs: { trial: Trial; outcome: Outcome } | undefined;
    for (const trial of trials) {
      if (install && trial.needed.length === 0) continue;
      const outcome = await runEmpty(trial, install, signal);
      if (outcome?.asBefore) return { trial, outcome };
      if (!outcome) break;
      differs ??= { trial, outcome };
    }
    if (differs) return differs;
  }
  return { trial: trials[0] };
}

/** For the user, and for the README in English. `outcome`: undefined if it was not run. */
function checkOf(needed: readonly NeededPackage[], outcome: Outcome | undefined, expected: string) {
  if (!outcome) {
    const notice = l10n.t('The reproduction was not run in an empty folder: run its script before you send it.');
    return { ran: 'not-run' as const, checked: 'It was not run in an empty folder.', notice };
  }
  const { installed, asBefore, seen } = outcome;
  const withPackages = needed.length === 0 ? '' : installed ? ' after `npm install`' : ' with packages of the project';
  if (!asBefore) {
    const checked = `It did not fail as before in an empty folder${withPackages}: the failure was \`${expected}\`, there it is \`${seen}\`.`;
    const notice = l10n.t(
      'In an empty folder the reproduction ends with "{0}" instead: it needs something else of your project or machine; add it to the folder.',
      seen,
    );
    return { ran: 'differs' as const, checked, notice };
  }
  const notice = l10n.t(
    'npm install did not work here, so the reproduction was run with the installed packages of your project: run it once where npm works.',
  );
  return {
    ran: 'as-before' as const,
    checked: `It failed as before in an empty folder${withPackages}.`,
    notice: needed.length > 0 && !installed ? notice : undefined,
  };
}
