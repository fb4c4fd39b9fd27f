/** One walk of a run's search, and the lab that tests its candidates with the time-out of this run. If the property has guards, the search asks for them in stages (`search/stages.ts`). */
import type { Timeout } from '../oracle/calibration/timeout';
import { type Content, contentKey } from '../oracle/content';
import type { OracleAnswer } from '../oracle/oracle';
import type { Property } from '../oracle/property';
import { type Staged, complete, partial } from '../search/stages';
import { type Controls, pausing } from './controls';
import { type Commit, walkBy } from './drive/drive';
import type { Lab } from './drive/pool';
import type { Removal } from './drive/forecast';
import type { Mode } from './drive/loops';
import type { Ending, Listener } from './events/events';
import type { Job } from './job';
import type { Journal } from './journal/journal';
import { problemOf } from './session';
import type { RunState, Trail } from './state';
import { onceFor } from './subjects/fileSet';
import { stagedSubject, type Subject } from './subjects/subject';

/** Limits of a walk, which differ in a second one. */
export interface WalkLimits {
  readonly timeout: Timeout;
  /** Tests that may be committed. */
  readonly maxTests?: number;
  /** Committed verdicts, of all walks, in their order. */
  readonly answers: Map<string, OracleAnswer>;
}

/** The parts of a run that its walks need. */
export interface Walking<C extends object, S> {
  readonly job: Pick<Job, 'limits'>;
  readonly subject: Subject<C, S>;
  readonly property: Property;
  readonly state: RunState<S>;
  readonly trail: Trail<S>;
  /** The candidate that the commands refused last. */
  readonly refused: { last?: C };
  readonly onEvent: Listener;
  /** The user's: ends the run at once. */
  readonly signal: AbortSignal;
  /** Also of limits: ends the walk. */
  readonly stop: AbortSignal;
  readonly controls: Controls;
  readonly journal: Journal | undefined;
  readonly mode: Mode;
  /** Called with each state, the best so far. */
  readonly onBest?: (state: S, subject: Subject<C, S>) => void;
}

export interface WalkEnd<S> {
  readonly ending: Ending;
  readonly problem?: string;
  readonly state: S;
}

/** Walks the search from the run's state until it ends or is stopped. `labelled`: of a phase. */
export async function walk<C extends object, S>(
  run: Walking<C, S>,
  limits: WalkLimits,
  labelled?: (label: string) => string,
): Promise<WalkEnd<S>> {
  const { property, subject, state } = run;
  const { unguarded } = property;
  const whole = labOf(property, subject, limits.timeout);
  const told = (commit: Commit<C>, next: S | undefined) => {
    state.commit(commit, next);
    const { verdict, stage } = commit.answer;
    if (verdict === 'fails' && stage === undefined) run.refused.last = commit.candidate;
    return next;
  };
  const after = ({ candidate, answer }: Commit<C>) => subject.after(candidate, answer.verdict);
  const best = (next: S | undefined) => next !== undefined && run.onBest?.(next, subject);
  const how = { limits, labelled };
  if (!unguarded)
    return walkIn(run, subject, whole, { ...how, onCommit: (commit) => best(told(commit, after(commit))) });
  const cheap = labOf({ test: unguarded }, subject, limits.timeout);
  const from = state.current;
  let sure: S | undefined;
  const staged = stagedSubject(subject, property.warm ? complete : partial);
  const found = await walkIn(run, staged, stagedLab(cheap, whole), {
    ...how,
    isHeld: () => state.current === (sure ?? from),
    onCommit({ candidate: { candidate, whole: isWhole }, ...rest }) {
      const commit = { ...rest, candidate };
      const next = told(commit, after(commit));
      if (isWhole && commit.answer.verdict === 'holds' && next !== undefined) best((sure = next));
    },
  });
  if (found.ending === 'done' || sure === undefined || found.state === sure) return found;
  if (await holds(property, subject.contentOf(found.state), limits.timeout.ms, run.signal)) return found;
  state.become(sure);
  return { ...found, state: sure };
}

async function holds(property: Property, content: Content, timeoutMs: number, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return false;
  const answer = await property.test(content, timeoutMs, signal).catch(() => undefined);
  return answer?.verdict === 'holds';
}

interface How<C> {
  readonly limits: WalkLimits;
  readonly labelled?: (label: string) => string;
  /** Did the whole property hold for the state? Unset: it did for all. */
  readonly isHeld?: () => boolean;
  readonly onCommit: (commit: Commit<C>) => void;
}

async function walkIn<C extends object, S>(
  {
    job,
    signal,
    stop,
    controls,
    trail,
    state,
    journal,
    mode,
  }: Pick<Walking<never, S>, 'job' | 'signal' | 'stop' | 'controls' | 'trail' | 'state' | 'journal' | 'mode'>,
  subject: Subject<C, S>,
  given: Lab<C>,
  { limits: { maxTests, answers }, labelled = (label) => label, isHeld = () => true, onCommit }: How<C>,
): Promise<WalkEnd<S>> {
  const { lab: clocked, times } = timed(given);
  const lab = pausing(clocked, controls);
  const { ending, problem, result } = await walkBy(mode, subject.search(state.current), lab, {
    signal: stop,
    record: journal,
    ...{ maxTests, answers, controls },
    isEnough: () => state.size.tokens <= (job.limits.targetTokens ?? -1) && isHeld(),
    onSkip: (label) => state.skip(label),
    onPhase: (label) => state.enter(labelled(label)),
    onCommit(commit) {
      const before = state.current;
      onCommit(commit);
      if (state.current === before) return;
      trail.refused(times.refused);
      trail.held(state.current, state.size.bytes, times.heldAt(lab.key(commit.candidate)));
    },
  });
  trail.refused(times.refused);
  const outOfTime = ending === 'interrupted' && !signal.aborted;
  if (result !== undefined) state.current = result;
  return {
    ending: outOfTime ? (controls.finishing.aborted ? 'enough' : 'time') : ending,
    problem: problemOf(problem),
    state: state.current,
  };
}

/** A lab for a property. `candidateContent` and `removal` are asked once per candidate. */
function labOf<C extends object>(
  property: Pick<Property, 'test'>,
  { candidateContent, removal }: { candidateContent(candidate: C): Content; removal?(candidate: C): Removal },
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

/** The same lab, with the times of its tests, ms. Tests of earlier processes come before all others. */
function timed<C>(lab: Lab<C>) {
  let refused = -Infinity;
  const held = new Map<string, number>();
  return {
    times: {
      /** When the last test that refused its candidate began. */
      get refused() {
        return refused;
      },
      /** When the test of this candidate, which held, ended. */
      heldAt: (key: string) => held.get(key) ?? -Infinity,
    },
    lab: {
      ...lab,
      key: (candidate: C) => lab.key(candidate),
      async test(candidate: C, signal: AbortSignal) {
        const began = performance.now();
        const answer = await lab.test(candidate, signal);
        if (answer.verdict === 'fails' && !answer.remembered) refused = Math.max(refused, began);
        if (answer.verdict === 'holds' && !answer.remembered) held.set(lab.key(candidate), performance.now());
        return answer;
      },
    },
  };
}
