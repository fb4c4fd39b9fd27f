/**
 * The reduction log, the language that syntaxes/ highlights. What is answered from memory is not told. It has a grammar, so it stays
 * English on purpose; only what users are told elsewhere too, messages and labels of phases, comes in the words that they know.
 */
import type { SettledRule } from '../../oracle/calibrateProperty';
import { describedRule, isExitZero } from '../../oracle/rule';
import type { Accepted, Calibrated, Finished, Isolated, ReductionEvent } from './events';
import { apart, fileCount, grouped, reliability, sizes, testCount } from './progress';

/** An event as it is told in a log; `shrunk` is `accepted` without its text. */
export type LoggedEvent = Exclude<ReductionEvent, Accepted> | (Omit<Accepted, 'event' | 'text'> & { event: 'shrunk' });

/** Lines without line ends. */
export function logLines(event: LoggedEvent): string[] {
  switch (event.event) {
    case 'started':
      return [
        `# ${event.file}: ${grouped(event.tokens)} tokens, ${event.files ? `${grouped(event.files.length)} files` : (event.language ?? 'no grammar')}, ${event.search}`,
        `oracle: ${event.oracle}`,
        ...(event.notice ? [`note: ${event.notice}`] : []),
      ];
    case 'calibrated':
      return calibratedLines(event);
    case 'phase':
      return [`phase: ${event.label}`];
    case 'candidate':
      return event.cached ? [] : [`#${event.tests} ${event.verdict} ${Math.round(event.ms)} ms`];
    case 'accepted':
      return [
        `accepted: ${grouped(event.files)} files, ${grouped(event.tokens)} tokens, ${grouped(event.bytes)} bytes`,
      ];
    case 'shrunk':
      return [`accepted: ${grouped(event.tokens)} tokens, ${grouped(event.bytes)} bytes`];
    case 'paused':
      return [event.problem ? `failed: ${event.problem} Paused.` : 'note: paused'];
    case 'resumed':
      return [`note: resumed after ${testCount(event.tests)}`];
    case 'skipped':
      return [`note: skipped ${event.label}`];
    case 'notice':
      return [`note: ${event.message}`];
    case 'finished':
      return endLines(event, `${fileCount(event.files)}${sizes(event.tokens.before, event.tokens.after)}`);
    case 'narrowed':
      return [`narrowed: ${apart(event)}`];
    case 'isolated':
      return endLines(event, apart(event));
    case 'contender':
      return [`note: compared: ${event.name}, ${event.index + 1} of ${event.of}`];
    case 'compared':
    case 'cluster':
      return [];
    case 'left':
      return [`failed: ${event.message}`];
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

function calibratedLines({ ms, timeoutMs, jobs, held, runs, rules, notice }: Calibrated): string[] {
  const often = held < runs ? ` in ${held} of ${runs} runs` : '';
  return [
    `calibrated: holds${often} in ${Math.round(ms)} ms, time-out ${timeoutMs} ms${jobs > 1 ? `, ${jobs} at once` : ''}`,
    ...rules.flatMap((one) => ruleLine(one, rules.length)),
    ...(notice ? [`note: ${notice}`] : []),
  ];
}

/** Nothing, if it is what everybody expects. */
function ruleLine({ command, rule, learned }: SettledRule, commands: number): string[] {
  if (!learned && isExitZero(rule)) return [];
  return [`rule: ${learned ? 'learned, ' : ''}${describedRule(rule)}${commands > 1 ? `, of ${command}` : ''}`];
}

function endLines(event: Finished | Isolated, figures: string): string[] {
  const { ending, problem, tests, timeouts, ms, confirmed } = event;
  const slow = timeouts > 0 ? `, ${timeouts} timed out` : '';
  const verdict = confirmed ? 'confirmed' : 'not confirmed';
  return [
    ...(problem ? [`failed: ${problem}`] : []),
    `finished (${ending}): ${figures}, ${tests} tests${slow}, ${(ms / 1000).toFixed(1)} s, ${verdict}${reliability(event)}`,
  ];
}
