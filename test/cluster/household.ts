/** A Redis, a directory and workers for each test of a file; nothing of them is left afterwards. */
import { noRedis, startRedis, startWorker } from '../support/redis';
import type { Server, StartedWorker } from '../support/redis';
import { workplace } from '../support/cli';

export function household(password?: string) {
  const started: StartedWorker[] = [];
  let server: Server | undefined;
  before(function () {
    if (!noRedis) return;
    if (process.env.CI) throw new Error(noRedis);
    console.log(noRedis);
    this.skip();
  });
  // Workers end before it is looked whether anything of a test is left.
  afterEach(async () => {
    await Promise.all(started.splice(0).map((one) => one.stop('SIGTERM')));
    await server?.stop();
    server = undefined;
  });
  const place = workplace();
  beforeEach(async () => void (server = await startRedis(password)));
  const redis = () => server!;
  return {
    ...place,
    redis: {
      get url() {
        return redis().url;
      },
      get client() {
        return redis().client;
      },
      restart: (pauseMs: number) => redis().restart(pauseMs),
      stop: () => redis().stop(),
    },
    async worker(oracle: string, name: string, more?: readonly string[]): Promise<StartedWorker> {
      const one = await startWorker(place.directory.path, { url: redis().url, oracle, name, more });
      started.push(one);
      return one;
    },
    /** What Redis holds of any run: nothing, once they are over. */
    async keysOfRuns(): Promise<string[]> {
      const keys = await redis().client.keys('whittle:*');
      return keys.filter((key) => /:(runs|of|base|run-[^:]+)(:|$)/.test(key));
    },
  };
}
