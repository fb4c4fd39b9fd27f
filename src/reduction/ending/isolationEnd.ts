/** The end of an isolation: both texts are tested again. */
import type { Property } from '../../oracle/property';
import type { Isolation } from '../../strategies/isolation';
import { encode } from '../../text/encoding';
import { render } from '../../text/source';
import { evidenceOf } from './certainty';
import { testedAgain, untested } from './confirm';
import type { Confirmation, How, Lead } from './confirm';
import type { IsolationJob, Searched } from '../isolationJob';
import { settled } from './settle';
import type { Settled } from './settle';
import type { Trail } from './trail';

interface Ending {
  readonly job: IsolationJob;
  readonly property: Property;
  readonly signal: AbortSignal;
  readonly trail: Trail<Isolation>;
}

/** The texts as they are tested. */
export function bytesOf({ encoding }: IsolationJob, { failing, passing }: Isolation) {
  return { failing: encode(render(failing), encoding), passing: encode(passing, encoding) };
}

export async function settledIsolation(run: Ending, found: Searched): Promise<Settled<Isolation>> {
  const { job, property, signal, trail } = run;
  const { known: state, measured, answers } = found;
  if (found.ending === 'interrupted') return { state, confirmation: untested };
  const how = { ...measured, signal };
  return settled({
    property,
    how,
    trail,
    state,
    evidence: evidenceOf(answers.values()),
    input: encode(job.text, job.encoding),
    refused: encode(job.passing, job.encoding),
    confirm: (known, lead) => bothAgain(run, known, lead, how),
  });
}

/** The failing text must hold and the passing one must not; the tally is that of the failing one. */
async function bothAgain({ job, property }: Ending, known: Isolation, lead: Lead, how: How): Promise<Confirmation> {
  const { failing, passing } = bytesOf(job, known);
  const holds = await testedAgain(property, failing, lead, how);
  if (holds.verdict !== 'holds') return holds;
  const other = await testedAgain(property, passing, { holds: lead.fails, fails: 1 }, how);
  if (other.verdict === 'fails') return holds;
  return { ...holds, verdict: other.verdict && 'fails', problem: other.problem };
}
