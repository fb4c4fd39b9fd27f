/** From a job to the search that will be walked, and how: which grammar, strategy and loop, and what to fall back on. */
import { defaultReducer, reducerNamed, reducers } from '../reducers/registry';
import { defaultOptions, optionNames, optionProblem } from '../reducers/options';
import { rejecting } from '../search/compose';
import type { Search } from '../search/search';
import { lines } from '../strategies/lines';
import { defaultStrategy, strategies, strategyNamed } from '../strategies/registry';
import type { Fixed, Strategy } from '../strategies/strategy';
import { parseFilter } from '../syntax/filter';
import { openGrammar, ParseTooSlow } from '../syntax/grammar';
import type { Grammar } from '../syntax/grammar';
import { languageOf } from '../syntax/languages';
import type { Candidate } from '../text/candidate';
import { byteOrderMark } from '../text/encoding';
import type { SourceText } from '../text/source';
import type { Job } from './job';
import { commitRuleNamed, commitRules, defaultCommitRule, defaultLoop, loopNamed, loops } from './loops';
import type { Mode } from './walkBy';

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

/** Something in the job that cannot be: the message is one sentence with the remedy. */
export class JobError extends Error {}

/** Throws `JobError`. */
export async function plan(job: Job): Promise<Plan> {
  const reducer = chosen('reducer', job.reducer, reducers, reducerNamed) ?? defaultReducer;
  const wanted = chosen('strategy', job.strategy, strategies, strategyNamed) ?? defaultStrategy;
  const mode: Mode = {
    loop: chosen('loop', job.loop, loops, loopNamed) ?? defaultLoop,
    commit: chosen('rule of commitment', job.commit, commitRules, commitRuleNamed) ?? defaultCommitRule,
    jobs: job.jobs,
  };
  const options = { ...defaultOptions, ...job.options };
  const problem = optionNames.map((name) => optionProblem(name, options[name])).find(Boolean);
  if (problem) throw new JobError(`The reducer's option ${problem}`);
  const { grammar, clean, notice } = wanted.needsTree ? await readable(job) : {};
  const strategy: Strategy = wanted.needsTree && !grammar ? lines : wanted;
  const fixed = withMark(job.fixed ?? { prefix: 0, suffix: 0 }, job.text);
  const context = {
    reduceList: (list: Parameters<typeof reducer.search>[0]) => reducer.search(list, options),
    parse: (text: string) => grammar!.elements(text),
    fixed,
  };
  const filter = grammar && clean ? parseFilter(grammar) : undefined;
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

/** The grammar of the job's file, if it has one that can parse it in time. */
async function readable(job: Job): Promise<{ grammar?: Grammar; clean?: boolean; notice?: string }> {
  const language = languageOf(job.fileName, job.languageId);
  if (!language) return { notice: `No grammar for ${job.fileName}: reduced as lines.` };
  if (job.encoding !== 'utf8') return { notice: `${job.fileName} is not valid UTF-8: reduced as lines.` };
  const grammar = await openGrammar(job.assets, language);
  try {
    const tree = grammar.tree(job.text);
    const clean = !tree.rootNode.hasError;
    tree.delete();
    return { grammar, clean, notice: clean ? undefined : `${job.fileName} has syntax errors: no parse filter.` };
  } catch (error) {
    grammar.dispose();
    if (!(error instanceof ParseTooSlow)) throw error;
    return { notice: `${error.message} Reduced as lines.` };
  }
}

function withMark(fixed: Fixed, text: string): Fixed {
  return { ...fixed, prefix: Math.max(fixed.prefix, byteOrderMark(text)) };
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
