/** From a job to the search that will be walked, and how: which grammar, strategy and loop, and what to fall back on. */
import * as l10n from '@vscode/l10n';
import type { ListReducer } from '../reducers/list';
import { defaultReducer, reducerNamed, reducers } from '../reducers/registry';
import { optionsFor } from '../reducers/experience';
import type { FarSide } from '../oracle/property';
import { doneBy, rejecting } from '../search/compose';
import type { Search } from '../search/search';
import { inRuns } from '../strategies/longLists';
import { defaultStrategy, strategies, strategyNamed } from '../strategies/registry';
import type { Fixed, Strategy, StrategyContext, TextSearch } from '../strategies/strategy';
import type { Candidate } from '../text/candidate';
import { byteOrderMark } from '../text/encoding';
import { touching } from '../text/protected';
import type { Range } from '../text/ranges';
import type { SourceText } from '../text/source';
import type { Doing } from './controls';
import type { Job } from './job';
import { commitRuleNamed, commitRules, defaultCommitRule, defaultLoop, loopNamed, loops } from './drive/loops';
import { readerFor } from './reader';
import type { Mode } from './drive/walkBy';
import { mostJobs, workersFor } from './drive/workers';
import { defaultOptions, optionNames, optionProblem } from './options';
import type { ChosenOptions } from './options';
import { JobError } from './jobError';
import { placementOf } from './session';

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
  /** The point of the search that said `note`. */
  resume(note: unknown, original: string): Search<Candidate, SourceText>;
  dispose(): void;
}

/** Texts that are shorter are worked on without a pause that anybody would notice, UTF-16 units. */
const longWork = 200_000;

/** `doing`: does the work that may take seconds. Throws `JobError`. */
export async function plan(job: Job, doing: Doing = (work) => work()): Promise<Plan> {
  const { reducer, reduceList, options } = reducerOf(job);
  const strategy = chosen('strategy', job.strategy, strategies, strategyNamed) ?? defaultStrategy;
  const mode = modeOf(job);
  const { reader, notice } = strategy.needsTree ? await readerFor(job, doing) : {};
  const fixed = withMark(job.fixed ?? { prefix: 0, suffix: 0 }, job.text);
  const context: StrategyContext = {
    reduceList,
    parse: (text: string) => reader!.elements(text),
    fixed,
    options,
    isWorse: reader?.filter?.isWorse,
    lenient: reader?.lenient,
  };
  const whole = (make: () => TextSearch) =>
    job.text.length < longWork
      ? protecting(make(), job.kept)
      : doneBy(
          doing(() => protecting(make(), job.kept)),
          doing,
        );
  return {
    reducer: reducer.name,
    strategy: strategy.name,
    language: reader?.language ?? null,
    notice: [notice, reducerNotice(strategy, reducer), jobsNotice(job)].filter(Boolean).join(' ') || undefined,
    fixed,
    mode,
    search: (text) => whole(() => strategy.search(text, context)),
    resume: (note, original) => whole(() => strategy.search.resume!(note, original, context)),
    dispose: () => reader?.dispose(),
  };
}

/** The job's list reducer with its options. Throws `JobError`. */
export function reducerOf(job: Pick<Job, 'reducer' | 'options'>) {
  const reducer = chosen('reducer', job.reducer, reducers, reducerNamed) ?? defaultReducer;
  const options: ChosenOptions = { ...defaultOptions, ...job.options };
  const problem = optionNames.map((name) => optionProblem(name, options[name])).find(Boolean);
  if (problem) throw new JobError(aboutOption(problem));
  const reduceList = inRuns((list, experience) => reducer.search(list, optionsFor(options, experience)));
  return { reducer, options, reduceList };
}

function aboutOption(problem: string): string {
  return l10n.t({
    message: 'The option {0}',
    args: [problem],
    comment: ['{0} is a sentence that begins with the name of the option: p0 must be one of …'],
  });
}

function protecting(search: Search<Candidate, SourceText>, kept: readonly Range[] = []) {
  return kept.length === 0 ? search : rejecting(search, touching(kept));
}

/** Who chooses a reducer wants to see it at work. */
function reducerNotice(strategy: Strategy, reducer: ListReducer): string | undefined {
  if (!strategy.withoutLists || reducer === defaultReducer) return undefined;
  return l10n.t('The strategy {0} hardly reduces lists: choose hddr to reduce by {1}.', strategy.name, reducer.name);
}

function withMark(fixed: Fixed, text: string): Fixed {
  return { ...fixed, prefix: Math.max(fixed.prefix, byteOrderMark(text)) };
}

/** How the job's search is walked; a test keeps so many `cores` busy, unless it runs elsewhere. Throws `JobError`. */
export function modeOf(
  job: Pick<Job, 'loop' | 'commit' | 'jobs' | 'place'>,
  cores = 1,
  far?: Pick<FarSide, 'slots'>,
): Mode {
  const loop = chosen('loop', job.loop, loops, loopNamed) ?? defaultLoop;
  const commit = chosen('commit', job.commit, commitRules, commitRuleNamed) ?? defaultCommitRule;
  if (far) {
    const most = job.jobs === 'auto' ? mostJobs : job.jobs;
    return {
      loop,
      commit,
      varies: true,
      get jobs() {
        return Math.min(most, far.slots());
      },
    };
  }
  return { loop, commit, jobs: placementOf(job).single ? 1 : workersFor(job.jobs, cores) };
}

function jobsNotice(job: Job): string | undefined {
  const { name, single } = placementOf(job);
  return single && job.jobs !== 'auto' && job.jobs > 1
    ? l10n.t('With {0} one test runs at a time, not {1}.', name, job.jobs)
    : undefined;
}

/** The name, and those that are known. */
const unknownNames = {
  reducer: (...words: string[]) => l10n.t('There is no reducer "{0}": choose one of {1}.', ...words),
  strategy: (...words: string[]) => l10n.t('There is no strategy "{0}": choose one of {1}.', ...words),
  loop: (...words: string[]) => l10n.t('There is no loop "{0}": choose one of {1}.', ...words),
  commit: (...words: string[]) => l10n.t('There is no rule of commitment "{0}": choose one of {1}.', ...words),
};

function chosen<T extends { readonly name: string }>(
  kind: keyof typeof unknownNames,
  name: string | undefined,
  all: readonly T[],
  find: (name: string) => T | undefined,
): T | undefined {
  const found = name === undefined ? undefined : find(name);
  if (name !== undefined && !found) {
    throw new JobError(unknownNames[kind](name, all.map((one) => one.name).join(', ')));
  }
  return found;
}
