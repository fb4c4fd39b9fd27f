/** A failing test: the files that it loads, and the command and rule of its runner. */
import { JobError } from '../../reduction/jobError';
import type { ReduceOptions } from '../reduce/reduceFile';
import type { Undertaken } from '../run';
import type { ReproArguments, Source } from './reproduce';

export function testSource(
  _path: string,
  _options: ReduceOptions & Pick<ReproArguments, 'name'>,
  _assets: string,
  _run: Undertaken,
): Promise<Source> {
  throw new JobError("No test is given: add --test 'COMMAND {}'.");
}
