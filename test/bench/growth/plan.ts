/** Which searches are measured: a chain for each language and contender, from small to large, until it would take too long. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { whole } from '../support/report';
import type { LanguageName } from '../support/programSyntax';
import type { Measured } from './child';
import { growthContenders } from './contenders';
import type { Amount } from './requirement';
import type { Task } from './run';

export const languages: readonly LanguageName[] = ['javascript', 'python', 'c'];

const shares = [0.01, 0.05, 0.2, 0.5];

/** What is measured, and for how long. */
export interface Effort {
  /** Processor time of a search with its filter after which it is left, ms. */
  readonly mostMs: number;
  /** Chains at once. */
  readonly threads: number;
  /** Undefined for all. */
  readonly contenders?: readonly string[];
}

export interface Link extends Measured {
  readonly language: LanguageName;
  readonly contender: string;
  readonly amount: Amount;
}

/** Tokens: two sizes for each power of ten from 1,000 to `most`. */
export function sizesTo(most: number): number[] {
  const all = Array.from({ length: 7 }, (_, step) => Math.round(1000 * 10 ** (step / 2)));
  return all.filter((size) => size <= most);
}

export function bySize(amount: Amount, most: number, effort: Effort): Promise<Link[]> {
  return measuredBy(effort, (task) => sizesTo(most).map((size) => ({ ...task, size, amount })));
}

export function byShare(size: number, effort: Effort): Promise<Link[]> {
  return measuredBy(effort, (task) => shares.map((share) => ({ ...task, size, amount: { share } })));
}

type Timed = Task & { readonly mostMs: number };

type Chain = (task: Pick<Timed, 'language' | 'contender' | 'mostMs'>) => Timed[];

async function measuredBy({ mostMs, threads, contenders }: Effort, chainOf: Chain): Promise<Link[]> {
  const names = [...growthContenders.keys()].filter((name) => contenders?.includes(name) ?? true);
  const pairs = languages.flatMap((language) => names.map((contender) => ({ language, contender, mostMs })));
  const chains = pairs.map(chainOf);
  const links: Link[][] = [];
  let next = 0;
  const worker = async () => {
    while (next < chains.length) {
      const chain = next++;
      links[chain] = await followed(chains[chain]);
    }
  };
  await Promise.all(Array.from({ length: threads }, worker));
  return links.flat();
}

/** As far as it goes: where less takes long, more takes at least as much more. */
async function followed(chain: readonly Timed[]): Promise<Link[]> {
  const links: Link[] = [];
  for (const task of chain) {
    const last = links.at(-1);
    if (last && (!last.ended || expectedMs(last, task) > task.mostMs)) break;
    const found = await alone(task);
    if (!found) break;
    links.push({ ...task, ...found });
  }
  return links;
}

function expectedMs({ searchMs, filterMs, tokens }: Link, { size }: Task): number {
  return (searchMs + filterMs) * Math.max(1, size / tokens);
}

const run = promisify(execFile);

/** In a process of its own; undefined if it dies, say because it needs too much memory. */
async function alone(task: Task): Promise<Measured | undefined> {
  const name = `${task.language}, ${task.contender}, ${whole(task.size)} tokens, ${JSON.stringify(task.amount)}`;
  try {
    const { stdout } = await run(process.execPath, [
      '--expose-gc',
      join(__dirname, 'growth', 'child.js'),
      JSON.stringify(task),
    ]);
    const found = JSON.parse(stdout) as Measured;
    const end = found.ended ? '' : ' (left)';
    console.error(`${name}: ${whole(found.tests)} tests, ${whole(found.searchMs + found.filterMs)} ms${end}`);
    return found;
  } catch (error) {
    console.error(`${name}: ${(error as Error).message.split('\n')[0]}`);
    return undefined;
  }
}
