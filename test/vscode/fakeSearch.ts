/** A search in a thread of its own that makes 2,000 tests a second: every fourth holds, and removes a line of the text. */
import { parentPort, workerData } from 'node:worker_threads';
import { candidateSource, sourceText, type Candidate } from '../../src/text/source';
import { Outbox } from '../../src/host/outbox';

export interface FakeSearch {
  readonly text: string;
  readonly perSecond: number;
  readonly seconds: number;
}

const { text, perSecond, seconds } = workerData as FakeSearch;
const lines = text.split('\n').map((line) => line.length + 1);
const outbox = new Outbox((batch) => parentPort!.postMessage(batch));

let best = sourceText(text);
let [tests, line, at] = [0, 0, 0];

/** Every other line goes, one after the other. */
function test(): void {
  const candidate: Candidate = { base: best, edits: [{ start: at, end: at + lines[line] }] };
  const holds = tests++ % 4 === 0;
  outbox.add({ event: 'candidate', verdict: holds ? 'holds' : 'fails', cached: false, ms: 0.5, tests });
  if (!holds) return;
  best = candidateSource(candidate);
  outbox.add({ event: 'accepted', bytes: 0, tokens: 0, tests, changes: [{ file: '', gone: false, text: best }] });
  at += lines[line + 1];
  line += 2;
}

const began = performance.now();
const timer = setInterval(() => {
  const due = Math.min(seconds, (performance.now() - began) / 1000) * perSecond;
  while (tests < due) test();
  if (tests < seconds * perSecond) return;
  clearInterval(timer);
  outbox.close();
  parentPort!.postMessage('end');
}, 2);
