/**
 * The project's own tools. Its compiler as a guard: a test of TypeScript that compiles in its project has to do so when it is small. Its
 * formatter as the last pass over a test: what is left has the layout of the project, if the whole file has it.
 */
import { dirname } from 'node:path';
import * as l10n from '@vscode/l10n';
import { execa } from 'execa';
import type { PassFunction, PassSource } from '../oracle/passes';
import { fixedText, userPath, type OracleCommand } from '../oracle/processes/command';
import type { Guard } from '../oracle/property';
import { projectOf, runnableLine } from '../runners/programs';
import { changesBetween } from '../text/difference';
import { encode } from '../text/encoding';
import { allows } from './passing';
import type { TestRun } from './testRun';

/** An error in any project that has the file. */
const mistake = '\nconst whittleMistake: number = "";\n';

/** Undefined if the project has no compiler, or does not compile, or without the test. Throws `SandboxError`. */
export async function compilingGuard(run: TestRun, command: OracleCommand): Promise<Guard | undefined> {
  const { file, root } = run.input;
  const { text, encoding } = run.job.input;
  const project = /\.[cm]?tsx?$/.test(file) ? projectOf(file, root) : undefined;
  const line = project && runnableLine(`tsc --noEmit --pretty false -p ${project}`, root, dirname(file));
  if (line === undefined) return undefined;
  const compiler = { ...command, warm: undefined, invocation: { line: fixedText(line) }, cwd: userPath(root) };
  const guard: Guard = { kind: 'passes', name: l10n.t('compiles'), command: compiler, rule: {}, changes: [] };
  return (await allows(guard, run)) && !(await allows(guard, run, encode(text + mistake, encoding)))
    ? guard
    : undefined;
}

/** Command lines by the end of the file's name. They read a text, and print it in its layout. */
const formatters: readonly (readonly [RegExp, ...string[]])[] = [
  [/\.[cm]?[jt]sx?$/, 'prettier --stdin-filepath {}', 'biome format --stdin-file-path={}'],
  [/\.py$/, 'ruff format --stdin-filename {} -', 'black -q --stdin-filename {} -'],
  [/\.go$/, 'gofmt'],
  [/\.rs$/, 'rustfmt --edition 2021'],
];

const ms = 10_000;

/** Undefined if no formatter leaves the file as it is. */
export async function formattingPass({ job, input }: TestRun, signal: AbortSignal): Promise<PassSource | undefined> {
  const { file, root } = input;
  const { text } = job.input;
  const cwd = dirname(file);
  if (!/^[\w./@+-]+$/.test(file)) return undefined;
  for (const line of formatters.flatMap(([ending, ...all]) => (ending.test(file) ? all : []))) {
    const runnable = runnableLine(line.replace('{}', file), root, cwd);
    if (runnable === undefined) continue;
    const format = async (whole: string) => {
      const how = { cwd, input: whole, shell: true, timeout: ms, cancelSignal: signal, reject: false } as const;
      const { failed, stdout } = await execa(runnable, { ...how, stripFinalNewline: false });
      return failed ? undefined : stdout;
    };
    if ((await format(text)) !== text) continue;
    const [name] = line.split(' ');
    const propose: PassFunction = async ({ text: whole }) => {
      const changes = changesBetween((await format(whole)) ?? whole, whole, /.*\n|.+$/g);
      const edits = changes.map(({ insert, ...range }) => ({ ...range, text: insert }));
      return edits.length === 0 ? [] : [{ edits }];
    };
    return { call: Object.defineProperty(propose, 'name', { value: name }) };
  }
  return undefined;
}
