/** From a job to the search that will be walked, and how: which grammar, strategy and loop, and what to fall back on. */
import { defaultReducer, reducerNamed, reducers } from '../reducers/registry';
import { optionsFor } from '../reducers/experience';
import type { Search } from '../search/search';
import { lines } from '../strategies/lines';
import { defaultStrategy, strategies, strategyNamed } from '../strategies/registry';
import type { Fixed, Strategy, StrategyContext } from '../strategies/strategy';
import type { ElementTree } from '../syntax/elementTree';
import { parseFilter } from '../syntax/filter';
import type { ParseFilter } from '../syntax/filter';
import { genericElements } from '../syntax/generic/elements';
import { genericFilter } from '../syntax/generic/filter';
import { openGrammar, ParseTooSlow } from '../syntax/grammar';
import type { Grammar } from '../syntax/grammar';
import { languageOf } from '../syntax/languages';
import type { Candidate } from '../text/candidate';
import { byteOrderMark } from '../text/encoding';
import type { SourceText } from '../text/source';
import type { Job } from './job';
import { commitRuleNamed, commitRules, defaultCommitRule, defaultLoop, loopNamed, loops } from './loops';
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
    reduceList: (list, experience) => reducer.search(list, optionsFor(options, experience)),
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
    notice,
    fixed,
    mode,
    search: (text) => strategy.search(text, context),
    dispose: () => reader?.dispose(),
  };
}

/** How the texts of one file become trees, and which candidates are refused. */
interface Reader {
  /** The grammar's id; null if the tree is made without one. */
  readonly language: string | null;
  readonly elements: (text: string) => ElementTree;
  readonly filter?: ParseFilter;
  readonly lenient?: boolean;
  dispose(): void;
}

/** The grammar of the job's file, or else what any text can be read by; no reader if there is nothing to be read. */
async function readerFor(job: ReadableJob): Promise<{ reader?: Reader; notice?: string }> {
  const { grammar, clean, problem } = await readable(job);
  if (!grammar) return withoutGrammar(job, problem!);
  const filter = clean ? parseFilter(grammar) : undefined;
  const dispose = () => {
    filter?.dispose();
    grammar.dispose();
  };
  const { id, lenient } = grammar.language;
  const reader = { language: id, elements: grammar.elements, filter, lenient, dispose };
  return { reader, notice: clean ? undefined : `${job.fileName} has syntax errors: no parse filter.` };
}

/** Longer texts are reduced as lines without a grammar, UTF-16 units: their tables would fill the memory. */
const longestGeneric = 20_000_000;

function withoutGrammar({ text }: ReadableJob, problem: string): { reader?: Reader; notice: string } {
  if (text.length > longestGeneric) return { notice: `${problem}: reduced as lines, as it is very long.` };
  const filter = genericFilter();
  const reader = { language: null, elements: genericElements, filter, dispose: filter.dispose };
  return { reader, notice: `${problem}: reduced by its indentation, brackets and words.` };
}

/** The parse filter for candidates made of several texts, if all of them parse clean. Dispose of it with `dispose`. */
export async function filterForAll(job: ReadableJob, texts: readonly string[]): Promise<ParseFilter | undefined> {
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

function parsesClean(grammar: Grammar, text: string): boolean {
  const tree = grammar.tree(text);
  const clean = !tree.rootNode.hasError;
  tree.delete();
  return clean;
}

type ReadableJob = Pick<Job, 'fileName' | 'languageId' | 'text' | 'encoding' | 'assets'>;

/** The grammar of the job's file, if it has one that can parse it in time; else why not, without a full stop. */
async function readable(job: ReadableJob): Promise<{ grammar?: Grammar; clean?: boolean; problem?: string }> {
  const language = languageOf(job.fileName, job.languageId);
  if (!language) return { problem: `No grammar for ${job.fileName}` };
  if (job.encoding !== 'utf8') return { problem: `${job.fileName} is not valid UTF-8` };
  const grammar = await openGrammar(job.assets, language).catch(() => undefined);
  if (!grammar) return { problem: `The grammar of ${language.id} cannot be loaded` };
  try {
    return { grammar, clean: parsesClean(grammar, job.text) };
  } catch (error) {
    grammar.dispose();
    if (!(error instanceof ParseTooSlow)) throw error;
    return { problem: `Parsing ${job.fileName} as ${language.id} takes too long` };
  }
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
