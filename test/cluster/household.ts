/** A Redis, a directory and workers for each test of a file; nothing of them is left afterwards. */
import assert from 'node:assert/strict';
import { Queue } from 'bullmq';
import { chmodSync, existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { addressOf } from '../../src/cluster/address';
import { whoIsThere } from '../../src/cluster/register';
import { prefix, queueOf } from '../../src/cluster/terms';
import { noRedis, startRedis, startWorker, type Server, type StartedWorker } from '../support/redis';
import { workplace } from '../support/cli';

/** 600 tokens, of which six are left. */
export const input = Array.from({ length: 200 }, (_, line) => `${line % 50 === 7 ? 'needle' : 'hay'} ${line};\n`).join(
  '',
);

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
  const { at, write, read, reduce } = place;
  /** What Redis holds of any run. */
  const keysOfRuns = async () => {
    const keys = await redis().client.keys('whittle:*');
    return keys.filter((key) => /^whittle:base:|^whittle:worker-[^:]+:[0-9a-f]{8}-/.test(key));
  };
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
    async worker(oracle: string, name: string, more?: readonly string[], program?: string): Promise<StartedWorker> {
      const isSaid = more?.includes('--redis') || process.env.WHITTLE_REDIS !== undefined;
      const url = isSaid ? undefined : redis().url;
      const one = await startWorker(place.directory.path, { url, oracle, name, more, program });
      started.push(one);
      return one;
    },
    /** A program that needs so many seconds; it holds while the needles are there, and writes down that it was asked. */
    oracle(name: string, seconds: number, needles = 'needle 7;|needle 107;'): string {
      const each = needles.split('|').map((needle) => (needle ? `grep -q '${needle}' "$1"` : 'true'));
      write(name, `#!/bin/sh\nsleep ${seconds}\necho x >> '${at(`${name}.asked`)}'\n${each.join(' && ')}\n`);
      chmodSync(at(name), 0o755);
      return at(name);
    },
    /** How often that program was asked. */
    asked: (name: string) => (existsSync(at(`${name}.asked`)) ? read(`${name}.asked`).length / 2 : 0),
    far: (...more: string[]) =>
      reduce('in.txt', '--redis', redis().url, '--oracle', 'it', '-o', 'far.txt', '--json', ...more),
    /** What the only worker says to a job, of which perhaps no client of ours would think. */
    async answerTo(test: unknown): Promise<string> {
      const [{ id }] = await whoIsThere(redis().client);
      const queue = new Queue(queueOf(id), { connection: addressOf(redis().url).options, prefix });
      try {
        const job = await queue.add('test', test);
        while (!(await job.isFailed()) && !(await job.isCompleted())) await sleep(20);
        const { failedReason, returnvalue } = (await queue.getJob(job.id!))!;
        if (failedReason) return failedReason;
        const { trouble, ran } = returnvalue as { trouble?: string; ran?: object };
        return trouble ?? JSON.stringify(ran);
      } finally {
        await queue.close();
      }
    },
    keysOfRuns,
    /** Soon after the runs are over: workers leave one after the other, and take what they wrote with them. */
    async nothingOfRuns(): Promise<void> {
      for (const end = Date.now() + 10_000; (await keysOfRuns()).length > 0; await sleep(100))
        assert.ok(Date.now() < end, (await keysOfRuns()).join(' '));
    },
  };
}
