/** `whittle test`: a test file in, a small failing test out. */
import { basename, resolve } from 'node:path';
import { fixedText } from '../../oracle/processes/command';
import { realPath, workedRoot } from '../../oracle/places/roots';
import type { Job } from '../../reduction/job';
import { keptBy } from '../../reduction/kept';
import type { DecodedText } from '../../text/encoding';
import { limitsOf, type RunArguments } from '../run';
import { reduceJob, type FileArguments } from './reduceFile';

export interface TestArguments
  extends
    FileArguments,
    Pick<
      RunArguments,
      'jobs' | 'timeout' | 'memory' | 'maxTime' | 'maxTests' | 'targetSize' | 'journal' | 'root' | 'runs' | 'need'
    > {
  /** Titles of the test, outermost first. */
  readonly name: readonly string[];
  readonly passesAt?: string;
  readonly runner?: string;
  readonly search?: string;
  readonly warm: 'on' | 'off';
  readonly keep: readonly string[];
}

/** Returns the exit code. */
export function testFile(options: TestArguments, assets: string): Promise<number> {
  return reduceJob(options, (decoded) => jobOf(options, decoded, assets));
}

function jobOf(options: TestArguments, decoded: DecodedText, assets: string): Job {
  const { file, name, passesAt, runner, search } = options;
  return {
    ...decoded,
    ...limitsOf(options),
    fileName: basename(file),
    file: resolve(file),
    root: options.root === undefined ? workedRoot(realPath(file), process.cwd()) : resolve(options.root),
    kept: keptBy(options.keep, decoded.text, file),
    search,
    // Found when it runs.
    oracle: { invocation: { line: fixedText('') }, cwd: fixedText('.') },
    test: { titles: name, passesAt, runner, warm: options.warm === 'on' },
    assets,
  };
}
