/** The runs that a worker takes part in, by its orders. */
import { orderFrom, type Reply } from '../jobs';
import { isOver } from '../runs';
import { times } from '../terms';
import { Post, type Household } from './post';

interface Held {
  readonly post: Promise<Post>;
  /** When the run was last known to live, by `Date.now()`. */
  seen: number;
}

const never = new AbortController().signal;

export class Posts {
  private readonly held = new Map<string, Held>();
  /** Runs that are being left: to join one again waits for that. */
  private readonly leaving = new Map<string, Promise<void>>();

  constructor(
    private readonly household: Household,
    private readonly tell: (line: string) => void,
  ) {
    household.ears.on('message', (channel: string, id: string) => void this.heard(channel, id));
  }

  /** Throws `ClusterError` and `SandboxError`, as answers to the order. */
  async obey(given: unknown, signal: AbortSignal = never): Promise<Reply> {
    const order = orderFrom(given);
    const reply: Reply = { worker: this.household.worker.id };
    if (order.order === 'leave') {
      await this.leave(order.run);
      return reply;
    }
    const post = await this.at(order.run);
    if (order.order === 'check') return post.test(order.test, signal, order.factor);
    await post.join(order.factor);
    return reply;
  }

  /** Leaves runs of which nothing was heard for long: their client is gone. */
  async look(): Promise<void> {
    for (const [run, held] of this.held) {
      if (!(await isOver(this.household.redis, run))) held.seen = Date.now();
      else if (Date.now() - held.seen > times.abandoned) await this.leave(run);
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.held.keys()].map((run) => this.leave(run)));
  }

  private at(run: string): Promise<Post> {
    const held = this.held.get(run) ?? { post: this.opened(run), seen: Date.now() };
    this.held.set(run, held);
    held.post.catch(() => this.held.get(run) === held && this.held.delete(run));
    return held.post;
  }

  private async opened(run: string): Promise<Post> {
    await this.leaving.get(run);
    return Post.open(this.household, run);
  }

  private async leave(run: string): Promise<void> {
    const held = this.held.get(run);
    if (!held) return this.leaving.get(run);
    this.held.delete(run);
    const left = this.left(run, held).finally(() => this.leaving.get(run) === left && this.leaving.delete(run));
    this.leaving.set(run, left);
    return left;
  }

  private async left(run: string, { post: opening }: Held): Promise<void> {
    const post = await opening.catch(() => undefined);
    if (!post) return;
    await post.close();
    this.tell(`Run ${run.slice(0, 8)} is over: ${post.tests} tests here.`);
  }

  /** A test is not wanted any more, or a run has ended. */
  private async heard(channel: string, id: string): Promise<void> {
    const run = channel.slice(channel.lastIndexOf(':') + 1);
    if (id === 'end') return this.leave(run);
    (await this.held.get(run)?.post.catch(() => undefined))?.cancel(id);
  }
}
