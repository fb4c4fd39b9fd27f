/**
 * A command in a warm runner, as a further part of a property: what fails there need not be tested with the command itself. What holds
 * there is only believed when the command agrees. The runner has to show again and again that a text that is known to hold still does.
 */
import type { Content } from '../content';
import { type OracleAnswer, type Part, remembered } from '../oracle';
import { CannotStart } from '../processes/start';
import type { Tester } from '../tester';
import type { WarmStarter } from './warmStarter';

/** A warm runner at work. */
export interface Warm {
  readonly tester: Tester;
  readonly starter: WarmStarter;
  /** Undefined if it has no answer. Throws what a tester throws. */
  holds(content: Content, timeoutMs: number, signal: AbortSignal): Promise<boolean | undefined>;
}

/** Tests between two proofs. */
const trusted = 16;

/** Times that a process may be wrong before there is no other one. */
const mostWrong = 2;

/**
 * `quick`: refuses what the warm runner refuses. `sure`: the command; both are to be parts of one property. `believed`: the warm runner
 * alone, if it has an opinion. `asked`: the warm runner, whatever it has said before. `trust`: this text is known to hold.
 */
export function warmed(cold: Part, open: () => Promise<Warm>, giveUp: () => void) {
  let busy: Promise<unknown> = Promise.resolve();
  const asked: Witness['asked'] = (...question) => {
    const turn = busy.then(() => witness.asked(...question));
    busy = turn.catch(() => undefined);
    return turn;
  };
  const isOpinion = (answer: OracleAnswer) => answer !== noOpinion;
  const quick = remembered(async (content, ...rest) => {
    const began = performance.now();
    const holds = await asked(content, ...rest);
    if (holds === undefined) return noOpinion;
    return { verdict: holds ? 'holds' : 'fails', ms: performance.now() - began };
  }, isOpinion);
  const witness = new Witness(open, quick.forget, giveUp);
  const sure: Part = {
    async test(content, ...rest) {
      const answer = await cold.test(content, ...rest);
      if (answer.verdict === 'holds') witness.good = content;
      else if (answer.verdict === 'fails' && !answer.remembered && quick.before(content)?.verdict === 'holds') {
        witness.wasWrong();
      }
      return answer;
    },
    forgetTimeouts: () => cold.forgetTimeouts(),
  };
  const believed: Part = {
    async test(...question) {
      const answer = await quick.test(...question);
      return answer === noOpinion ? sure.test(...question) : answer;
    },
    forgetTimeouts: () => sure.forgetTimeouts(),
  };
  return {
    ...{ quick, sure, believed, asked },
    trust: (good: Content) => void (witness.good = good),
    close: () => witness.end(),
  };
}

const noOpinion: OracleAnswer = { verdict: 'holds', ms: 0 };

/** Asks a warm runner as long as it can be believed. */
class Witness {
  /** The newest text that the command has held. */
  good: Content | undefined;
  private opening: Promise<Warm> | undefined;
  private opened: Warm | undefined;
  /** The process that has shown that it can be believed, and its tests since. */
  private proven: number | undefined;
  private sinceProof = 0;
  private wrong = 0;
  private over = false;

  /** `forget`: what it has said so far. */
  constructor(
    private readonly open: () => Promise<Warm>,
    private readonly forget: () => void,
    private readonly giveUp: () => void,
  ) {}

  end(): void {
    this.over = true;
    this.opened?.tester.dispose();
  }

  wasWrong(): void {
    this.forget();
    this.proven = undefined;
    if (this.over || ++this.wrong < mostWrong) return;
    this.end();
    this.giveUp();
  }

  /** Does it hold? Undefined: no opinion. */
  async asked(...question: [Content, ...Limits]): Promise<boolean | undefined> {
    try {
      return this.over || !this.good ? undefined : await this.answer(...question);
    } catch (error) {
      if (!(error instanceof CannotStart)) throw error;
      this.end();
      return undefined;
    }
  }

  private async answer(content: Content, ...limits: Limits): Promise<boolean | undefined> {
    const warm = (this.opened = await (this.opening ??= this.open()));
    if (this.over) return void warm.tester.dispose();
    if (this.isNew(warm) && !(await this.proves(warm, ...limits))) return undefined;
    const holds = await warm.holds(content, ...limits);
    if (this.isNew(warm) || holds === undefined) return undefined;
    if (++this.sinceProof >= trusted && !(await this.proves(warm, ...limits))) return undefined;
    return holds;
  }

  private isNew({ starter }: Warm): boolean {
    return this.proven !== starter.processes;
  }

  private async proves(warm: Warm, ...limits: Limits): Promise<boolean> {
    const wasNew = this.isNew(warm);
    const stays = await proofOf(warm, this.good!, wasNew ? 2 : 1, ...limits);
    if (stays === undefined) this.wasWrong();
    else if (!stays) this.end();
    else if (wasNew) this.proven = warm.starter.processes;
    this.sinceProof = 0;
    return stays ?? false;
  }
}

type Limits = [timeoutMs: number, signal: AbortSignal];

/**
 * Runs a text that holds; of a new process twice, as what the first run leaves behind must not matter to the second. Undefined if it does
 * not hold; false if the runner does not stay, not even after a text that is known.
 */
async function proofOf(warm: Warm, good: Content, runs: number, ...limits: Limits): Promise<boolean | undefined> {
  const processes = new Set<number>();
  for (let run = 0; run < runs; run++) {
    if (!(await warm.holds(good, ...limits))) return undefined;
    processes.add(warm.starter.processes);
  }
  return processes.size === 1;
}
