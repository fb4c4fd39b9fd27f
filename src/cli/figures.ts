/** The figures of a run so far, in words. */
import type { ReductionEvent, Started } from '../reduction/events/events';
import { Losses, apart, fileCount, sizes, testsSoFar } from '../reduction/events/progress';

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

  /** `34 of about 134 tests` */
  get testsSoFar(): string {
    return testsSoFar(this.tests, this.started && this.losses.expected(this.started, this.tests));
  }
}
