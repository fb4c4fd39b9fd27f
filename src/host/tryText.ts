/** One test of one text, with its output: for a person who asks why it was refused. */
import type { OracleVerdict } from '../oracle/oracle';
import { firstTimeoutMs } from '../oracle/calibration/diagnosis';
import { failureLine } from '../oracle/judging/failureLine';
import { prepared } from '../failingTests/reduceTest';
import { isTestJob } from '../failingTests/testRun';
import type { Listener } from '../reduction/events/events';
import type { Job } from '../reduction/job';
import { withProperty } from '../reduction/session';
import { encode, plainEncoding } from '../text/encoding';

export interface Tried {
  readonly verdict: OracleVerdict;
  readonly timedOut: boolean;
  /** What refused it, if its command shows the bug. */
  readonly stage?: string;
  /** Wall time, ms. */
  readonly ms: number;
  readonly status: number;
  /** The line that names the error, if there is one. */
  readonly line?: string;
  readonly output: string;
}

/** `job`: with its settled rules. The original is tested first, so that what it changes itself is no harm. Throws what a run throws. */
export async function tryText(job: Job, text: string, onEvent: Listener, signal: AbortSignal): Promise<Tried> {
  const ready = isTestJob(job) ? await prepared(job, signal) : job;
  const { fileName, file, encoding } = ready.input;
  const original = encode(ready.input.text, encoding);
  const content = Buffer.from(text, plainEncoding(encoding));
  const timeoutMs = ready.tests.timeoutMs ?? firstTimeoutMs;
  return withProperty(ready, { fileName, file, encoding }, original, onEvent, async (property) => {
    const [part] = property.parts;
    part.expect(await part.observe(original, timeoutMs, signal));
    const ran = await part.observe(content, timeoutMs, signal);
    const { verdict, stage } = ran.verdict === 'holds' ? await property.test(content, timeoutMs, signal) : ran;
    const { timedOut, ms, status, output } = ran;
    return { verdict, stage, timedOut, ms, status, output, line: failureLine(ran.said)?.line.trim() };
  });
}
