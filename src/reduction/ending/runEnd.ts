/** The end of a run, whatever its subject: the state that is left is tested again. */
import type { OracleAnswer } from '../../oracle/oracle';
import type { Property } from '../../oracle/property';
import { evidenceOf } from './certainty';
import { testedAgain, untested, type Confirmation, type How, type Lead } from './confirm';
import type { Ending } from '../events/events';
import type { Measured } from '../session';
import { settled, type Settled } from './settle';
import type { Subject } from '../subjects/subject';
import type { Trail } from './trail';

interface EndedRun<C extends object, S> {
  readonly subject: Subject<C, S>;
  readonly property: Property;
  readonly signal: AbortSignal;
  readonly trail: Trail<S>;
  /** The candidate that was refused last. */
  readonly refused: { readonly last?: C };
}

interface Found<S> {
  readonly ending: Ending;
  readonly state: S;
  readonly measured: Measured;
  readonly answers: ReadonlyMap<string, OracleAnswer>;
}

/** Where nothing is known that must not hold, the candidate that was refused last must still be. */
export async function settledRun<C extends object, S>(run: EndedRun<C, S>, found: Found<S>): Promise<Settled<S>> {
  const { property, subject, signal, trail } = run;
  const { state, measured, answers } = found;
  if (found.ending === 'interrupted') return { state, confirmation: untested };
  const { input, empty = subject.forbidden?.content } = subject.input;
  const { last } = run.refused;
  const how = { ...measured, signal };
  return settled({
    property,
    how,
    trail,
    state,
    evidence: evidenceOf(answers.values()),
    input,
    refused: empty ?? (last && subject.candidateContent(last)),
    confirm: (one, lead) => stateAgain(run, one, lead, how),
  });
}

/** The tally is that of the content that must hold. */
async function stateAgain<C extends object, S>(
  { subject, property }: EndedRun<C, S>,
  state: S,
  lead: Lead,
  how: How,
): Promise<Confirmation> {
  const holds = await testedAgain(property, subject.contentOf(state), lead, how);
  const passing = subject.passingOf?.(state);
  if (!passing || holds.verdict !== 'holds') return holds;
  const other = await testedAgain(property, passing, { holds: lead.fails, fails: 1 }, how);
  return other.verdict === 'fails' ? holds : { ...holds, verdict: other.verdict && 'fails', problem: other.problem };
}
