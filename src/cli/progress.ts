/** Progress in a terminal, on stderr. */
import { platform } from '../oracle/platform/platform';
import { protectionLines } from '../reduction/events/logLines';
import { isExitZero } from '../oracle/judging/rule';
import { describedRule } from '../oracle/judging/ruleWords';
import { described } from '../oracle/judging/repeat';
import type { SettledRule } from '../oracle/calibration/calibrateProperty';
import type { Calibrated, ClusterTold, EndTold, Listener, ReductionEvent, Started } from '../reduction/events/events';
import {
  Losses,
  apart,
  counted,
  fileCount,
  grouped,
  rate,
  reliability,
  sizes,
  testCount,
  testsSoFar,
} from '../reduction/events/progress';
import { keysHelp } from './keys';
import { streams, type Output } from './printing';
import { visible } from '../text/visible';

/** On a terminal one line that is overwritten; elsewhere a line every ten seconds. */
export function progressPrinter(stream: Output): Listener {
  let before = { tokens: 0, files: 0 };
  let left = before;
  let difference: string | undefined;
  return printer(stream, (event) => {
    if (event.event === 'started') {
      difference = event.difference && apart(event.difference);
      before = left = { tokens: event.tokens, files: event.files?.length ?? 0 };
    }
    if (event.event === 'accepted') left = { files: 0, ...event };
    if (event.event === 'narrowed') difference = apart(event);
    const files = before.files > 0 ? fileCount({ before: before.files, after: left.files }) : '';
    return difference ?? `${files}${sizes(before.tokens, left.tokens)}`;
  });
}

/** `watch` gets every event and returns the figures so far. */
function printer(stream: Output, watch: (event: ReductionEvent) => string): Listener {
  const began = performance.now();
  const minimumGap = stream.isTTY ? 80 : 10_000;
  let tests = 0;
  let started: Started | undefined;
  const losses = new Losses();
  let earlier = 0;
  let phase = '';
  let crew: ClusterTold | undefined;
  let shown = began;
  const say = (line: string) => stream.write(`${stream.isTTY ? '\r\x1b[K' : ''}${visible(line)}\n`);
  const show = (figures: string) => {
    if (performance.now() - shown < minimumGap) return;
    shown = performance.now();
    const all = `${figures} · ${testsSoFar(tests, started && losses.expected(started, tests))} · ${rate(tests - earlier, shown - began)} · ${crew ? `${crewWords(crew)} · ` : ''}${phase}`;
    const line = visible(all);
    stream.write(stream.isTTY ? `\r\x1b[K${line.slice(0, (stream.columns || 80) - 1)}` : `${line}\n`);
  };
  return (event) => {
    const figures = watch(event);
    if (event.event === 'resumed' && tests === 0) earlier = event.tests;
    if (event.event === 'candidate' || event.event === 'resumed') tests = event.tests;
    if (event.event === 'started') started = event;
    if (event.event === 'started') losses.add({ tests: 0, tokens: event.tokens });
    if (event.event === 'accepted') losses.add(event);
    if (event.event === 'phase') phase = event.label;
    if (event.event === 'cluster') crew = event;
    const line = milestone(event);
    if (line) say(line);
    if (event.event === 'candidate' || event.event === 'cluster') show(figures);
    if (crew && (event.event === 'finished' || event.event === 'isolated')) crewLines(crew, event.ms).forEach(say);
  };
}

function keys(): string {
  return streams().stdin.isTTY && platform.isInForeground() ? `\n${keysHelp}` : '';
}

function milestone(event: ReductionEvent): string | undefined {
  switch (event.event) {
    case 'started': {
      const notice = event.notice ? `\n${event.notice}` : '';
      const grammar = event.language ?? 'no grammar';
      const kind = event.files ? `${grouped(event.files.length)} files` : grammar;
      return `${event.file}: ${counted(event.tokens, 'token')}, ${kind}, ${event.search}${notice}`;
    }
    case 'calibrated':
      return `${calibrated(event)}${keys()}`;
    case 'resumed':
      return `Resumed after ${testCount(event.tests)}.`;
    case 'paused':
      return event.problem ? `${event.problem}\nPaused: p resumes, q stops.` : 'Paused.';
    case 'skipped':
      return `Skipped: ${event.label}.`;
    case 'notice':
      return event.message;
    case 'finished':
      return summary(event, `${fileCount(event.files)}${sizes(event.tokens.before, event.tokens.after)}`);
    case 'isolated':
      return summary(event, apart(event));
    case 'left':
      return event.message;
    default:
      return undefined;
  }
}

function calibrated({ ms, jobs, held, runs, rules, notice, layer, writes = [] }: Calibrated): string {
  const often = held < runs ? ` in ${described({ held, runs })}` : '';
  return [
    `The test shows the bug on the input${often} (${Math.round(ms)} ms a test${jobs > 1 ? `, ${jobs} at once` : ''}).`,
    ...rules.flatMap((one) => ruleLine(one, rules.length)),
    ...protectionLines(layer === 'off' ? layer : undefined, writes),
    ...(notice ? [notice] : []),
  ].join('\n');
}

/** Empty for the usual rule. */
function ruleLine({ command, rule, learned }: SettledRule, commands: number): string[] {
  if (!learned && isExitZero(rule)) return [];
  const text = describedRule(rule);
  const whose = commands > 1 ? `${command}: ` : '';
  return [learned ? `${whose}Learned from the failure: ${text}.` : `${whose}It holds for ${text}.`];
}

function summary(event: EndTold, figures: string): string {
  const { tests, ms, ending, confirmed, problem } = event;
  const kept = problem ? 'NOT verified, but an earlier result is' : 'verified';
  const verdict = `${confirmed ? kept : 'NOT verified'}${reliability(event)}`;
  const ends = {
    done: verdict,
    time: `${verdict}, stopped at --max-time`,
    tests: `${verdict}, stopped at --max-tests`,
    size: `${verdict}, stopped at --target-size`,
    enough: `${verdict}, stopped`,
    interrupted: 'interrupted: the best result so far',
    broken: 'failed: the best result so far',
  };
  return `${figures} · ${testCount(tests)} · ${(ms / 1000).toFixed(1)} s · ${ends[ending]}`;
}

/** The workers of a cluster in one line: `3 workers (8 at once), 2 waiting`. */
export function crewWords({ workers, asked, silentMs }: ClusterTold): string {
  if (silentMs !== undefined) return `Redis silent for ${Math.round(silentMs / 1000)} s`;
  const working = workers.filter(({ state }) => state === 'working');
  const slots = working.reduce((sum, one) => sum + one.slots, 0);
  const waiting = asked > slots ? `, ${asked - slots} waiting` : '';
  const count = working.length === 1 ? '1 worker' : `${working.length} workers`;
  return working.length === 0 ? `no worker${waiting}` : `${count} (${slots} at once)${waiting}`;
}

/** At the end: the figures of each worker, over so many ms. */
export function crewLines({ workers }: ClusterTold, ms: number): string[] {
  return workers.map(({ name, state, tests, known }) => {
    if (state === 'refused' && tests === 0) return `${name}: refused`;
    const memory = known > 0 ? `, ${known} of them known from earlier runs` : '';
    const end = state === 'refused' || state === 'gone' ? `, ${state}` : '';
    return `${name}: ${testCount(tests)}, ${rate(tests, ms)}${memory}${end}`;
  });
}
