/** At the end: what was found is tested once more, and the memory of verdicts is not asked. */
import type { Content } from '../oracle/content';
import type { Oracle } from '../oracle/oracle';
import type { Property } from '../oracle/property';
import { repeatOf } from '../oracle/repeat';
import type { Tally } from '../oracle/repeat';

/** Characters of what the commands say, at most. */
const mostOutput = 4000;

/** A result that was tested once more, as often as the test is unreliable. */
export interface Confirmation {
  readonly tally: Tally;
  /** The verdict was the expected one. */
  readonly confirmed: boolean;
  /** The end of what the commands said, at most 4,000 characters; unset if they said nothing. */
  readonly output?: string;
  /** Why it could not be tested. */
  readonly problem?: Error;
}

/** How the unchanged input did, and the time-out of a test, ms. */
interface Conditions extends Tally {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** What one command did. */
interface Found {
  readonly tally: Tally;
  /** None if a run had none, or could not be. */
  readonly verdict?: 'holds' | 'fails';
  /** Of its last run. */
  readonly output: string;
  readonly problem?: Error;
}

/**
 * Tests this content once more with each command, as often as a candidate is tested; if the test was found to be flaky, as often
 * as it was calibrated. Not confirmed, if it cannot be found out.
 */
export async function confirms(
  { parts }: Property,
  content: Content,
  expected: 'holds' | 'fails',
  how: Conditions,
): Promise<Confirmation> {
  const found: Found[] = [];
  for (const part of parts) {
    const one = await onceMore(part, content, how);
    found.push(one);
    if (one.verdict !== 'holds') break;
  }
  const decisive = found.at(-1)!;
  // The least reliable one, if they all held.
  const shown = found.every(({ verdict }) => verdict === 'holds') ? found.reduce(weaker) : decisive;
  const said = found.map(({ output }) => output).filter(Boolean);
  const output = said.length > 0 ? said.join('\n').slice(-mostOutput) : undefined;
  return { tally: shown.tally, confirmed: decisive.verdict === expected, output, problem: decisive.problem };
}

function weaker<T extends { readonly tally: Tally }>(one: T, other: T): T {
  return other.tally.held / other.tally.runs < one.tally.held / one.tally.runs ? other : one;
}

async function onceMore(part: Oracle, content: Content, { signal, ...measured }: Conditions): Promise<Found> {
  const flaky = measured.held < measured.runs;
  const { runs, need } = part.repeat.runs === 1 && flaky ? repeatOf(measured.runs) : part.repeat;
  const tally = { held: 0, runs: 0 };
  let unresolved = false;
  let output = '';
  try {
    for (; tally.runs < runs; tally.runs++) {
      const answer = await part.observe(content, measured.timeoutMs, signal);
      if (answer.verdict === 'holds') tally.held++;
      unresolved ||= answer.verdict === 'unresolved';
      output = answer.output;
    }
  } catch (error) {
    return { tally, output, problem: error as Error };
  }
  if (tally.held >= need) return { tally, verdict: 'holds', output };
  return unresolved ? { tally, output } : { tally, verdict: 'fails', output };
}
