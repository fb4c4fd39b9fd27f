/** The project's formatter as the last pass over a test: what is left has the layout of the project, if the whole file has it. */
import { dirname } from 'node:path';
import { execa } from 'execa';
import type { PassFunction, PassSource } from '../oracle/passes';
import { runnableLine } from '../runners/programs';
import { changesBetween } from '../text/difference';
import type { TestRun } from './testRun';

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
