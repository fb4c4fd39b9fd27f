/** Runs jobs in order of priority, some at once, each again if it fails. */
export class Queue {
  constructor({ workers = 1, retries = 0, onEvent = () => undefined } = {}) {
    this.workers = workers;
    this.retries = retries;
    this.onEvent = onEvent;
    this.waiting = [];
    this.running = 0;
    this.idle = [];
  }

  /** Higher priorities first; among equals in the order in which they came. Resolves with the result of the job. */
  push(name, work, { priority = 0 } = {}) {
    return new Promise((resolve, reject) => {
      const job = { name, work, priority, tries: 0, resolve, reject };
      const at = this.waiting.findIndex((other) => other.priority < priority);
      if (at < 0) this.waiting.push(job);
      else this.waiting.splice(at, 0, job);
      this.onEvent({ kind: 'queued', name });
      queueMicrotask(() => this.start());
    });
  }

  start() {
    while (this.running < this.workers && this.waiting.length > 0) void this.run(this.waiting.shift());
  }

  async run(job) {
    this.running++;
    job.tries++;
    this.onEvent({ kind: 'started', name: job.name });
    try {
      const result = await job.work(job.tries);
      this.onEvent({ kind: 'done', name: job.name });
      job.resolve(result);
    } catch (error) {
      this.again(job, error);
    }
    this.running--;
    this.start();
    if (this.running === 0 && this.waiting.length === 0) this.idle.splice(0).forEach((resolve) => resolve());
  }

  again(job, error) {
    if (job.tries <= this.retries) {
      this.onEvent({ kind: 'retry', name: job.name });
      this.waiting.push(job);
      return;
    }
    this.onEvent({ kind: 'failed', name: job.name });
    job.reject(error);
  }

  /** Resolves when no job waits or runs. */
  drained() {
    if (this.running === 0 && this.waiting.length === 0) return Promise.resolve();
    return new Promise((resolve) => this.idle.push(resolve));
  }
}
