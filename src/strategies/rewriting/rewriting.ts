/**
 * Rewriting: what a person does to a text that deletions cannot make smaller. One move after the other, small edits first; from the first
 * move on again after any gain (docs/notes/moves.md).
 */
import { done, phase } from '../../search/search';
import { candidateSource, candidateText, isSmaller, type Candidate, type SourceText } from '../../text/source';
import { unlessLong, named } from '../pipelines/steps';
import type { Step, StrategyContext, TextSearch } from '../strategy';
import { unbalanced } from './lexemes';
import { SmallText, type Change } from './view';

export interface Move {
  readonly changes: (text: SmallText) => Iterable<Change>;
  /** The option that switches it. */
  readonly option: 'coupled' | 'twins' | 'simplify';
  /** A visit of the move ends after so many tests in vain. */
  readonly patience: number;
}

/** Tests in vain for each token that is left, but not fewer than `least`, nor more than `most`. After them a move has its share only. */
export interface Limit {
  readonly perToken: number;
  readonly least: number;
  readonly most: number;
}

/** About one test in twenty holds. */
const usualChance = 0.05;

/** Longer texts are not near their end. */
const mostTokens = 2000;

/** Proposals of one move. */
const mostChanges = 20_000;

interface Course {
  readonly context: StrategyContext;
  readonly moves: readonly Move[];
  readonly limit: Limit | undefined;
  readonly base: SourceText;
  /** Index of the move. */
  readonly move: number;
  /** Has anything gone since the first move? And in this visit? */
  readonly gained: boolean;
  readonly gainedHere: boolean;
  /** Tests in vain: in all, and in this visit. */
  readonly vain: number;
  readonly here: number;
  /** Texts that were tested. */
  readonly seen: ReadonlySet<string>;
  /** Changes that failed in this visit; after a gain they come last. */
  readonly failed: ReadonlySet<string>;
}

const start = {
  ...{ move: 0, gained: false, gainedHere: false, vain: 0, here: 0 },
  ...{ seen: new Set<string>(), failed: new Set<string>() },
};

/** `limitOf`: unset, only the moves' own patience ends it. */
export function rewriting(
  label: () => string,
  moves: readonly Move[],
  limitOf?: (context: StrategyContext) => Limit,
): Step {
  return named(
    label,
    unlessLong((base, context) => {
      const isOn = ({ option }: Move) => context.options[option] === 'on';
      return visit({ ...start, context, moves: moves.filter(isOn), limit: limitOf?.(context), base });
    }),
  );
}

/** A change as a candidate. */
interface Proposal {
  readonly candidate: Candidate;
  /** The change with what is around it. */
  readonly key: string;
  readonly text: string;
}

function visit(course: Course): TextSearch {
  const { base, context, moves, move, vain, here } = course;
  if (move === moves.length) return course.gained ? visit({ ...course, move: 0, gained: false }) : done(base);
  const text = new SmallText(base, context);
  if (text.tokens > mostTokens) return done(base);
  const enough = enoughFor(text, course.limit);
  const { patience } = moves[move];
  const proposals = new Proposals(text, course);
  const share = enough / (2 * moves.length);
  const limit = Math.min(patience - here, Math.max(enough - vain, share - here));
  /** The course with the tests before this proposal. */
  const after = (index: number): Course => {
    const tested = proposals.testedBefore(index);
    return {
      ...course,
      seen: new Set([...course.seen, ...tested.map((one) => one.text)]),
      failed: new Set([...course.failed, ...tested.map(({ key }) => key)]),
      vain: vain + tested.length,
      here: here + tested.length,
    };
  };
  return phase({
    alternatives: { at: (index) => (proposals.isThere(index, limit) ? proposals.candidateAt(index) : undefined) },
    refused: (index) => proposals.at(index) === undefined,
    chance: () => usualChance,
    held: (index) =>
      visit({
        ...after(index),
        base: candidateSource(proposals.candidateAt(index)),
        ...{ gained: true, gainedHere: true, vain: 0, here: 0 },
      }),
    none() {
      let count = 0;
      while (proposals.isThere(count, limit)) count++;
      const next = { ...after(count), gainedHere: false, failed: start.failed };
      // What failed before the last gain may hold now.
      const isAgain = course.gainedHere && course.failed.size > 0 && next.here < patience;
      return visit(isAgain ? next : { ...next, move: move + 1, here: 0 });
    },
  });
}

function enoughFor({ tokens }: SmallText, limit: Limit | undefined): number {
  return limit ? Math.max(limit.least, Math.min(limit.most, Math.round(limit.perToken * tokens))) : Infinity;
}

/** The changes of one move; each is looked at once, in its turn. */
class Proposals {
  private readonly changes: readonly Change[];
  /** Undefined: refused. */
  private readonly known: (Proposal | undefined)[] = [];
  /** Tests of the changes before each index. */
  private readonly tests = [0];
  private readonly lonely: number;

  constructor(
    private readonly text: SmallText,
    private readonly course: Course,
  ) {
    this.changes = changesOf(text, course.moves[course.move]);
    this.lonely = unbalanced(text.text);
  }

  isThere(index: number, limit: number): boolean {
    if (index > 0 && index < this.changes.length) this.at(index - 1);
    return index < this.changes.length && this.tests[index] < limit;
  }

  candidateAt(index: number): Candidate {
    return this.known[index]?.candidate ?? { base: this.text.base, edits: this.text.editsOf(this.changes[index]) };
  }

  /** Undefined if it is refused. */
  at(index: number): Proposal | undefined {
    for (let next = this.known.length; next <= index; next++) {
      const proposal = this.lookAt(next);
      this.known.push(proposal);
      this.tests.push(this.tests[next] + Number(proposal !== undefined));
    }
    return this.known[index];
  }

  testedBefore(index: number): Proposal[] {
    return this.known.slice(0, index).filter((one) => one !== undefined);
  }

  private lookAt(index: number): Proposal | undefined {
    const { seen, failed, context } = this.course;
    const candidate = { base: this.text.base, edits: this.text.editsOf(this.changes[index]) };
    if (candidate.edits.length === 0 || !isSmaller(candidate)) return undefined;
    const key = keyOf(this.text, candidate);
    if (failed.has(key)) return undefined;
    const text = candidateText(candidate);
    if (seen.has(text) || text.trim() === '' || unbalanced(text) > this.lonely) return undefined;
    return context.isWorse?.(candidate) ? undefined : { candidate, key, text };
  }
}

/** Those that gain least first: large ones take several times the tests before one holds. */
function changesOf(text: SmallText, { changes: changesIn }: Move): Change[] {
  const changes: { readonly change: Change; readonly gain: number }[] = [];
  for (const change of changesIn(text)) {
    const gain = text.gainOf(change);
    if (gain > 0) changes.push({ change, gain });
    if (changes.length === mostChanges) break;
  }
  const rankOf = ({ rank = 0 }: Change) => rank;
  return changes.sort((a, b) => rankOf(a.change) - rankOf(b.change) || a.gain - b.gain).map(({ change }) => change);
}

const keyWidth = 6;

function keyOf({ text }: SmallText, { edits }: Candidate): string {
  return edits
    .map(({ start, end, insert = '' }) => {
      const [before, after] = [text.slice(Math.max(0, start - keyWidth), start), text.slice(end, end + keyWidth)];
      return `${before}<${text.slice(start, end)}>${insert}${after}`;
    })
    .join('&');
}
