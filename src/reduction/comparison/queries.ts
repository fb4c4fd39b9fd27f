/**
 * The tests of a search by kind, as counted by Zhang et al. 2025 (CDD, Fig. 2): the number of each kind, and the number that held.
 * Also the findings of sweeps at the ends of lists: whether a result was 1-minimal.
 */
import type { Commit } from '../drive/ledger';
import { candidateSource, removedRanges, type Candidate } from '../../text/source';
import { without, type Range } from '../../text/ranges';

export interface Tests {
  readonly tests: number;
  readonly held: number;
}

/**
 * `complement`: deletes all of a list but one part (ddmin's subsets). `revisit`: deletes exactly what an earlier test deleted from a
 * larger text. `other`: the rest. Repeated content is no test; single deletions of a sweep are counted separately.
 */
export const queryKinds = ['complement', 'revisit', 'other'] as const;

export type Queries = Readonly<Record<(typeof queryKinds)[number], Tests>>;

/** Only if a sweep ends each list (`sweep` on). */
export interface Swept extends Tests {
  /** Swept lists, and those of them with a result that was not 1-minimal. */
  readonly lists: number;
  readonly notMinimal: number;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

export class QueryCounter {
  private readonly counts: Record<keyof Queries, Mutable<Tests>> = {
    complement: { tests: 0, held: 0 },
    revisit: { tests: 0, held: 0 },
    other: { tests: 0, held: 0 },
  };
  private readonly sweep: Mutable<Swept> = { tests: 0, held: 0, lists: 0, notMinimal: 0 };
  /** Deletions tried so far. */
  private readonly tried = new Set<string>();
  private gone: readonly Range[] = [];
  /** In the current list: has a sweep begun, and has it removed anything? */
  private swept: 'no' | 'nothing' | 'something' = 'no';

  get queries(): Queries {
    return this.counts;
  }

  /** Undefined if nothing was swept. */
  get minimality(): Swept | undefined {
    return this.sweep.lists === 0 ? undefined : this.sweep;
  }

  /** A new label means a new list. */
  beginList(): void {
    this.swept = 'no';
  }

  commit({ candidate, answer, cached, kind }: Commit<Candidate>): void {
    const held = answer.verdict === 'holds';
    const text = candidateSource(candidate);
    const removed = removedRanges(text);
    if (kind === 'certifying') this.countSweep(held, cached);
    else if (!cached) this.count(this.kindOf(wordsOf(without(removed, this.gone), text.original), kind), held);
    if (held) this.gone = removed;
  }

  private kindOf(going: string, kind: Commit<Candidate>['kind']): keyof Queries {
    const known = this.tried.has(going);
    this.tried.add(going);
    if (kind === 'subset') return 'complement';
    return known ? 'revisit' : 'other';
  }

  private count(kind: keyof Queries, held: boolean): void {
    this.counts[kind].tests++;
    if (held) this.counts[kind].held++;
  }

  private countSweep(held: boolean, cached: boolean): void {
    if (this.swept === 'no') {
      this.swept = 'nothing';
      this.sweep.lists++;
    }
    if (!cached) this.sweep.tests++;
    if (!held) return;
    this.sweep.held++;
    if (this.swept === 'nothing') this.sweep.notMinimal++;
    this.swept = 'something';
  }
}

/** The ranges as offsets, without outer blanks: the rest of the text decides which blanks are deleted along. */
function wordsOf(ranges: readonly Range[], text: string): string {
  const trimmed = ranges.map(({ start, end }) => {
    const words = text.slice(start, end);
    return words.trim() === '' ? '' : `${start + words.search(/\S/)}-${start + words.trimEnd().length}`;
  });
  return trimmed.filter(Boolean).join();
}
