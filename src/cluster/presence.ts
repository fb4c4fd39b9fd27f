/** The workers that are there: each renews its entry, which Redis forgets after a silence. */
import type { Redis } from './redis';
import { cleanName, fieldsOf, isId, isListOf, isSize, isText, parsedJson } from './received';
import { keys, times } from './terms';

/** A worker's own entry. */
export interface Present {
  readonly id: string;
  /** Chosen by the user; else host and process. */
  readonly name: string;
  readonly oracles: readonly string[];
  /** Tests that it runs at once. */
  readonly slots: number;
  /** Bytes of a candidate. */
  readonly most: number;
}

export async function sayPresent(redis: Redis, worker: Present): Promise<void> {
  await redis.set(keys.worker(worker.id), JSON.stringify(worker), 'PX', times.silence);
  await redis.sadd(keys.workers, worker.id);
  await redis.pexpire(keys.workers, times.listed);
}

export async function sayGone(redis: Redis, id: string): Promise<void> {
  await redis.del(keys.worker(id));
  await redis.srem(keys.workers, id);
}

/**
 * `present`: by name; those that have been silent for a while, and may be dead, come last. `junk`: ids of entries that no worker of
 * ours has written.
 */
export async function whoIsThere(redis: Redis): Promise<{ present: Present[]; junk: string[] }> {
  const ids = await redis.smembers(keys.workers);
  if (ids.length === 0) return { present: [], junk: [] };
  const told = await redis.mget(ids.map(keys.worker));
  const lives = await Promise.all(ids.map((id) => redis.pttl(keys.worker(id))));
  const entries = ids
    .map((id, at) => ({ id, text: told[at], late: lives[at] < times.silence - 3 * times.beat }))
    .filter(({ text }) => text !== null)
    .map(({ id, text, late }) => ({ id, late, worker: presentFrom(id, text!) }))
    .sort((one, other) => Number(one.late) - Number(other.late) || nameOf(one).localeCompare(nameOf(other)));
  return {
    present: entries.flatMap(({ worker }) => worker ?? []),
    junk: entries.flatMap(({ id, worker }) => (worker ? [] : [cleanName(id)])),
  };
}

function nameOf({ id, worker }: { readonly id: string; readonly worker: Present | undefined }): string {
  return worker?.name ?? id;
}

/** Names of oracles, as `whittle worker` takes them. */
const oracleName = /^[\w.-]{1,100}$/;

/** Undefined if no worker of ours has written it. */
function presentFrom(key: string, text: string): Present | undefined {
  const { id, name, oracles, slots, most } = fieldsOf(parsedJson(text));
  const isOurs = id === key && isId(key) && isText(name) && isListOf(oracles, isText);
  if (!isOurs || !isSize(slots, 10_000) || slots < 1 || !isSize(most)) return undefined;
  return { id: key, name: cleanName(name) || key, oracles: oracles.filter((one) => oracleName.test(one)), slots, most };
}
