/**
 * Has a test changed, or is it flaky? One answer that is not expected shows neither. The unchanged input is tested until it holds once,
 * or until no test that held as often before would fail so often; a state of a flaky test is tested until the bug in it is credible.
 */
import type { Content } from '../../oracle/content';
import type { Tally } from '../../oracle/judging/repeat';
import type { Property } from '../../oracle/property';
import { chanceToFail, holdsLess, showsBug, type Evidence } from './certainty';
import { testedAgain, untested, type Confirmation, type How, type Lead } from './confirm';

/** A test that has not changed is said to have, at most. */
const risk = 1 / 1000;

const most = { runs: 40, ms: 60_000 };

/** Rounds in any case. */
const least = 3;

const one: Lead = { holds: 1, fails: 1 };

/** Of the unchanged input, as often as it takes. `undecided`: the time was over before. */
export async function originalAgain(
  property: Property,
  input: Content,
  how: How,
): Promise<Confirmation & { readonly undecided?: boolean }> {
  const until = performance.now() + most.ms;
  let all = untested;
  for (let round = 1; ; round++) {
    const next = await testedAgain(property, input, one, how);
    all = { ...next, tally: sum(all.tally, next.tally), contradicted: round > 1 || next.contradicted };
    if (next.problem || next.verdict === 'holds') return all;
    if (all.tally.held > 0) return { ...all, verdict: 'holds', contradicted: true };
    if (chanceToFail(how, all.tally.runs) <= risk || all.tally.runs >= most.runs) return all;
    if (round >= least && performance.now() > until) return { ...all, undecided: true };
  }
}

/** Runs of the unchanged input that tell a test that is flaky from one that says yes wrongly. */
const telling = 12;

/** How often the unchanged input holds, by these runs and some more. */
export async function originalRate(property: Property, input: Content, how: How, before: Tally): Promise<Tally> {
  let tally = sum(how, before);
  while (tally.runs < telling && tally.held === tally.runs) {
    const next = await testedAgain(property, input, one, how);
    if (next.problem || next.tally.runs === 0) return tally;
    tally = sum(tally, next.tally);
  }
  return tally;
}

/** Runs of one state at most. */
const mostRuns = 100;

/** `confirm`: tests the state once. The verdict is "fails" if it holds less often than the unchanged input, and unset without enough evidence. */
export async function confirmedFlaky(
  confirm: (lead: Lead) => Promise<Confirmation>,
  evidence: Evidence,
  input: Tally,
): Promise<Confirmation> {
  let all = untested;
  while (all.tally.runs < mostRuns) {
    const next = await confirm(one);
    all = { ...next, tally: sum(all.tally, next.tally), contradicted: true };
    const isOtherSide = next.verdict !== 'holds' && next.tally.held === next.tally.runs;
    if (next.problem || isOtherSide) return all;
    if (showsBug(evidence, all.tally)) return { ...all, verdict: 'holds' };
    if (holdsLess(all.tally, input)) return { ...all, verdict: 'fails' };
  }
  return { ...all, verdict: undefined };
}

function sum(a: Tally, b: Tally): Tally {
  return { held: a.held + b.held, runs: a.runs + b.runs };
}
