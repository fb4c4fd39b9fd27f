/** One walk of a run's search. If the property has guards, the search asks for them in stages (`search/stages.ts`). */
import type { Content } from '../oracle/content';
import type { Property } from '../oracle/property';
import { pausing, type Controls } from './controls';
import { labOf, stagedLab, timed } from './drive/lab';
import type { Commit, Lab } from './drive/drive';
import type { WalkLimits } from './ending/onceMore';
import type { Trail } from './ending/trail';
import type { Ending, EndTold, Listener } from './events/events';
import { WalkState } from './subjects/walkState';
import type { SearchCounts } from './events/tell';
import type { Job } from './job';
import type { Journal } from './journal/journal';
import { journaledWalk } from './journal/replay';
import type { modeOf } from './plan';
import { problemOf } from './session';
import { stagedSubject, type Subject } from './subjects/subject';
import { complete, partial } from '../search/stages';

/** The parts of a run that its walks need. */
export interface Walkable<C extends object, S, E extends EndTold> {
  readonly job: Pick<Job, 'limits'>;
  readonly subject: Subject<C, S, E>;
  readonly property: Property;
  readonly search: SearchCounts;
  readonly trail: Trail<S>;
  /** The candidate that the commands refused last. */
  readonly refused: { last?: C };
  readonly onEvent: Listener;
  /** The user's: ends the run at once. */
  readonly signal: AbortSignal;
  readonly controls: Controls;
  /** Told of each verdict that the search is given. */
  readonly onCommit?: (commit: Commit<C>) => void;
  /** Called with each state, the best so far. */
  readonly onBest?: (state: S, subject: Subject<C, S>) => void;
}

export interface Walking<C extends object, S, E extends EndTold> extends Walkable<C, S, E> {
  readonly journal: Journal | undefined;
  readonly mode: ReturnType<typeof modeOf>;
}

export interface WalkOptions {
  readonly stop: AbortSignal;
  readonly onPhase: (label: string) => void;
}

export interface WalkEnd<S> {
  readonly ending: Ending;
  readonly problem?: string;
  readonly state: S;
}

/** Walks the search from a state until it ends or `stop` is aborted. */
export async function walked<C extends object, S, E extends EndTold>(
  run: Walking<C, S, E>,
  from: S,
  limits: WalkLimits,
  options: WalkOptions,
): Promise<WalkEnd<S>> {
  const { property, subject, refused } = run;
  const { contentOf } = subject;
  const whole = labOf(property, subject, limits.timeout);
  const watch = { ...limits, ...options };
  const best = (state: S) => run.onBest?.(state, subject);
  const committed = (commit: Commit<C>) => {
    run.onCommit?.(commit);
    const { verdict, stage } = commit.answer;
    if (verdict === 'fails' && stage === undefined) refused.last = commit.candidate;
  };
  const { unguarded } = property;
  if (!unguarded) return walkedIn(run, from, whole, { ...watch, onBest: best, onCommit: committed });
  const cheap = labOf({ test: unguarded }, subject, limits.timeout);
  let sure: S | undefined;
  const hold = (state: S) => best((sure = state));
  const staged = stagedSubject(subject, property.warm ? complete : partial);
  const found = await walkedIn({ ...run, subject: staged }, from, stagedLab(cheap, whole), {
    ...watch,
    isHeld: (state) => state === (sure ?? from),
    onCommit({ candidate: { candidate, whole: isWhole }, ...commit }, state) {
      committed({ ...commit, candidate });
      const { verdict } = commit.answer;
      if (isWhole && verdict === 'holds' && subject.after(candidate, verdict) !== undefined) hold(state);
    },
  });
  if (found.ending === 'done' || sure === undefined || found.state === sure) return found;
  if (await holds(property, contentOf(found.state), limits.timeout.ms, run.signal)) return found;
  run.onEvent(subject.told(sure, subject.sizeOf(sure), found.state, run.search.tests));
  return { ...found, state: sure };
}

async function holds(property: Property, content: Content, timeoutMs: number, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return false;
  const answer = await property.test(content, timeoutMs, signal).catch(() => undefined);
  return answer?.verdict === 'holds';
}

interface Watched<C, S> extends WalkLimits, WalkOptions {
  readonly onBest?: (state: S) => void;
  /** Did the whole property hold for this state? Unset: it did for all. */
  readonly isHeld?: (state: S) => boolean;
  /** `state`: after it. */
  readonly onCommit: (commit: Commit<C>, state: S) => void;
}

async function walkedIn<C extends object, S, E extends EndTold>(
  run: Omit<Walking<C, S, E>, 'property' | 'refused' | 'onCommit' | 'onBest'>,
  from: S,
  given: Lab<C>,
  { maxTests, answers, stop, onPhase, onBest, isHeld, onCommit }: Watched<C, S>,
): Promise<WalkEnd<S>> {
  const { job, subject, signal, controls, onEvent, trail } = run;
  const { lab: clocked, times } = timed(given);
  const lab = pausing(clocked, controls);
  const state = new WalkState<C, S>(subject, from, run.search, onEvent, (next, bytes, commit) => {
    trail.refused(times.refused);
    trail.held(next, bytes, commit && times.heldAt(lab.key(commit.candidate)));
    onBest?.(next);
  });
  const { ending, problem, result } = await journaledWalk({ ...run, state }, lab, {
    signal: stop,
    maxTests,
    answers,
    controls,
    isEnough: () => state.tokens <= (job.limits.targetTokens ?? -1) && isHeld?.(state.current) !== false,
    onSkip: (label) => onEvent({ event: 'skipped', label }),
    onPhase,
    onCommit(commit) {
      state.commit(commit);
      onCommit(commit, state.current);
    },
  });
  trail.refused(times.refused);
  const outOfTime = ending === 'interrupted' && !signal.aborted;
  return {
    ending: outOfTime ? (controls.finishing.aborted ? 'enough' : 'time') : ending,
    problem: problemOf(problem),
    state: result ?? state.current,
  };
}
