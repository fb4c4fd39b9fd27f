/** The end of a reduction: what is left is tested again. */
import type { OracleAnswer } from '../../oracle/oracle';
import type { Property } from '../../oracle/property';
import { evidenceOf } from './certainty';
import { testedAgain, untested } from './confirm';
import type { Ending } from '../events/events';
import type { Measured } from '../session';
import { settled } from './settle';
import type { Settled } from './settle';
import type { Subject } from '../subjects/subject';
import type { Trail } from './trail';

interface Ended<C extends object, S> {
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

/** Where there is no empty input, the candidate that was refused last must still be. */
export async function settledReduction<C extends object, S>(run: Ended<C, S>, found: Found<S>): Promise<Settled<S>> {
  const { property, subject, signal, trail } = run;
  const { state, measured, answers } = found;
  if (found.ending === 'interrupted') return { state, confirmation: untested };
  const { input, empty } = subject.input;
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
    confirm: (one, lead) => testedAgain(property, subject.contentOf(one), lead, how),
  });
}
