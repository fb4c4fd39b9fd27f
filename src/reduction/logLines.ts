/** The reduction log, the language that syntaxes/ highlights. What is answered from memory is not told. */
import type { Accepted, Finished, Isolated, ReductionEvent } from './events';
import { apart, grouped, sizes } from './progress';

/** An event as it is told in a log; `shrunk` is `accepted` without its text. */
export type LoggedEvent = Exclude<ReductionEvent, Accepted> | (Omit<Accepted, 'event' | 'text'> & { event: 'shrunk' });

/** Lines without line ends. */
export function logLines(event: LoggedEvent): string[] {
  switch (event.event) {
    case 'started':
      return [
        `# ${event.file}: ${grouped(event.tokens)} tokens, ${event.language ?? 'no grammar'}, ${event.strategy} with ${event.reducer}`,
        `oracle: ${event.oracle}`,
        ...(event.notice ? [`note: ${event.notice}`] : []),
      ];
    case 'calibrated':
      return [`calibrated: holds in ${Math.round(event.ms)} ms, time-out ${event.timeoutMs} ms`];
    case 'phase':
      return [`phase: ${event.label}`];
    case 'candidate':
      return event.cached ? [] : [`#${event.tests} ${event.verdict} ${Math.round(event.ms)} ms`];
    case 'shrunk':
      return [`accepted: ${grouped(event.tokens)} tokens, ${grouped(event.bytes)} bytes`];
    case 'finished':
      return endLines(event, sizes(event.tokens.before, event.tokens.after));
    case 'narrowed':
      return [`narrowed: ${apart(event)}`];
    case 'isolated':
      return endLines(event, apart(event));
    case 'failed':
      return [
        `failed: ${event.message}`,
        ...(event.output ?? '')
          .split('\n')
          .filter(Boolean)
          .map((line) => `  | ${line}`),
      ];
  }
}

function endLines(event: Finished | Isolated, figures: string): string[] {
  const { ending, problem, tests, timeouts, ms, confirmed } = event;
  const slow = timeouts > 0 ? `, ${timeouts} timed out` : '';
  const verdict = confirmed ? 'confirmed' : 'not confirmed';
  return [
    ...(problem ? [`failed: ${problem}`] : []),
    `finished (${ending}): ${figures}, ${tests} tests${slow}, ${(ms / 1000).toFixed(1)} s, ${verdict}`,
  ];
}
