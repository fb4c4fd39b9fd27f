/** The runs that a worker takes part in, by what it is ordered. */
import type { Order, Reply } from '../jobs';
import { removeQueue } from '../reap';
import { isRunKept } from '../runs';
import { abandoned, queues } from '../terms';
import { Post } from './post';
import type { Household } from './post';

interface Held {
  readonly post: Promise<Post>;
  /** When the run was last known to live, by `Date.now()`. */
  seen: number;
}

const never = new AbortController().signal;

export class Posts {
  private readonly held = new Map<string, Held>();

  constructor(
    private readonly household: Household,
    private readonly tell: (line: string) => void,
  ) {
    household.ears.on('message', (channel: string, id: string) => void this.heard(channel, id));
  }

  /** Throws `ClusterError` and `SandboxError`, for who has given the order. */
  async obey(order: Order, signal: AbortSignal = never): Promise<Reply> {
    const reply: Reply = { worker: this.household.worker.id };
    if (order.order === 'leave') {
      await this.leave(order.run);
      return reply;
    }
    const post = await this.at(order.run);
    if (order.order === 'check') return post.test(order.test, signal, 1);
    await post.join(order.factor);
    return reply;
  }

  /** Leaves runs of which nothing was heard for long: their client is gone, and removes nothing. */
  async look(): Promise<void> {
    const { redis, address } = this.household;
    for (const [run, held] of this.held) {
      if (await isRunKept(redis, run)) held.seen = Date.now();
      else if (Date.now() - held.seen > abandoned) {
        await this.leave(run);
        await removeQueue(address, queues.run(run));
      }
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.held.keys()].map((run) => this.leave(run)));
  }

  private at(run: string): Promise<Post> {
    const held = this.held.get(run) ?? { post: Post.open(this.household, run), seen: Date.now() };
    this.held.set(run, held);
    held.post.catch(() => this.held.delete(run));
    return held.post;
  }

  private async leave(run: string): Promise<void> {
    const post = await this.held.get(run)?.post.catch(() => undefined);
    this.held.delete(run);
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
