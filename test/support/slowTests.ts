/** Runs whose tests take a time without doing anything: as many at once as one likes, on any machine. */
import { setTimeout as sleep } from 'node:timers/promises';
import { propertyOf } from '../../src/oracle/property';
import { defaultPlacement } from '../../src/oracle/places/registry';
import type { Ran, Tester } from '../../src/oracle/tester';
import type { Finished } from '../../src/reduction/events/events';
import { reduce } from '../../src/reduction/reduce';
import { render } from '../../src/text/source';
import { jobWith, lineIn, type TextValues } from './jobs';

export interface SlowRun {
  readonly finished: Finished;
  readonly text: string;
  /** Wall time of the whole run. */
  readonly ms: number;
  /** The longest of its tests that ended. */
  readonly longest: number;
  /** Tests that began. */
  readonly tests: number;
}

/** Lines, of which every 170th must stay. */
export function slowInput(lines: number): string {
  const line = (at: number) => (at % 170 === 3 ? `needle${at}` : `line ${at} of ${lines}`);
  return `${Array.from({ length: lines }, (_, at) => line(at)).join('\n')}\n`;
}

/** `testMs`: of each test. Throws what the run throws. */
export async function slowRun(testMs: (test: number) => number, values: TextValues): Promise<SlowRun> {
  const needles = values.text!.match(/needle\d+/g) ?? [];
  const counts = { runs: 0, timeouts: 0, ms: 0 };
  let longest = 0;
  const tester: Tester = {
    placement: defaultPlacement,
    counts,
    dispose: () => undefined,
    async run({ content, signal }): Promise<Ran> {
      const ms = testMs(counts.runs++);
      await sleep(ms, undefined, { signal });
      longest = Math.max(longest, ms);
      counts.ms += ms;
      const bytes = Buffer.from(content as Uint8Array);
      const status = needles.every((needle) => bytes.includes(needle)) ? 0 : 1;
      return { status, exitCode: status, said: { stdout: '', stderr: '' }, output: '', ms, timedOut: false };
    },
  };
  const property = propertyOf(tester, [{ command: lineIn('/', 'true {}') }]);
  const began = performance.now();
  const { signal } = new AbortController();
  const job = jobWith({ fileName: 'in.txt', search: 'lines', ...values });
  const { finished, state } = await reduce(job, () => {}, signal, undefined, {
    withProperty: (_job, _target, _input, _onEvent, work) => work(property),
  });
  return { finished, text: render(state), ms: performance.now() - began, longest, tests: counts.runs };
}
