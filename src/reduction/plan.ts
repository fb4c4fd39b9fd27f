/** From a job to the search that is walked, and how: which grammar, strategy and loop, and the search to fall back on. */
import * as l10n from '@vscode/l10n';
import { defaultReducer } from '../reducers/registry';
import { optionsFor } from '../reducers/options';
import type { Pass } from '../oracle/passes';
import type { Placement } from '../oracle/places/place';
import { defaultPlacement, placements } from '../oracle/places/registry';
import type { FarSide } from '../oracle/property';
import { rejecting, supposed } from '../search/compose';
import { done } from '../search/search';
import { inRuns } from '../strategies/lists/hdd';
import { withProposers } from '../strategies/pipelines/proposals';
import type { Step, StrategyContext } from '../strategies/strategy';
import { byteOrderMark } from '../text/encoding';
import { touching } from '../text/protected';
import { render, sourceText, type SourceText, type Candidate } from '../text/source';
import { type Job, JobError, type Testing, type TextInput } from './job';
import { mostJobs } from '../options/row';
import { modeNamed, workersFor, type Mode } from './drive/loops';
import { type AskedText, proposersOf } from './passes';
import { readerFor, type Reader } from './reader';
import { type ChosenOptions, type SearchValue, defaultOptions, searchFrom, searchText } from './searches/searchValue';

export type Plan = Awaited<ReturnType<typeof plan>>;

/** How the text is read and searched, unless the job tells. */
interface Given {
  readonly reader: Reader;
  readonly textsIn: (whole: string) => readonly AskedText[];
  readonly search: Step;
  /** Candidates that are never tested. */
  readonly isRefused: (candidate: Candidate) => boolean;
}

/** `passes`: those of the job. Throws `JobError`. */
export async function plan(
  job: Pick<Job, 'input' | 'search' | 'tests' | 'notice' | 'assets'>,
  passes: readonly Pass[] = [],
  given?: Given,
) {
  const chosen = searchFrom(job.search);
  const { strategy } = chosen;
  modeOf(job);
  const { input } = job;
  const { reader, notice }: { reader?: Reader; notice?: string } =
    given ?? (strategy.needsTree ? await readerFor(job) : {});
  const context = contextOf(input, chosen, reader);
  const language = reader?.language ?? null;
  const textsIn = (text: string) => [{ start: 0, end: text.length, encoding: input.encoding, language }];
  const step = withProposers(given?.search ?? strategy.search, proposersOf(passes, given?.textsIn ?? textsIn));
  const refusals = [input.kept?.length ? touching(input.kept) : undefined, given?.isRefused].filter((one) => one);
  const searchBy = (given: Step) => (text: SourceText) => {
    const search = given(text, context);
    return refusals.length > 0 ? rejecting(search, (one) => refusals.some((refuses) => refuses!(one))) : search;
  };
  return {
    /** The text of the `SearchValue` that runs. */
    name: searchText(chosen),
    /** The grammar's id, if there is one. */
    language,
    /** Deviations from the settings. */
    notice: [job.notice, notice, jobsNotice(job.tests)].filter(Boolean).join(' ') || undefined,
    fixed: context.fixed,
    search: searchBy(step),
    /** The text as people would write it, untested. */
    readable: (text: SourceText) => supposed(searchBy(strategy.readable ?? done)(text)),
    /** Has a text more syntax errors than the original, where the filter asks for none? */
    isBroken(text: SourceText): boolean {
      const whole = { start: 0, end: input.text.length, insert: render(text) };
      const isStrict = Boolean(language && !reader?.lenient);
      return isStrict && Boolean(reader?.filter?.isWorse({ base: sourceText(input.text), edits: [whole] }));
    },
    dispose: () => reader?.dispose(),
  };
}

function contextOf(input: TextInput, chosen: SearchValue, reader: Reader | undefined): StrategyContext {
  const { text, fixed = { prefix: 0, suffix: 0 } } = input;
  // The usual reducer is for the few lists of a search that has none to choose.
  const { reducer = defaultReducer } = chosen;
  const options = allOptions(chosen);
  return {
    reduceList: inRuns((list, experience) => reducer.search(list, optionsFor(options, experience))),
    parse: (given) => reader!.elements(given),
    fixed: { prefix: Math.max(fixed.prefix, byteOrderMark(text)), suffix: fixed.suffix },
    options,
    isWorse: reader?.filter?.isWorse,
    guesses: input.guesses,
    language: reader?.language ?? undefined,
    lenient: reader?.lenient,
  };
}

function allOptions({ options }: SearchValue): ChosenOptions {
  return { ...defaultOptions, ...options };
}

/** How the job's search is walked; `cores`: kept busy by a test, unless it runs elsewhere. Throws `JobError`. */
export function modeOf(job: Pick<Job, 'search' | 'tests'>, cores = 1, far?: Pick<FarSide, 'slots'>): Mode {
  const options = allOptions(searchFrom(job.search));
  const named = modeNamed(options);
  const { jobs } = job.tests;
  if (far) {
    const most = jobs === 'auto' ? mostJobs : jobs;
    return {
      ...named,
      get jobs() {
        return Math.min(most, far.slots());
      },
    };
  }
  return { ...named, jobs: placementOf(job.tests).single ? 1 : workersFor(jobs, cores) };
}

/** Where candidates go. Throws `JobError`. */
export function placementOf({ place = defaultPlacement.name }: Pick<Testing, 'place'>): Placement {
  const placement = placements.find(({ name }) => name === place);
  if (placement) return placement;
  throw new JobError(
    l10n.t(
      'There is no placement "{0}" (‹place›): choose one of {1}.',
      place,
      placements.map(({ name }) => name).join(', '),
    ),
  );
}

function jobsNotice(tests: Testing): string | undefined {
  const { jobs } = tests;
  const { name, single } = placementOf(tests);
  return single && jobs !== 'auto' && jobs > 1
    ? l10n.t('With {0} one test runs at a time, not {1}.', name, jobs)
    : undefined;
}
