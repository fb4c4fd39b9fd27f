/** What a bench is: sections that can be run alone, and a quick part whose counts are the same on every machine. */
import type { Counts } from './expected';
import type { Mode } from '../tests/project';
import type { Way } from '../tests/reducing';
import type { Report } from './report';

/** Of all benches; each knows its own. */
export interface Options {
  /** Lists of the weighted simulation; other sections of `lists` take their share of it. */
  readonly lists: number;
  readonly threads: number;
  /** Names of subjects or cases, or of searches of `growth`; undefined for all but the long ones. */
  readonly subjects?: readonly string[];
  /** Also those that take minutes. */
  readonly long?: boolean;
  /** Forget what was kept of earlier runs. */
  readonly fresh?: boolean;
  /** Searches, of `corpus` and `public`; list reducers, of the sections of `search` that ask what papers claim. */
  readonly variants?: readonly string[];
  /** Limit of a run, of `corpus`, `public` and `growth`; each has its own usual one. */
  readonly minutes?: number;
  /** Tests of the endurance run; other sections of `overhead` take their share. */
  readonly runs: number;
  /** Tokens of the longest program of `growth`. */
  readonly maxSize: number;
  /** Make the recording of `recorded` anew. */
  readonly record?: boolean;
  /** Of `tests`: only this case, only this mode. */
  readonly case?: string;
  readonly mode?: Mode;
  /** Of `tests`: seconds of a run, and its tests at once. */
  readonly maxTime: number;
  readonly jobs: number;
  /** Of `tests`: a folder with other cases. */
  readonly aside?: string;
  /** Of `tests`: how the product is called. */
  readonly by?: Way;
  /** Of `tests`: print each reduced test. */
  readonly show?: boolean;
}

export interface Section {
  readonly name: string;
  readonly title: string;
  run(): Report | Promise<Report>;
}

export interface Suite {
  readonly name: string;
  readonly description: string;
  open(options: Options): readonly Section[];
  /** Counts, no times: they are compared with test/bench/expected/NAME.json. */
  readonly quick?: () => Promise<Counts>;
}
