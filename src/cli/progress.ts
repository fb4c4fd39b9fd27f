/** Progress in a terminal, on stderr. */
import { platform } from '../oracle/platform/platform';
import { protectionLines } from '../reduction/events/logLines';
import { isExitZero, type VerdictRule } from '../oracle/judging/rule';
import { describedRule } from '../oracle/judging/ruleWords';
import { described } from '../oracle/judging/repeat';
import type { SettledRule } from '../oracle/calibration/calibrateProperty';
import type { Calibrated, EndTold, Listener, ReductionEvent } from '../reduction/events/events';
import { about, apart, counted, rate, reliability, sizes, testCount, testsSoFar } from '../reduction/events/progress';
import { type Crew, Progress, crewWords, endsOf } from '../reduction/events/runState';
import { streams, type Stream } from './printing';
import { visible } from '../text/visible';
import { keysHelp } from './run';

const longMs = 10_000;
const endsLong = 'If it hangs, Ctrl-C ends the run, and --timeout SECONDS limits each test.';

const clear = '\r\x1b[K';

/** On a terminal one line that is overwritten; elsewhere a line every minute. Events for which `isTold` is false have no line. */
export function progressPrinter(stream: Stream, isTold: (event: ReductionEvent) => boolean = () => true): Listener {
  const minimumGap = stream.isTTY ? 80 : 60_000;
  const hasColour = stream.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== 'dumb';
  let run = new Progress();
  let [shown, name] = [performance.now(), ''];
  let waiting: NodeJS.Timeout | undefined;
  const say = (line: string) => stream.write(`${stream.isTTY ? clear : ''}${visible(line)}\n`);
  const show = () => {
    if (performance.now() - shown < minimumGap) return;
    shown = performance.now();
    const told = lineOf(run, name);
    if (!stream.isTTY) stream.write(`${progressLine({ ...told, share: undefined }, Infinity, false)}\n`);
    else stream.write(`${clear}${progressLine(told, (stream.columns || 80) - 1, hasColour)}`);
  };
  return (event) => {
    clearTimeout(waiting);
    if (event.event === 'contender') {
      run = new Progress();
      name = `${event.name} (${event.index + 1} of ${event.of}): `;
    }
    run.add(event);
    const line = isTold(event) ? milestone(event) : undefined;
    if (line) say(line);
    else if (event.event === 'failed' && stream.isTTY) stream.write(clear);
    // Not of a quick test.
    if (line && event.event === 'started')
      waiting = setTimeout(() => {
        stream.write(`Testing the original…${stream.isTTY ? '' : '\n'}`);
        waiting = setTimeout(() => say(`The test has not ended after 10 s. ${endsLong}`), longMs).unref();
      }, 400).unref();
    if (line && event.event === 'finished' && event.confirmed)
      for (const { rule } of run.rules)
        if (!isExitZero(rule)) say(`The result shows the bug: ${describedRule(ofResult(rule))}.`);
    if (event.event === 'candidate' || event.event === 'cluster' || event.event === 'phase') show();
    if (line && run.crew && (event.event === 'finished' || event.event === 'isolated')) {
      crewLines(run.crew, event.ms).forEach(say);
    }
  };
}

/** Where a message is free, the result may have another one, at a shorter line and in a row with other values. */
function ofResult(rule: VerdictRule): VerdictRule {
  const { failure } = rule;
  if (!failure || failure.message !== undefined) return rule;
  const test = failure.anyRow ? failure.test.replace(/\[[^\]]*\]$/, '') : failure.test;
  return { ...rule, failure: { ...failure, test, said: '', lines: [] } };
}

/** `share`: unset for a difference, and before anything is known. */
function lineOf(run: Progress, name: string): Line {
  const { extent = '', tests, earlierTests, phase, testsExpected, msExpected, crew, ms, shown: often, number } = run;
  const left = msExpected === undefined ? [] : [`${about(msExpected)} left`];
  const others = [
    ...(often ? [`shows in ${described(often)}`] : []),
    ...(number === undefined ? [] : [`number ${number}`]),
    ...(crew ? [crewWords(crew)] : []),
  ];
  const { before, after } = endsOf(run);
  const share = run.unit !== 'tokens' || before === 0 ? undefined : 1 - after / before;
  const figures = [extent, ...left, testsSoFar(tests, testsExpected), ...others, rate(tests - earlierTests, ms)];
  return { name, share, figures, phase };
}

