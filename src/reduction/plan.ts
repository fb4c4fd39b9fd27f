/** From a job to the search that will be walked, and how: which grammar, strategy and loop, and what to fall back on. */
import type { ListReducer } from '../reducers/list';
import { defaultReducer, reducerNamed, reducers } from '../reducers/registry';
import { optionsFor } from '../reducers/experience';
import type { Search } from '../search/search';
import { lines } from '../strategies/lines';
import { inRuns } from '../strategies/longLists';
import { defaultStrategy, strategies, strategyNamed } from '../strategies/registry';
import type { Fixed, Strategy, StrategyContext } from '../strategies/strategy';
import type { Candidate } from '../text/candidate';
import { byteOrderMark } from '../text/encoding';
import type { SourceText } from '../text/source';
import type { Job } from './job';
import { commitRuleNamed, commitRules, defaultCommitRule, defaultLoop, loopNamed, loops } from './loops';
import { readerFor } from './reader';
import type { Mode } from './walkBy';
import { defaultOptions, optionNames, optionProblem } from './options';
import type { ChosenOptions } from './options';
import { JobError } from './session';

export interface Plan {
  readonly reducer: string;
  readonly strategy: string;
  /** The grammar's id, if there is one. */
  readonly language: string | null;
  /** Why it is not what was asked for. */
  readonly notice?: string;
  readonly fixed: Fixed;
  readonly mode: Mode;
  search(text: SourceText): Search<Candidate, SourceText>;
  dispose(): void;
}

/** Throws `JobError`. */
export async function plan(job: Job): Promise<Plan> {
  const reducer = chosen('reducer', job.reducer, reducers, reducerNamed) ?? defaultReducer;
  const wanted = chosen('strategy', job.strategy, strategies, strategyNamed) ?? defaultStrategy;
  const mode = modeOf(job);
  const options: ChosenOptions = { ...defaultOptions, ...job.options };
  const problem = optionNames.map((name) => optionProblem(name, options[name])).find(Boolean);
  if (problem) throw new JobError(`The option ${problem}`);
  const { reader, notice } = wanted.needsTree ? await readerFor(job) : {};
  const strategy: Strategy = wanted.needsTree && !reader ? lines : wanted;
  const fixed = withMark(job.fixed ?? { prefix: 0, suffix: 0 }, job.text);
  const context: StrategyContext = {
    reduceList: inRuns((list, experience) => reducer.search(list, optionsFor(options, experience))),
    parse: (text: string) => reader!.elements(text),
    fixed,
    options,
    isWorse: reader?.filter?.isWorse,
    lenient: reader?.lenient,
  };
  return {
    reducer: reducer.name,
    strategy: strategy.name,
    language: reader?.language ?? null,
    notice: [notice, reducerNotice(strategy, reducer)].filter(Boolean).join(' ') || undefined,
    fixed,
    mode,
    search: (text) => strategy.search(text, context),
    dispose: () => reader?.dispose(),
  };
}

/** Who chooses a reducer wants to see it at work. */
function reducerNotice(strategy: Strategy, reducer: ListReducer): string | undefined {
  if (!strategy.withoutLists || reducer === defaultReducer) return undefined;
  return `The strategy ${strategy.name} hardly reduces lists: choose hddr to reduce by ${reducer.name}.`;
}

function withMark(fixed: Fixed, text: string): Fixed {
  return { ...fixed, prefix: Math.max(fixed.prefix, byteOrderMark(text)) };
}

/** How the job's search is walked. Throws `JobError`. */
export function modeOf({ loop, commit, jobs }: Pick<Job, 'loop' | 'commit' | 'jobs'>): Mode {
  return {
    loop: chosen('loop', loop, loops, loopNamed) ?? defaultLoop,
    commit: chosen('rule of commitment', commit, commitRules, commitRuleNamed) ?? defaultCommitRule,
    jobs,
  };
}

function chosen<T extends { readonly name: string }>(
  kind: string,
  name: string | undefined,
  all: readonly T[],
  find: (name: string) => T | undefined,
): T | undefined {
  const found = name === undefined ? undefined : find(name);
  if (name !== undefined && !found) {
    throw new JobError(`There is no ${kind} "${name}": choose one of ${all.map((one) => one.name).join(', ')}.`);
  }
  return found;
}
