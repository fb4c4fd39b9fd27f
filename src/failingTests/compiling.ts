/** The guard of types: a test of TypeScript that compiles in its project has to do so when it is small. */
import { dirname } from 'node:path';
import * as l10n from '@vscode/l10n';
import { fixedText, userPath, type OracleCommand } from '../oracle/processes/command';
import type { Guard } from '../oracle/property';
import { projectOf, runnableLine } from '../runners/programs';
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