function milestone(event: ReductionEvent): string | undefined {
  switch (event.event) {
    case 'started': {
      const notice = event.notice ? `\n${event.notice}` : '';
      const grammar = event.language ?? 'no grammar';
      const kind = event.files ? counted(event.files.length, 'file') : grammar;
      return `${event.file}: ${counted(event.tokens, 'token')}, ${kind}, ${event.search}${notice}`;
    }
    case 'calibrated':
      return calibrated(event);
    case 'resumed':
      return `Resumed after ${testCount(event.tests)}.`;
    case 'paused':
      return event.problem ? `${event.problem}\nPaused: p resumes, q stops.` : 'Paused.';
    case 'skipped':
      return `Skipped: ${event.label}.`;
    case 'notice':
    case 'left':
      return event.message;
    case 'finished':
      return summary(event, sizes(event.tokens, event.files));
    case 'isolated':
      return summary(event, apart(event));
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
    ...(streams().stdin.isTTY && platform.isInForeground() ? [keysHelp] : []),
  ].join('\n');
}

/** Empty for the usual rule. */
function ruleLine({ command, rule, learned }: SettledRule, commands: number): string[] {
  if (!learned && isExitZero(rule)) return [];
  const text = describedRule(rule);
  const whose = commands > 1 ? `${command}: ` : '';
  return [learned ? `${whose}Learned from the failure: ${text}.` : `${whose}It holds for ${text}.`];
}

export function summary(event: EndTold, figures: string): string {
  const { tests, ms, ending, confirmed, unverified, problem, notice, number } = event;
  const numbers = number ? ` · number ${number.before} → ${number.after}` : '';
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
  return `${figures}${numbers} · ${testCount(tests)} · ${(ms / 1000).toFixed(1)} s · ${ends[ending]}`;
}

/** At the end: the figures of each worker, over so many ms. */
export function crewLines({ workers }: Pick<Crew, 'workers'>, ms: number): string[] {
  return workers.map(({ name, state, tests, known }) => {
    if (state === 'refused' && tests === 0) return `${name}: refused`;
    const memory = known > 0 ? `, ${known} of them known from earlier runs` : '';
    const end = state === 'refused' || state === 'gone' ? `, ${state}` : '';
    return `${name}: ${testCount(tests)}, ${rate(tests, ms)}${memory}${end}`;
  });
}

const cells = 16;

interface Line {
  /** Which run it is, if there are several. */
  readonly name: string;
  /** What is gone of the text, 0 to 1; unset where nothing counts that. */
  readonly share?: number;
  /** The most important first: the last ones give way to the phase. */
  readonly figures: readonly string[];
  readonly phase: string;
}

/** A bar, figures and the phase, in at most `columns`. The phase is never cut, unless it alone is longer. */
export function progressLine({ name, share, figures, phase }: Line, columns: number, hasColour: boolean): string {
  const full = share === undefined ? 0 : Math.round(cells * share);
  const bar = share === undefined ? '' : `${'█'.repeat(full)}${'░'.repeat(cells - full)} `;
  for (let count = figures.length; count >= 1; count--) {
    const words = visible(name + figures.slice(0, count).join(' · '));
    const end = phase === '' ? '' : ` · ${visible(phase)}`;
    if (bar.length + words.length + end.length <= columns) return coloured(bar, words, end, full, hasColour);
    if (words.length + end.length <= columns) return coloured('', words, end, 0, hasColour);
  }
  return visible(phase || figures[0]).slice(0, columns);
}

function coloured(bar: string, words: string, end: string, full: number, hasColour: boolean): string {
  if (!hasColour) return bar + words + end;
  return `\x1b[32m${bar.slice(0, full)}\x1b[0m\x1b[2m${bar.slice(full)}\x1b[0m${words}\x1b[36m${end}\x1b[0m`;
}
