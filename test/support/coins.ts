/** Seeded coins as oracles: a text shows the bug at some rate, which changes as parts go, and verdicts can be wrong. No processes, no time. */
import { contentKey } from '../../src/oracle/content';
import { repeatOf } from '../../src/oracle/judging/repeat';
import { propertyOf } from '../../src/oracle/property';
import { defaultPlacement } from '../../src/oracle/places/registry';
import type { Ran, Tester } from '../../src/oracle/tester';
import type { Finished, ReductionEvent } from '../../src/reduction/events/events';
import { reduce } from '../../src/reduction/reduce';
import { render } from '../../src/text/source';
import { jobWith, lineIn, type TextValues } from './jobs';
import { draw } from '../../src/reducers/list';

export interface Landscape {
  readonly seed: number;
  /** Share of the runs in which the whole input shows the bug, 0 to 1. */
  readonly rate: number;
  readonly kind: keyof typeof kinds;
  /** Rate of a wrong verdict, where the bug is not and where it is. */
  readonly wrong: number;
  /** The calibration shows that the test is flaky: its first run on the input shows the bug, its second does not. */
  readonly isKnown?: boolean;
}

/** What the rate is multiplied by as a part goes. The last kind has rates near the bound, which no few runs can tell apart. */
export const kinds = {
  level: [],
  rising: [1.2, 1.2, 1.3],
  falling: [0.9, 0.9, 0.3, 0.2],
  sliding: [0.85, 0.85, 0.85, 0.85, 0.85, 0.85, 0.85],
};

const needles = ['needle', 'thread', 'button', 'zip', 'hook', 'cloth', 'wool', 'felt'];

/** Of the input. */
const lines = 120;

const coinInput = `${Array.from({ length: lines }, (_, at) => {
  if (at % 14 === 5) return `let ${needles[(at - 5) / 14] ?? 'v'} = f(${at});`;
  if (at % 14 === 9) return `let part${(at - 9) / 14} = ${at};`;
  return `let v${at} = f(${at}, "${at}");`;
}).join('\n')}\n`;

/** Share of the runs in which this text really shows the bug. */
function rateOf(text: string, { rate, kind }: Landscape): number {
  if (!needles.every((word) => text.includes(word))) return 0;
  const gone = kinds[kind].filter((_, at) => !text.includes(`part${at}`));
  return Math.min(
    1,
    gone.reduce((product, factor) => product * factor, rate),
  );
}

/** A coin for the n-th run of a text: whatever else is tested, and when. */
function toss(seed: number, key: string, run: number): number {
  let hash = draw(seed, run, key.length);
  for (let at = 0; at < 12; at++) hash = draw(seed, hash, key.charCodeAt(at));
  return hash / 2 ** 32;
}

export interface CoinRun {
  readonly finished: Finished;
  readonly text: string;
  readonly tests: number;
  /** Real rate of the result. */
  readonly rate: number;
  readonly events: readonly ReductionEvent[];
}

/** `perfect`: one that knows the rates, and takes what is not below the bound. */
export async function coinRun(land: Landscape, values: TextValues = {}, perfect = false): Promise<CoinRun> {
  const counts = { runs: 0, timeouts: 0, ms: 0 };
  const runs = new Map<string, number>();
  const tester: Tester = {
    placement: defaultPlacement,
    counts,
    dispose: () => undefined,
    run({ content }): Promise<Ran> {
      counts.runs++;
      const text = Buffer.from(content as Uint8Array).toString();
      const key = contentKey(content);
      const run = (runs.get(key) ?? 0) + 1;
      runs.set(key, run);
      const rate = rateOf(text, land);
      const isFixed = land.isKnown && !perfect && text === coinInput && run <= 2;
      const shows = isFixed
        ? run === 1
        : perfect
          ? rate >= land.rate / 2
          : toss(land.seed, key, run) < rate * (1 - land.wrong) + (1 - rate) * land.wrong;
      const status = shows ? 0 : 1;
      return Promise.resolve({
        status,
        exitCode: status,
        said: { stdout: '', stderr: '' },
        output: '',
        ms: 1,
        timedOut: false,
      });
    },
  };
  const { runs: wanted, need } = values;
  const repeat = wanted === undefined ? undefined : repeatOf(wanted, need);
  const property = propertyOf(tester, [{ command: lineIn('/', 'true {}'), repeat }]);
  const job = jobWith({ fileName: 'in.txt', text: coinInput, ...values });
  const events: ReductionEvent[] = [];
  const { finished, state } = await reduce(
    job,
    (event) => void events.push(event),
    new AbortController().signal,
    undefined,
    {
      withProperty: (_job, _target, _input, _onEvent, work) => work(property),
    },
  );
  const text = render(state);
  return { finished, text, tests: counts.runs, rate: rateOf(text, land), events };
}
