/** `whittle order`: the fewest tests before a test that make it fail. */
import { relative, resolve } from 'node:path';
import type { Order } from '../failingTests/order';
import type { Done } from '../host/host';
import { lineIn } from '../oracle/processes/command';
import { requireResult } from '../reduction/controls';
import type { Listener } from '../reduction/events/events';
import { decode } from '../text/encoding';
import { readInput, testJob } from './jobs';
import type { Given } from './options';
import { show, streams, warn } from './printing';
import { progressPrinter, summary } from './progress';
import { exitCodeOf, printEvent, runToEnd } from './run';

export async function findOrder(files: readonly string[], given: Given, assets: string): Promise<number> {
  const last = files.at(-1)!;
  const earlier = files.slice(0, -1).map((path) => resolve(path));
  const job = { ...testJob(last, given, decode(await readInput(last)), assets), earlier };
  const { json, quiet } = given;
  const print = progressPrinter(streams().stderr);
  // Nobody has asked for the rule, the search and the tokens of the list.
  const listener: Listener = (event) => {
    if (event.event === 'finished') warn(summary(event, 'Found'));
    else if (event.event !== 'started') print(event.event === 'calibrated' ? { ...event, rules: [] } : event);
  };
  return runToEnd(
    json ? printEvent : quiet ? () => {} : listener,
    (hosting) => hosting.run<Order>({ kind: 'order', job }),
    (done) => tell(done, given),
  );
}

function tell({ outcome, end }: Done<Order>, { json, quiet }: Given): number {
  requireResult(end);
  const { tests, before, command, cwd } = outcome;
  if (json) show(`${JSON.stringify({ event: 'order', ...outcome })}\n`);
  else show(`${tests.join('\n')}\n`);
  if (!json && !quiet) {
    warn(`${tests.length - 1} of the ${before} tests before it make it fail, in this order.`);
    warn(`To see it: ${lineIn(relative(process.cwd(), cwd), command)}`);
  }
  return exitCodeOf(end);
}
