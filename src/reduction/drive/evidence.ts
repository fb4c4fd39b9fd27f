/**
 * What the verdicts so far, also those of tests that were begun in vain, show about candidates that were not tested. If a part could not
 * go, then a larger one can hardly go either; what went once mostly goes again. Parts are ranges of the original, UTF-16 code units, so
 * they mean the same on all ways of the search. Only the tests ahead use it, to see further.
 */
import { covering, merged, without, type Range } from '../../text/ranges';

/** What a candidate lacks of the original. */
export interface Removal {
  readonly ranges: readonly Range[];
  /** It also has words that its base has not: then its parts show nothing. */
  readonly adds: boolean;
}

/** A point of the search: what its text lacks, and what of that the text of the walk still has. */
export interface Place {
  readonly removed: readonly Range[];
  readonly ahead: readonly Range[];
}

export interface Sign {
  /** Number of the parts of it that could not go in another test. */
  readonly blocks: number;
  /** Share of it that was gone in tests that held, 0…1. */
  readonly covered: number;
}

export const noSign: Sign = { blocks: 0, covered: 0 };

/** Failed parts that are kept, the newest ones: a bound on time. */
const mostBlocks = 300;

export class Evidence {
  /** The text of the walk. */
  here: Place = { removed: [], ahead: [] };
  private blocks: readonly Block[] = [];
  private spare: readonly Range[] = [];

  /** The part that a candidate removes from the text at that place; empty if nothing can be said of it. */
  static part({ ranges, adds }: Removal, { removed }: Place): readonly Range[] {
    return adds ? [] : without(ranges, removed);
  }

  /** The place after the part went. */
  after({ ranges }: Removal): Place {
    return { removed: ranges, ahead: without(ranges, this.here.removed) };
  }

  /** A part that was tested, and the whole removal with it. */
  tested(part: readonly Range[], { ranges }: Removal, holds: boolean): void {
    const left = without(part, this.here.removed);
    if (left.length === 0) return;
    if (holds) this.spare = merged([...this.spare, ...ranges]);
    else this.blocks = [...this.blocks.slice(1 - mostBlocks), blockOf(left)];
  }

  /** The walk goes on with this text. */
  reached({ ranges }: Removal): void {
    this.here = { removed: ranges, ahead: [] };
    const left = this.blocks.map((block) => without(block.ranges, ranges));
    this.blocks = left.filter((block) => block.length > 0).map(blockOf);
  }

  sign(part: readonly Range[], { ahead }: Place): Sign {
    if (part.length === 0) return noSign;
    const gone = blockOf(merged([...part, ...ahead]));
    const [isGone, isAhead] = [covering(gone.ranges), covering(ahead)];
    const isInside = ({ start, end, ranges }: Block) =>
      start >= gone.start && end <= gone.end && ranges.every(isGone) && !ranges.every(isAhead);
    const blocks = this.blocks.reduce((count, block) => count + Number(isInside(block)), 0);
    return { blocks, covered: 1 - lengthOf(without(part, this.spare)) / lengthOf(part) };
  }
}

/** A part that failed, from its first unit to its last. */
interface Block extends Range {
  readonly ranges: readonly Range[];
}

function blockOf(ranges: readonly Range[]): Block {
  return { start: ranges[0].start, end: ranges[ranges.length - 1].end, ranges };
}

function lengthOf(ranges: readonly Range[]): number {
  return ranges.reduce((sum, { start, end }) => sum + end - start, 0);
}
