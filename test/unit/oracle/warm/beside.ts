/** A test runner that keeps running, beside new processes of it, in a directory of its own. */
import assert from 'node:assert/strict';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { overlay } from '../../../../src/oracle/places/overlay';
import { fixedText, userPath, type OracleCommand } from '../../../../src/oracle/processes/command';
import type { Starter } from '../../../../src/oracle/processes/starter';
import { readReport } from '../../../../src/oracle/reports/readers';
import { openTester, type Tester } from '../../../../src/oracle/tester';
import { warmStarter } from '../../../../src/oracle/warm/warmStarter';
import { expectNoRunRoots, freshDirectory } from '../../../support/files';

export interface Beside {
  readonly warm: Tester;
  readonly cold: Tester;
  readonly starter: ReturnType<typeof warmStarter>;
  runIn(tester: Tester, text: string, timeoutMs?: number): ReturnType<Tester['run']>;
  /** What the runner says of a text, without what differs from run to run. */
  said(tester: Tester, text: string): Promise<object>;
  /** Each text, with its exit code, after each other one: a warm runner says the same as a new process. */
  sameAsCold(cases: readonly (readonly [number, string])[]): Promise<void>;
}

/** For the tests of one file; what they open is disposed after each. */
export function besides() {
  const directory = freshDirectory();
  const opened: Tester[] = [];
  afterEach(() => opened.splice(0).forEach((tester) => tester.dispose()));
  expectNoRunRoots();
  return {
    directory,
    /** `files`: of the project, beside the test file. */
    async open(
      runner: string,
      form: string,
      line: string,
      file: string,
      files: Record<string, string> = {},
    ): Promise<Beside> {
      const command: OracleCommand = { invocation: { line: fixedText(line) }, cwd: userPath(directory.path) };
      for (const [name, text] of Object.entries({ ...files, [file]: '' })) {
        writeFileSync(join(directory.path, name), text);
      }
      const target = { fileName: file, file: join(directory.path, file), root: directory.path };
      let starter: ReturnType<typeof warmStarter> | undefined;
      const through = (base: Starter) => (starter = warmStarter(runner, base, resolve('dist')));
      const warm = await openTester(overlay, target, undefined, through);
      const cold = await openTester(overlay, target);
      opened.push(warm, cold);
      return beside({ warm, cold, starter: starter!, command, form });
    },
    linkPackages: () => symlinkSync(resolve('node_modules'), join(directory.path, 'node_modules')),
  };
}

type Opened = Pick<Beside, 'warm' | 'cold' | 'starter'> & {
  readonly command: OracleCommand;
  readonly form: string;
};

function beside({ warm, cold, starter, command, form }: Opened): Beside {
  const runIn: Beside['runIn'] = (tester, text, timeoutMs = 20_000) =>
    tester.run({ command, content: Buffer.from(text), timeoutMs, signal: new AbortController().signal });
  const said: Beside['said'] = async (tester, text) => {
    const { status, said: output } = await runIn(tester, text);
    const report = readReport(form, output);
    const failures = report?.failures.map(({ test, kind, message, frames }) => {
      const plain = message.replaceAll(/\S*whittle-run-[^/]*|0x[\da-f]+/g, '');
      return [test, kind, plain, frames.map(({ line }) => line)];
    });
    return { status, passed: report?.passed, failures };
  };
  return {
    ...{ warm, cold, starter, runIn, said },
    async sameAsCold(cases) {
      const texts = cases.map(([, text]) => text);
      const alone = [];
      for (const text of texts) alone.push((await said(cold, text)) as { status: number });
      assert.deepEqual(
        alone.map(({ status }) => status),
        cases.map(([status]) => status),
      );
      for (const order of [texts, [...texts].reverse(), texts]) {
        for (const text of order) assert.deepEqual(await said(warm, text), alone[texts.indexOf(text)], text);
      }
    },
  };
}
