/** A whole reduction with an oracle that says yes, or no, wrongly at some rate: search, memory of verdicts and end, without processes. */
import { contentKey, type Content } from '../../src/oracle/content';
import type { FullAnswer, Oracle, OracleAnswer } from '../../src/oracle/oracle';
import type { Property } from '../../src/oracle/property';
import { once } from '../../src/oracle/judging/repeat';
import { Controls } from '../../src/reduction/controls';
import { settled } from '../../src/reduction/ending/settle';
import { RunLimits } from '../../src/reduction/limits';
import { type Run, Trail } from '../../src/reduction/state';
import { walk } from './walk';
import { defaultStrategy } from '../../src/strategies/registry';
import { candidateSource, candidateText, render, sourceText } from '../../src/text/source';
import { contextOf } from './reduceText';

export interface WrongYesRun {
  /** The empty input was taken at the start. */
  readonly refused: boolean;
  /** The result that is written has the property, and is called confirmed. */
  readonly right: boolean;
  readonly confirmed: boolean;
  /** As it was before: the search's own result, and whether one more test held. */
  readonly before: { readonly right: boolean; readonly confirmed: boolean };
  /** Tests of the search, and of the end. */
  readonly tests: number;
  readonly ending: number;
  readonly length: number;
  /** The test is said to have changed. */
  readonly changed: boolean;
  readonly problem?: string;
}

/** A test that does not show the bug in each run. */
export interface Flaky {
  /** Share of the runs that show it, 0 to 1. */
  readonly hold: number;
  /** After the search nothing shows the bug any more. */
  readonly breaks?: boolean;
}

const words = ['needle', 'thread'];
const holds = (text: string) => words.every((word) => text.includes(word));

/** `lines`: of the input, 6 at least. */
export function inputOf(lines: number): string {
  const line = (at: number) => `let v${at} = f(${at}, "${at}");`;
  const all = Array.from({ length: lines }, (_, at) => line(at));
  all[Math.floor(lines / 3)] = 'let needle = 1;';
  all[Math.floor((2 * lines) / 3)] = 'let thread = 2;';
  return `${all.join('\n')}\n`;
}

/** One run; `rate`: of a wrong yes, 0 to 1. The calibration of a flaky test is repeated until it is one that begins a run. */
export async function runWrongYes(
  text: string,
  rate: number,
  seed: number,
  { hold, breaks }: Flaky = { hold: 1 },
): Promise<WrongYesRun> {
  const draw = uniform(seed * 1000 + Math.round(100 * rate));
  let isBroken = false;
  const shows = (one: string) => holds(one) && !isBroken && (hold === 1 || draw() < hold);
  const asked = (one: string): FullAnswer => answer(shows(one) || draw() < rate);
  const refused = asked('').verdict === 'holds';
  const calibrated = () => [1, 2, 3].filter(() => asked(text).verdict === 'holds').length;
  let held = calibrated();
  while (held === 0) held = calibrated();
  const answers = new Map<string, OracleAnswer>();
  const original = sourceText(text);
  const trail = new Trail(original);
  const { context, dispose } = contextOf({});
  const result = walk(defaultStrategy.search(original, context), (candidate) => {
    const one = candidateText(candidate);
    const key = contentKey(Buffer.from(one));
    const known = answers.get(key) ?? asked(one);
    if (!answers.has(key) && known.verdict === 'holds') trail.held(candidateSource(candidate), one.length);
    answers.set(key, known);
    return known.verdict === 'holds' || 'fails';
  });
  dispose();
  const { property, counts } = propertyOf(asked);
  isBroken = breaks ?? false;
  const bytesOf = (state: typeof original) => Buffer.from(render(state));
  const once = asked(render(result)).verdict === 'holds';
  const subject = {
    input: { input: Buffer.from(text), empty: Buffer.alloc(0), text, fileName: 'a.txt' },
    contentOf: bytesOf,
    candidateContent: bytesOf,
  };
  const limits = new RunLimits({}, new AbortController().signal, new Controls());
  const at = { current: result, counts: { tests: answers.size, cacheHits: 0 } };
  const {
    state: end,
    confirmation,
    changed,
    problem,
  } = await settled({ subject, property, limits, trail, state: at, answers } as unknown as Run, {
    ending: 'done',
    measured: { held, runs: 3, ms: 1, timeoutMs: 1, cores: 1 },
  });
  const state = end as typeof original;
  return {
    refused,
    right: holds(render(state)),
    confirmed: confirmation.verdict === 'holds',
    before: { right: holds(render(result)), confirmed: once },
    tests: answers.size,
    ending: counts.runs,
    length: state.length,
    changed: changed ?? false,
    problem,
  };
}

/** Mulberry32: neighbouring seeds have nothing in common. */
function uniform(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function answer(yes: boolean): FullAnswer {
  const status = yes ? 0 : 1;
  const said = { stdout: '', stderr: '' };
  return { verdict: yes ? 'holds' : 'fails', ms: 1, timedOut: false, status, exitCode: status, said, output: '' };
}

function propertyOf(asked: (text: string) => FullAnswer): { property: Property; counts: { runs: number } } {
  const counts = { runs: 0, timeouts: 0, ms: 0 };
  const observe = (content: Content) => {
    counts.runs++;
    return Promise.resolve(asked((content as Buffer).toString()));
  };
  const oracle = { repeat: once, isFixed: true, observe } as Partial<Oracle> as Oracle;
  return { property: { parts: [oracle], counts } as Partial<Property> as Property, counts };
}
