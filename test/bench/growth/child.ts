/** A process that does one task, so that its memory is that of one search: `node --expose-gc child.js TASK` prints `Measured` as JSON. */
import { counted, type Counted, type Task } from './run';

export interface Measured extends Counted {
  /** What is still held at the end, after garbage collection, MB. */
  readonly heap: number;
  /** The most memory that the process had, MB; parser and program included. */
  readonly peak: number;
}

async function main(): Promise<void> {
  const found = await counted(JSON.parse(process.argv[2]) as Task);
  const peak = process.resourceUsage().maxRSS / 1000;
  (globalThis as { gc?: () => void }).gc?.();
  const measured: Measured = { ...found, heap: process.memoryUsage().heapUsed / 1e6, peak };
  console.log(JSON.stringify(measured));
}

void main();
