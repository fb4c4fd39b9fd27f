/**
 * At the end a content is tested again, and the memory of verdicts is not asked. It is tested until one verdict is ahead by as much
 * as is demanded, so that an oracle that always says the same is asked just so often, and one that contradicts itself more often.
 */
import type { Content } from '../../oracle/content';
import { type Tally, untold, weaker } from '../../oracle/judging/repeat';
import type { Oracle, OracleVerdict } from '../../oracle/oracle';
import type { Property } from '../../oracle/property';
import type { WarmParts } from '../../oracle/warm/warmParts';

/** Characters of output, at most. */
export const mostOutput = 4000;

/** By how many tests a verdict must be ahead of the other one. */
export interface Lead {
  readonly holds: number;
  readonly fails: number;
}

/** After both verdicts, each must be ahead by this many more. */
const moreIfContradicted = 2;

/** Tests that are made of one content at most. */
const mostRounds = 60;

export interface Confirmation {
  /** Unset if it could not be found out. */
  readonly verdict?: 'holds' | 'fails';
  /** Runs of the command that held least often; without a verdict "holds", of the one that decided. */
  readonly tally: Tally;
  readonly contradicted: boolean;
  /** The end of the output, at most 4,000 characters; unset if empty. */
  readonly output?: string;
  /** A way in which it failed, and the unchanged input does not. */
  readonly failure?: string;
  /** Why it could not be tested. */
  readonly problem?: Error;
}

export interface Certified {
  readonly state: unknown;
  readonly confirmation: Confirmation;
}

export const untested: Confirmation = { tally: untold, contradicted: false };

/** Reliability of the unchanged input, and the time-out of a test, ms. */
export interface How extends Tally {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * Tests this content again with each command, as often as a user wants a candidate to be tested, or once. Once it has held, runners that are kept running may do the rest; unless they all agree, they count for nothing.
 */
export async function testedAgain(
  { parts, warm }: Pick<Property, 'parts' | 'warm'>,
  content: Content,
  lead: Lead,
  how: How,
): Promise<Confirmation> {
  const counts = parts.map((part) => new Counted(part, content, how));
  const seen = { holds: 0, fails: 0, unresolved: 0 };
  const more = () => (seen.holds > 0 && seen.holds < rounds() ? moreIfContradicted : 0);
  const rounds = () => seen.holds + seen.fails + seen.unresolved;
  const said = () => counts.map(({ output }) => output).filter(Boolean);
  let decisive = counts[0];
  const found = (verdict?: 'holds' | 'fails', problem?: Error) => ({
    verdict,
    tally: verdict === 'holds' ? counts.map(({ tally }) => tally).reduce(weaker) : decisive.tally,
    contradicted: more() > 0,
    output: said().join('\n').slice(-mostOutput) || undefined,
    failure: counts.find(({ failure }) => failure)?.failure,
    problem,
  });
  try {
    while (rounds() < mostRounds) {
      let verdict: OracleVerdict = 'holds';
      for (decisive of counts) if ((verdict = await decisive.round()) !== 'holds') break;
      seen[verdict]++;
      const ahead = seen.holds - seen.fails - seen.unresolved;
      if (ahead >= lead.holds + more()) return found('holds');
      if (rounds() === 1 && ahead === 1 && (await holdsWarm(warm, content, lead.holds - 1, how))) return found('holds');
      if (-ahead >= lead.fails + more()) return found(seen.unresolved > 0 ? undefined : 'fails');
    }
  } catch (error) {
    return found(undefined, error as Error);
  }
  return found();
}

async function holdsWarm(warm: WarmParts | undefined, content: Content, times: number, how: How): Promise<boolean> {
  if (!warm || how.held < how.runs) return false;
  for (let time = 0; time < times; time++) if (!(await warm.again(content, how.timeoutMs, how.signal))) return false;
  return true;
}

class Counted {
  readonly tally = { held: 0, runs: 0 };
  output = '';
  failure?: string;

  constructor(
    private readonly part: Oracle,
    private readonly content: Content,
    private readonly how: How,
  ) {}

  async round(): Promise<OracleVerdict> {
    let [held, unresolved] = [0, false];
    const { runs, need } = this.part.repeat;
    for (let run = 0; run < runs; run++) {
      const answer = await this.part.observe(this.content, this.how.timeoutMs, this.how.signal);
      this.tally.runs++;
      if (answer.verdict === 'holds') [held, this.tally.held] = [held + 1, this.tally.held + 1];
      unresolved ||= answer.verdict === 'unresolved';
      this.output = answer.output;
      // A message that must be the same may have names of the input.
      if (answer.failure !== undefined && !this.part.rule.match?.length) this.failure ??= answer.failure;
    }
    if (held >= need) return 'holds';
    return unresolved ? 'unresolved' : 'fails';
  }
}
