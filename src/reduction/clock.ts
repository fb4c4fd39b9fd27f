/** A stop watch. */
export class Clock {
  private gone = 0;
  private since: number | undefined;

  constructor(private readonly now: () => number = () => performance.now()) {}

  start(): void {
    this.since ??= this.now();
  }

  stop(): void {
    this.gone = this.ms;
    this.since = undefined;
  }

  get ms(): number {
    return this.gone + (this.since === undefined ? 0 : this.now() - this.since);
  }
}
