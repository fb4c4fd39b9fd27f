/** A whole walk by the real driver on a virtual clock: the property in this process, tests that take the time that they are said to. */
import { createHash } from 'node:crypto';
import { walkBy } from '../../../src/reduction/drive/drive';
import { modeOf } from '../../../src/reduction/plan';
import { candidateText, removalOf, render, sourceText, type Candidate } from '../../../src/text/source';
import { VirtualClock } from '../../support/virtualClock';
import type { Contender } from './contenders';
import { contextOf, readerOf } from './measure';
import { rememberingFilter } from './refusals';
import type { Subject } from './subject';
import { hashOf, type Remember } from './verdicts';

export interface Clock {
  /** Tests at once. */
  readonly jobs: number;
  /** What a test takes, ms, by the hash of its candidate. */
  readonly cost: (hash: string) => number;
  /** Verdicts of the parse filter that were given before. */
  readonly filter?: Remember;
}

export interface Clocked {
  /** Virtual time. */
  readonly seconds: number;
  /** Processor time of driver, search and filter. */
  readonly worked: number;
  readonly text: string;
  readonly committed: number;
  readonly held: number;
  /** Of all verdicts in the order of the walk: equal for equal walks. */
  readonly walk: string;
  /** Tests that were begun, also those that nobody needed. */
  readonly started: number;
}

/** What a test takes by the hash of its candidate, ms: 500 to 1,500, so that virtual seconds are lengths of a test. */
export function aboutASecond(hash: string): number {
  return 500 + (1000 * Buffer.from(hash, 'base64url').readUInt32BE(0)) / 2 ** 32;
}

export async function clocked(subject: Subject, contender: Contender, { jobs, cost, filter }: Clock): Promise<Clocked> {
  const keys = new WeakMap<Candidate, string>();
  const key = (candidate: Candidate) => {
    const known = keys.get(candidate) ?? hashOf(candidateText(candidate));
    keys.set(candidate, known);
    return known;
  };
  const holds = (candidate: Candidate) => subject.holds(candidateText(candidate));
  const clock = new VirtualClock();
  const lab = clock.lab<Candidate>(holds, key, (candidate) => cost(key(candidate)));
  const removals = new WeakMap<Candidate, ReturnType<typeof removalOf>>();
  const removal = (candidate: Candidate) => {
    const known = removals.get(candidate) ?? removalOf(candidate);
    removals.set(candidate, known);
    return known;
  };
  const reader = await readerOf(subject);
  const isWorse = reader.filter && (filter ? rememberingFilter(reader.filter.isWorse, filter) : reader.filter.isWorse);
  let [committed, held] = [0, 0];
  const order = createHash('sha256');
  const start = process.cpuUsage();
  // Not kept here: who keeps the first point of a search keeps all of them.
  const begun = () => contender.strategy.search(sourceText(subject.text), contextOf(contender, reader, isWorse));
  const { result } = await walkBy(
    modeOf({ tests: { jobs } }),
    () => begun(),
    { ...lab, removal },
    {
      signal: new AbortController().signal,
      onCommit({ candidate, answer, cached }) {
        order.update(`${key(candidate)} ${answer.verdict}\n`);
        if (cached) return;
        committed++;
        held += Number(answer.verdict === 'holds');
      },
    },
  ).finally(() => reader.dispose());
  const { user, system } = process.cpuUsage(start);
  const { started } = lab.counts;
  return {
    seconds: clock.now() / 1000,
    worked: (user + system) / 1e6,
    text: render(result!),
    committed,
    held,
    walk: order.digest('base64url'),
    started,
  };
}
