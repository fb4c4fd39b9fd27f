/** From a job to the search that will be walked, and how: which grammar, strategy and loop, and what to fall back on. */
import { defaultReducer, reducerNamed, reducers } from '../reducers/registry';
import { optionsFor } from '../reducers/experience';
import { defaultOptions, optionNames, optionProblem } from '../reducers/options';
import type { ChosenOptions } from '../reducers/options';
import { rejecting } from '../search/compose';
import type { Search } from '../search/search';
import { lines } from '../strategies/lines';
import { defaultStrategy, strategies, strategyNamed } from '../strategies/registry';
import type { Fixed, Strategy, StrategyContext } from '../strategies/strategy';
import { filterChoices, parseFilter } from '../syntax/filter';
import type { ParseFilter } from '../syntax/filter';
import { openGrammar, ParseTooSlow } from '../syntax/grammar';
import type { Grammar } from '../syntax/grammar';
import { languageOf } from '../syntax/languages';
import type { Candidate } from '../text/candidate';
import { byteOrderMark } from '../text/encoding';
import type { SourceText } from '../text/source';
import type { Job } from './job';
import { commitRuleNamed, commitRules, defaultCommitRule, defaultLoop, loopNamed, loops } from './loops';
import type { Mode } from './walkBy';
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
  const filtered = isFiltered(job);
  const options: ChosenOptions = { ...defaultOptions, ...job.options };
  const problem = optionNames.map((name) => optionProblem(name, options[name])).find(Boolean);
  if (problem) throw new JobError(`The reducer's option ${problem}`);
  const { grammar, notice } = wanted.needsTree ? await readable(job) : {};
  const strategy: Strategy = wanted.needsTree && !grammar ? lines : wanted;
  const fixed = withMark(job.fixed ?? { prefix: 0, suffix: 0 }, job.text);
  const context: StrategyContext = {
    reduceList: (list, experience) => reducer.search(list, optionsFor(options, experience)),
    parse: (text: string) => grammar!.elements(text),
    fixed,
  };
  const filter = grammar && filtered ? parseFilter(grammar) : undefined;
  return {
    reducer: reducer.name,
    strategy: strategy.name,
    language: grammar?.language.id ?? null,
    notice,
    fixed,
    mode,
    search(text) {
      const search = strategy.search(text, context);
      return filter ? rejecting(search, filter.isWorse) : search;
    },
    dispose() {
      filter?.dispose();
      grammar?.dispose();
    },
  };
}

/** The parse filter for candidates made of several texts, if all of them parse clean. Dispose of it with `dispose`. */
export async function filterForAll(job: ReadableJob, texts: readonly string[]): Promise<ParseFilter | undefined> {
  if (!isFiltered(job)) return undefined;
  const { grammar, clean } = await readable(job);
  if (!grammar) return undefined;
  const filter = parseFilter(grammar);
  const dispose = () => {
    filter.dispose();
    grammar.dispose();
  };
  if (clean && texts.every((text) => parsesClean(grammar, text))) return { ...filter, dispose };
  dispose();
  return undefined;
}

type ReadableJob = Pick<Job, 'fileName' | 'languageId' | 'text' | 'encoding' | 'filter' | 'assets'>;

/** The grammar of the job's file, if it has one that can parse it in time. */
async function readable(job: ReadableJob): Promise<{ grammar?: Grammar; clean?: boolean; notice?: string }> {
  const language = languageOf(job.fileName, job.languageId);
  if (!language) return { notice: `No grammar for ${job.fileName}: reduced as lines.` };
  if (job.encoding !== 'utf8') return { notice: `${job.fileName} is not valid UTF-8: reduced as lines.` };
  const grammar = await openGrammar(job.assets, language);
  try {
    const clean = parsesClean(grammar, job.text);
    return { grammar, clean, notice: filterNotice(job, clean) };
  } catch (error) {
    grammar.dispose();
    if (!(error instanceof ParseTooSlow)) throw error;
    return { notice: `${error.message} Reduced as lines.` };
  }
}

/** Throws `ParseTooSlow`. */
function parsesClean(grammar: Grammar, text: string): boolean {
  const tree = grammar.tree(text);
  const clean = !tree.rootNode.hasError;
  tree.delete();
  return clean;
}

function isFiltered({ filter }: ReadableJob): boolean {
  const choice = chosen('filter', filter, filterChoices, (name) => filterChoices.find((one) => one.name === name));
  return choice?.name !== 'off';
}

function filterNotice(job: ReadableJob, clean: boolean): string | undefined {
  if (!isFiltered(job)) return 'The parse filter is off: candidates are tested however they parse.';
  return clean ? undefined : `${job.fileName} has syntax errors: candidates with no more of them are tested.`;
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
