/**
 * Ways in which several workers share a search, with names for users: the loops and commit rules of Hodován & Kiss 2016 ("Practical
 * Improvements to the Minimizing Delta Debugging Algorithm"), and testing ahead. Command line, settings and task type take names and
 * descriptions from here.
 */
import { availableParallelism } from 'node:os';
import type { Phase } from '../../search/search';
import type { Lab } from './pool';

/** Limit of the tests ahead of the verdicts: none ahead, this phase, phases joint with it, no limit. */
export type Reach = 'test' | 'phase' | 'joint' | 'tree';

export interface Loop {
  readonly name: string;
  readonly description: string;
  readonly reach: Reach;
}

export const loops: readonly Loop[] = [
  { name: 'ahead', description: 'Tests that the search may need next, the likeliest first.', reach: 'tree' },
  { name: 'sequential', description: 'One test at a time, for any number of jobs.', reach: 'test' },
  {
    name: 'parallel',
    description: 'Candidates of one phase, such as the complements at one granularity.',
    reach: 'phase',
  },
  { name: 'combined', description: 'As parallel, with subsets and complements as one phase.', reach: 'joint' },
];

/** Which alternative of a phase is taken. */
export const commitRules: readonly Pick<Loop, 'name' | 'description'>[] = [
  {
    name: 'in-order',
    description: 'The first in order: the result does not depend on the number of jobs or the loop.',
  },
  {
    name: 'first-finished',
    description: 'The first to finish: other tests are stopped, results may differ, the loop ahead becomes combined.',
  },
];

export const [defaultLoop] = loops;
export const [defaultCommitRule, firstToFinish] = commitRules;

/** Current number of tests at once; it changes while other machines run them. */
export interface Slots {
  readonly jobs: number;
}

export interface Mode extends Slots {
  readonly loop: Loop;
  readonly commit: (typeof commitRules)[number];
}

/** Its loop and commit rule have these names. */
export function modeNamed(names: { readonly loop: string; readonly commit: string }): Omit<Mode, 'jobs'> {
  return {
    loop: loops.find(({ name }) => name === names.loop)!,
    commit: commitRules.find(({ name }) => name === names.commit)!,
  };
}

/** A number, or as many as the machine can run beside its other work. */
export type Jobs = number | 'auto';

/** `cores`: cores that one test keeps busy. All cores but one are used, by at least one test. */
export function workersFor(jobs: Jobs, cores: number, available = availableParallelism()): number {
  return jobs === 'auto' ? Math.max(1, Math.floor((available - 1) / Math.max(1, Math.round(cores)))) : jobs;
}

/** How many times as long as alone a test takes beside the others of `jobs`, at least 1; `cores` as above. */
export function crowdingOf(jobs: number, cores: number, available = availableParallelism()): number {
  return Math.max(1, (jobs * cores) / available);
}

/** A candidate of a phase. */
export interface Alternative<C, R> {
  readonly phase: Phase<C, R>;
  readonly index: number;
  readonly candidate: C;
  readonly key: string;
}

/** Those that need a verdict; joint phases follow each other, as if none held. */
export function* alternativesFrom<C, R>(
  { lab, options }: { readonly lab: Lab<C>; readonly options: { onPhase?(label: string): void } },
  first: Phase<C, R>,
  joint: boolean,
  onPhase: (phase: Phase<C, R>) => void,
): Generator<Alternative<C, R>, undefined> {
  for (let phase = first; ;) {
    onPhase(phase);
    for (let index = 0; ; index++) {
      const candidate = phase.alternatives.at(index);
      if (candidate === undefined) break;
      if (!phase.refused?.(index)) yield { phase, index, candidate, key: lab.key(candidate) };
    }
    const next = joint && phase.joint ? phase.none('fails') : undefined;
    if (!next || next.done) return undefined;
    if (next.label) options.onPhase?.(next.label);
    phase = next;
  }
}
