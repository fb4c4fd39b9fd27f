/** What a person at a terminal sees while a reduction runs. All of it goes to stderr. */
import type { Finished, Listener, ReductionEvent } from '../reduction/events';
import { grouped, rate, sizes } from '../reduction/progress';

/** Shows one line that is written over, on a terminal; elsewhere a line now and then. */
export function progressPrinter(stream: NodeJS.WriteStream): Listener {
  const began = performance.now();
  const minimumGap = stream.isTTY ? 80 : 10_000;
  let before = 0;
  let tokens = 0;
  let tests = 0;
  let phase = '';
  let shown = began;
  const say = (line: string) => stream.write(stream.isTTY ? `\r\x1b[K${line}\n` : `${line}\n`);
  const show = () => {
    if (performance.now() - shown < minimumGap) return;
    shown = performance.now();
    const line = `${sizes(before, tokens)} · ${tests} tests · ${rate(tests, shown - began)} · ${phase}`;
    stream.write(stream.isTTY ? `\r\x1b[K${line.slice(0, (stream.columns || 80) - 1)}` : `${line}\n`);
  };
  return (event) => {
    if (event.event === 'started') before = tokens = event.tokens;
    if (event.event === 'accepted') tokens = event.tokens;
    if (event.event === 'candidate') tests = event.tests;
    if (event.event === 'phase') phase = event.label;
    const line = milestone(event);
    if (line) say(line);
    if (event.event === 'candidate') show();
  };
}

function milestone(event: ReductionEvent): string | undefined {
  if (event.event === 'started') {
    const notice = event.notice ? `\n${event.notice}` : '';
    const grammar = event.language ?? 'no grammar';
    return `${event.file}: ${grouped(event.tokens)} tokens, ${grammar}, ${event.strategy} with ${event.reducer}${notice}`;
  }
  if (event.event === 'calibrated') return `The property holds on the input (${Math.round(event.ms)} ms a test).`;
  if (event.event === 'finished') return summary(event);
  return undefined;
}

function summary({ tokens, tests, ms, ending, confirmed }: Finished): string {
  const ends = {
    done: confirmed ? 'confirmed' : 'NOT confirmed',
    time: `${confirmed ? 'confirmed' : 'NOT confirmed'}, stopped at --max-time`,
    tests: `${confirmed ? 'confirmed' : 'NOT confirmed'}, stopped at --max-tests`,
    interrupted: 'interrupted: the best result so far',
    broken: 'broken off: the best result so far',
  };
  return `${sizes(tokens.before, tokens.after)} · ${tests} tests · ${(ms / 1000).toFixed(1)} s · ${ends[ending]}`;
}
