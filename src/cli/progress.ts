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
import { streams, type Stream } from './printing';
import { progressLine, timeLeft } from './progressLine';
import { visible } from '../text/visible';

/** The figures of a run so far, in words. */
export class Figures {
  /** Those that were committed; and those of them that an earlier process has run. */
  tests = 0;
  earlier = 0;
  phase = '';
  private started: Started | undefined;
  private left = { tokens: 0, files: 0 };
  private difference: Started['difference'];
  private readonly losses = new Losses();

  add(event: ReductionEvent): void {
    if (event.event === 'started') {
      this.started = event;
      this.difference = event.difference;
      this.left = { tokens: event.tokens, files: event.files?.length ?? 0 };
      this.losses.add({ tests: 0, tokens: event.tokens });
    }
    if (event.event === 'accepted') {
      this.left = { files: 0, ...event };
      this.losses.add(event);
    }
    if (event.event === 'narrowed') this.difference = event;
    if (event.event === 'resumed' && this.tests === 0) this.earlier = event.tests;
    if (event.event === 'candidate' || event.event === 'resumed') this.tests = event.tests;
    if (event.event === 'phase') this.phase = event.label;
  }

  /** `3 of 12 files · 12,034 → 431 tokens · 96%`, or `3 words differ` */
  get size(): string {
    if (this.difference) return apart(this.difference);
    const { tokens = 0, files = [] } = this.started ?? {};
    const count = files.length > 0 ? fileCount({ before: files.length, after: this.left.files }) : '';
    return `${count}${sizes(tokens, this.left.tokens)}`;
  }

  /** What is gone, 0 to 1; unset for a difference. */
  get share(): number | undefined {
    const { tokens = 0 } = this.started ?? {};
    return this.difference || tokens === 0 ? undefined : 1 - this.left.tokens / tokens;
  }

  /** Tests that are still needed, if that can be told. */
  get expected(): number | undefined {
    return this.started && this.losses.expected(this.started, this.tests);
  }
}

/** On a terminal one line that is overwritten; elsewhere a line every minute. Events for which `isTold` is false have no line. */
export function progressPrinter(stream: Stream, isTold: (event: ReductionEvent) => boolean = () => true): Listener {
  const began = performance.now();
  const minimumGap = stream.isTTY ? 80 : 60_000;
  const hasColour = stream.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== 'dumb';
  let figures = new Figures();
  let crew: ClusterTold | undefined;
  let rules: readonly SettledRule[] = [];
  let [shown, name, searching] = [began, '', began];
  const say = (line: string) => stream.write(`${stream.isTTY ? '\r\x1b[K' : ''}${visible(line)}\n`);
  const show = () => {
    if (performance.now() - shown < minimumGap) return;
    shown = performance.now();
    const { size, tests, earlier, phase, expected, share } = figures;
    const own = tests - earlier;
    const left = expected !== undefined && own > 0 ? [timeLeft((expected * (shown - searching)) / own)] : [];
    const others = [testsSoFar(tests, expected), ...(crew ? [crewWords(crew)] : []), rate(own, shown - began)];
    const told = { name, share, figures: [size, ...left, ...others], phase };
    if (!stream.isTTY) stream.write(`${progressLine({ ...told, share: undefined }, Infinity, false)}\n`);
    else stream.write(`\r\x1b[K${progressLine(told, (stream.columns || 80) - 1, hasColour)}`);
  };
  return (event) => {
    if (event.event === 'contender') {
      figures = new Figures();
      name = `${event.name} (${event.index + 1} of ${event.of}): `;
    }
    figures.add(event);
    if (event.event === 'cluster') crew = event;
    if (event.event === 'calibrated') [searching, rules] = [performance.now(), event.rules];
    const line = isTold(event) ? milestone(event) : undefined;
    if (line) say(line);
    if (line && event.event === 'finished' && event.confirmed)
      rules.forEach(({ rule }) => say(`The result shows the bug: ${describedRule(rule)}.`));
    if (event.event === 'candidate' || event.event === 'cluster') show();
    if (line && crew && (event.event === 'finished' || event.event === 'isolated')) {
      crewLines(crew, event.ms).forEach(say);
    }
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
  const { tests, ms, ending, confirmed, unverified, problem, notice } = event;
  // A result about which there is a doubt fails as the input does, no more.
  const kept = problem ? 'NOT verified, but an earlier result is' : notice ? 'the failure is the same' : 'verified';
  const not = unverified ? 'not verified again' : 'NOT verified';
  const verdict = `${confirmed ? kept : not}${reliability(event)}`;
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
