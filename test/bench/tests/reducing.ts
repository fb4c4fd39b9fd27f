/** The product, by its command line, on the failing test of a project: the one place that knows how it is called. */
import { shellText } from '../../../src/runners/recognise';
import type { Finished } from '../../../src/reduction/events/events';
import type { Located } from './cases';
import { runners } from './runners';
import { run } from './running';

/** `reduce` is the way without knowledge of tests: the same failure of a command in a copy of the project. `cold`: a new runner for each test. */
export const ways = ['reduce', 'test', 'cold'] as const;
export type Way = (typeof ways)[number];

/** How the product is called unless told. */
export const usualWay: Way = 'test';

export interface Limits {
  readonly seconds: number;
  readonly jobs: number;
}

export interface Place {
  /** The wrong project. */
  readonly project: string;
  /** The file for the result. */
  readonly result: string;
  /** For temporary files and state. */
  readonly home: string;
}

const cli = `${process.cwd()}/dist/cli.js`;

/** `notice`: by what the product tells that a candidate fails for the same reason. */
export type Reduced = Finished & { readonly notice?: string };

/** Throws with the product's sentence if there is no result. */
export async function reduceTest(one: Located, way: Way, limits: Limits, place: Place): Promise<Reduced> {
  const common = ['--output', place.result, '--json', '--max-time', `${limits.seconds}`, '--jobs', `${limits.jobs}`];
  const words = ['node', cli, ...wordsOf[way](one, place.project), ...common];
  const env = { TMPDIR: place.home, XDG_STATE_HOME: `${place.home}/state` };
  const { stdout, stderr } = await run(words, { cwd: place.project, ms: 1000 * limits.seconds + 120_000, env });
  const last = stdout.trim().split('\n').at(-1)!;
  const event = last.startsWith('{') ? (JSON.parse(last) as Finished | { event: string; message?: string }) : undefined;
  const started = stdout.split('\n').find((line) => line.startsWith('{"event":"started"')) ?? '{}';
  if (event?.event === 'finished')
    return { ...(event as Finished), notice: (JSON.parse(started) as { notice?: string }).notice };
  const message = event && 'message' in event ? event.message : undefined;
  throw new Error(message ?? (stderr.trim().split('\n').at(-1) || 'The product said nothing.'));
}

const wordsOf: Record<Way, (one: Located, project: string) => string[]> = {
  reduce: (one, project) => [
    ...['reduce', one.test, '--place', 'overlay', '--root', project],
    ...['--test', shellText(runners[one.runner].words(one, false)), '--same-failure'],
  ],
  test: testWords,
  cold: (one) => [...testWords(one), '--warm', 'off'],
};

function testWords({ test, titles }: Located): string[] {
  return ['test', test, ...titles.flatMap((title) => ['--name', title])];
}
