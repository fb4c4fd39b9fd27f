/** `whittle test`: a test file in, a small failing test out. */
import { basename, resolve } from 'node:path';
import { reduceTest } from '../../failingTests/reduceTest';
import type { TestJob } from '../../failingTests/testJob';
import { realPath, workedRoot } from '../../oracle/places/roots';
import { keptBy } from '../../reduction/kept';
import type { DecodedText } from '../../text/encoding';
import { limitsOf, type RunArguments } from '../run';
import { reduceBy, type FileArguments } from './reduceFile';

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
  return reduceBy(options, (decoded, ...rest) => reduceTest(jobOf(options, decoded, assets), ...rest));
}

function jobOf(options: TestArguments, decoded: DecodedText, assets: string): TestJob {
  const { file, name, passesAt, runner, search } = options;
  return {
    ...decoded,
    ...limitsOf(options),
    fileName: basename(file),
    file: resolve(file),
    root: options.root === undefined ? workedRoot(realPath(file), process.cwd()) : resolve(options.root),
    kept: keptBy(options.keep, decoded.text, file),
    search,
    test: { titles: name, passesAt, runner, warm: options.warm === 'on' },
    assets,
  };
}
