/** What a person at a terminal sees while a reduction runs. All of it goes to stderr. */
import type { Finished, Isolated, Listener, ReductionEvent } from '../reduction/events';
import { apart, grouped, rate, sizes, testCount } from '../reduction/progress';

/** Shows one line that is written over, on a terminal; elsewhere a line now and then. */
export function progressPrinter(stream: NodeJS.WriteStream): Listener {
  let before = 0;
  let tokens = 0;
  return printer(stream, (event) => {
    if (event.event === 'started') before = tokens = event.tokens;
    if (event.event === 'accepted') tokens = event.tokens;
    return sizes(before, tokens);
  });
}

/** The same for an isolation. */
export function isolationPrinter(stream: NodeJS.WriteStream): Listener {
  let figures = 'the whole difference';
  return printer(stream, (event) => {
    if (event.event === 'narrowed') figures = apart(event);
    return figures;
  });
}

/** `watch` is told every event and says how far the search is. */
function printer(stream: NodeJS.WriteStream, watch: (event: ReductionEvent) => string): Listener {
  const began = performance.now();
  const minimumGap = stream.isTTY ? 80 : 10_000;
  let tests = 0;
  let phase = '';
  let shown = began;
  const say = (line: string) => stream.write(stream.isTTY ? `\r\x1b[K${line}\n` : `${line}\n`);
  const show = (figures: string) => {
    if (performance.now() - shown < minimumGap) return;
    shown = performance.now();
    const line = `${figures} · ${testCount(tests)} · ${rate(tests, shown - began)} · ${phase}`;
    stream.write(stream.isTTY ? `\r\x1b[K${line.slice(0, (stream.columns || 80) - 1)}` : `${line}\n`);
  };
  return (event) => {
    const figures = watch(event);
    if (event.event === 'candidate') tests = event.tests;
    if (event.event === 'phase') phase = event.label;
    const line = milestone(event);
    if (line) say(line);
    if (event.event === 'candidate') show(figures);
  };
}

function milestone(event: ReductionEvent): string | undefined {
  switch (event.event) {
    case 'started': {
      const notice = event.notice ? `\n${event.notice}` : '';
      const grammar = event.language ?? 'no grammar';
      return `${event.file}: ${grouped(event.tokens)} tokens, ${grammar}, ${event.strategy} with ${event.reducer}${notice}`;
    }
    case 'calibrated':
      return `The property holds on the input (${Math.round(event.ms)} ms a test).`;
    case 'finished':
      return summary(event, sizes(event.tokens.before, event.tokens.after));
    case 'isolated':
      return summary(event, apart(event));
    default:
      return undefined;
  }
}

function summary({ tests, ms, ending, confirmed }: Finished | Isolated, figures: string): string {
  const verdict = confirmed ? 'confirmed' : 'NOT confirmed';
  const ends = {
    done: verdict,
    time: `${verdict}, stopped at --max-time`,
    tests: `${verdict}, stopped at --max-tests`,
    interrupted: 'interrupted: the best result so far',
    broken: 'broken off: the best result so far',
  };
  return `${figures} · ${testCount(tests)} · ${(ms / 1000).toFixed(1)} s · ${ends[ending]}`;
}
