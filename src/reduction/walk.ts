/** One walk of a run's search, and the lab that tests its candidates with the time-out of this run. If the property has guards, the search asks for them in stages (`search/stages.ts`). */
import type { Timeout } from '../oracle/calibration/timeout';
import { type Content, contentKey } from '../oracle/content';
import type { OracleAnswer } from '../oracle/oracle';
import type { Property } from '../oracle/property';
import { type Staged, complete, inStages, partial } from '../search/stages';
import type { Search } from '../search/search';
import { type Controls, pausing, problemOf } from './controls';
import { type Commit, walkBy } from './drive/drive';
import type { Mode } from './drive/loops';
import type { Lab } from './drive/pool';
import type { Ending, Listener } from './events/events';
import type { Job } from './job';
import type { Journal } from './journal/journal';
import type { RunLimits } from './limits';
import type { RunState, Trail } from './state';
import { onceFor } from './subjects/fileSet';
import type { Subject } from './subjects/subject';

/** A run and its parts. */
export interface Run<C extends object, S> {
  readonly job: Job<unknown>;
  readonly subject: Subject<C, S>;
  readonly property: Property;
  readonly state: RunState<S>;
  readonly trail: Trail<S, C>;
  /** Committed verdicts of all walks, in their order. */
  readonly answers: Map<string, OracleAnswer>;
  readonly journal: Journal | undefined;
  readonly onEvent: Listener;
  /** The user's: ends the run at once. */
  readonly signal: AbortSignal;
  readonly limits: RunLimits;
  readonly controls: Controls;
  /** Called with each better result. */
  readonly onBest?: (contentOf: () => Content) => void;
}

/** How a walk tests, and when it ends. */
export interface Walking {
  readonly timeout: Timeout;
  /** Tests that may be committed. */
  readonly maxTests?: number;
  readonly mode: Mode;
  /** The user's, and that of limits. */
  readonly stop: AbortSignal;
}

export interface WalkEnd {
  readonly ending: Ending;
  readonly problem?: string;
}

/** Walks the search from the run's state until it ends or is stopped. `labelled`: of a phase. */
export async function walk<C extends object, S>(
  run: Run<C, S>,
  walking: Walking,
  labelled?: (label: string) => string,
): Promise<WalkEnd> {
  const { property, subject, state } = run;
  const { unguarded } = property;
  const whole = labOf(property, subject, walking.timeout);
  const from = state.current;
  const search = subject.search(from);
  if (!unguarded) {
    const onCommit = (commit: Commit<C>) => commitIn(run, commit, true);
    return walkIn(run, walking, search, whole, { onCommit, isHeld: () => true, labelled });
  }
  let sure = from;
  const staged = inStages(search, property.warm ? complete : partial);
  const found = await walkIn(
    run,
    walking,
    staged,
    stagedLab(labOf({ test: unguarded }, subject, walking.timeout), whole),
    {
      isHeld: () => state.current === sure,
      onCommit({ candidate: { candidate, whole: isWhole }, ...rest }) {
        sure = commitIn(run, { ...rest, candidate }, isWhole) ?? sure;
      },
      labelled,
    },
  );
  if (found.ending === 'done' || sure === from || state.current === sure) return found;
  const { signal } = run.limits;
  const isHeld = async () =>
    (await property.test(subject.contentOf(state.current), walking.timeout.ms, signal)).verdict;
  if (signal.aborted || (await isHeld().catch(() => undefined)) !== 'holds') state.become(sure);
  return found;
}

/** `isWhole`: tested by the whole property. Returns the state for which it holds now; undefined if it is another one. */
function commitIn<C extends object, S>(
  { subject, state, trail, onBest }: Run<C, S>,
  commit: Commit<C>,
  isWhole: boolean,
): S | undefined {
  const { candidate, answer, cached } = commit;
  const { verdict, stage } = answer;
  const next = subject.after(candidate, verdict);
  state.commit(commit, next);
  if (verdict === 'fails' && !cached) trail.refused(stage === undefined ? candidate : undefined);
  if (next === undefined) return undefined;
  trail.held(next, state.size.bytes);
  if (isWhole) onBest?.(() => (subject.bestContent ?? subject.contentOf)(next));
  return isWhole && verdict === 'holds' ? next : undefined;
}

interface Told<C> {
  readonly labelled?: (label: string) => string;
  /** Did the whole property hold for the state? */
  readonly isHeld: () => boolean;
  readonly onCommit: (commit: Commit<C>) => void;
}

async function walkIn<C extends object, S, A extends object>(
  { job, signal, controls, state, journal, answers }: Run<C, S>,
  { mode, stop, maxTests }: Walking,
  search: Search<A, S>,
  lab: Lab<A>,
  { labelled = (label) => label, isHeld, onCommit }: Told<A>,
): Promise<WalkEnd> {
  const { ending, problem, result } = await walkBy(mode, search, pausing(lab, controls), {
    signal: stop,
    record: journal,
    ...{ maxTests, answers, controls, onCommit },
    isEnough: () => state.size.tokens <= (job.limits.targetTokens ?? -1) && isHeld(),
    onSkip: (label) => state.skip(label),
    onPhase: (label) => state.enter(labelled(label)),
  });
  const outOfTime = ending === 'interrupted' && !signal.aborted;
  if (result !== undefined) state.current = result;
  return {
    ending: outOfTime ? (controls.finishing.aborted ? 'enough' : 'time') : ending,
    problem: problemOf(problem),
  };
}

/** A lab for a property. The subject is asked once per candidate. */
function labOf<C extends object>(
  property: Pick<Property, 'test'>,
  { candidateContent, removal }: Pick<Subject<C, unknown>, 'candidateContent' | 'removal'>,
  timeout: Timeout,
): Lab<C> {
  const contentOf = onceFor(candidateContent);
  return {
    key: onceFor((candidate) => contentKey(contentOf(candidate))),
    removal: removal && onceFor(removal),
    async test(candidate, signal) {
      const answer = await property.test(contentOf(candidate), timeout.ms, signal);
      if (answer.verdict === 'holds') timeout.held(answer.ms);
      return answer;
    },
  };
}

/** A lab for a search in stages. */
function stagedLab<C>(cheap: Lab<C>, whole: Lab<C>): Lab<Staged<C>> {
  return {
    key: (asked) => whole.key(asked.candidate) + (asked.whole ? '' : ' cheap'),
    removal: whole.removal && (({ candidate }) => whole.removal!(candidate)),
    test: (asked, signal) => (asked.whole ? whole : cheap).test(asked.candidate, signal),
  };
}
