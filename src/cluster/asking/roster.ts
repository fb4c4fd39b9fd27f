/** The workers that know the oracle of a run: their states and figures. */
import type { Redis } from '../redis';
import type { Reply } from '../jobs';
import { whoIsThere, type Present } from '../presence';

/** `new`: not asked yet; `gone`: silent. */
export type WorkerState = 'new' | 'checking' | 'working' | 'refused' | 'gone';

export interface Member extends Present {
  state: WorkerState;
  /** Why it is refused, in one sentence. */
  why?: string;
  /** Answered tests, those of them that were known from earlier runs, and the wall time of the others. */
  tests: number;
  known: number;
  ms: number;
  /** How many times longer than where the run was calibrated its tests take, at least 1; unset before that is known. */
  factor?: number;
}

/** A worker of this run, for people. */
export type CrewMember = Readonly<Pick<Member, 'name' | 'slots' | 'state' | 'why' | 'tests' | 'known' | 'ms'>>;

/** Entries that are told. */
const mostJunk = 20;

export class Roster {
  private readonly members = new Map<string, Member>();
  private readonly junk = new Set<string>();

  constructor(
    private readonly redis: Redis,
    private readonly oracle: string,
    /** Called once for each entry that does not come from a worker. */
    private readonly onJunk: (id: string) => void = () => {},
  ) {}

  /** In the order in which they came. */
  get all(): readonly Member[] {
    return [...this.members.values()];
  }

  get working(): readonly Member[] {
    return this.all.filter(({ state }) => state === 'working');
  }

  get told(): CrewMember[] {
    return this.all.map(({ name, slots, state, why, tests, known, ms }) => {
      return { name, slots, state, why, tests, known, ms };
    });
  }

  member(id: string): Member | undefined {
    return this.members.get(id);
  }

  /** Looks for workers that came or went. */
  async look(): Promise<void> {
    const { present, junk } = await whoIsThere(this.redis);
    for (const id of junk) {
      if (this.junk.size < mostJunk && !this.junk.has(id)) this.onJunk(id);
      this.junk.add(id);
    }
    for (const worker of present) {
      const member = this.members.get(worker.id);
      if (member?.state === 'gone') member.state = 'new';
      if (member || !worker.oracles.includes(this.oracle)) continue;
      this.members.set(worker.id, { ...worker, state: 'new', tests: 0, known: 0, ms: 0 });
    }
    for (const member of this.members.values()) {
      const isThere = present.some(({ id }) => id === member.id);
      if (!isThere && member.state !== 'refused') member.state = 'gone';
    }
  }

  /** Names of oracles that workers know. */
  async oracles(): Promise<string[]> {
    return [...new Set((await whoIsThere(this.redis)).present.flatMap(({ oracles }) => oracles))];
  }

  answered({ worker, known, ran }: Reply): void {
    const member = this.members.get(worker);
    if (!member) return;
    member.tests++;
    if (known) member.known++;
    else member.ms += ran?.ms ?? 0;
  }
}
