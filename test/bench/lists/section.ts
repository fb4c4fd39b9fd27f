/** A part of the bench of lists that can be run alone. */
import type { Report } from '../support/report';

export interface BenchOptions {
  /** Lists of the weighted simulation; the other sections take their share of it. */
  readonly lists: number;
  readonly threads: number;
}

export interface Section {
  readonly name: string;
  readonly title: string;
  run(options: BenchOptions): Report | Promise<Report>;
}
