/**
 * The tail: what a person does to a result that deletions cannot make smaller. One move after the other, small edits first; from the
 * first move on again after any gain, until too many tests in a row were in vain (docs/notes/moves.md).
 */
import * as l10n from '@vscode/l10n';
import { done, phase } from '../../search/search';
import { candidateSource, candidateText, isSmaller, type Candidate, type SourceText } from '../../text/source';
import { unlessLong, named } from '../pipelines/steps';
import type { StrategyContext, TextSearch } from '../strategy';
import { carry, columns, inline, names } from './byNames';
import { adjacent, drop, hoist, join, shell, unwrap, value } from './byShape';
import { unbalanced } from './lexemes';
import { TailText, type Change } from './view';

/** Most useful first, by tokens gained for each test: of a short text only the first ones get their turn. */
const moves: readonly ((text: TailText) => Iterable<Change>)[] = [
  unwrap,
  join,
  columns,
  hoist,
  inline,
  carry,
  adjacent,
  names,
  shell,
  value,
  drop,
];

/** A visit of a move ends after so many tests in vain. */
const patience = 50;

/** All ends after so many tests in vain for each token that is left, but not before `least`, nor after `most`. */
const perToken = { quick: 1, normal: 2, thorough: 10 };
const least = 12;
const most = { quick: 60, normal: 120, thorough: Infinity };

/** About one test in twenty holds. */
const usualChance = 0.05;

/** Longer texts are not near their end. */
const mostTokens = 2000;

/** Proposals of one move. */
const mostChanges = 20_000;

interface Course {
  readonly context: StrategyContext;
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

export const tail = named(
  () => l10n.t('Rewriting what is left'),
  unlessLong((base, context) =>
    visit({
      ...{ context, base, move: 0, gained: false, gainedHere: false, vain: 0, here: 0 },
      ...{ seen: new Set(), failed: new Set() },
    }),
  ),
);

/** A change as a candidate. */
interface Proposal {
  readonly candidate: Candidate;
  /** The change with what is around it. */
  readonly key: string;
  readonly text: string;
}

function visit(course: Course): TextSearch {
  const { base, context, move, vain, here } = course;
  if (move === moves.length) return course.gained ? visit({ ...course, move: 0, gained: false }) : done(base);
  const text = new TailText(base, context);
  if (text.tokens > mostTokens) return done(base);
  const enough = limitOf(text, context);
  const proposals = new Proposals(text, course);
  const limit = Math.min(patience - here, enough - vain);
  const isThere = (index: number) => index < proposals.count && proposals.testedBefore(index).length < limit;
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
    alternatives: { at: (index) => (isThere(index) ? proposals.candidateAt(index) : undefined) },
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
      while (isThere(count)) count++;
      const next = { ...after(count), gainedHere: false, failed: new Set<string>() };
      if (next.vain >= enough) return done(base);
      // What failed before the last gain may hold now.
      const isAgain = course.gainedHere && course.failed.size > 0 && next.here < patience;
      return visit(isAgain ? next : { ...next, move: move + 1, here: 0 });
    },
  });
}

/** The changes of one move; each is looked at once, in its turn. */
class Proposals {
  private readonly changes: readonly Change[];
  /** Those that are tested, of the changes before each index. */
  private readonly known: (Proposal | undefined)[] = [];
  private readonly lonely: number;

  constructor(
    private readonly text: TailText,
    private readonly course: Course,
  ) {
    this.changes = changesOf(text, moves[course.move]);
    this.lonely = unbalanced(text.text);
  }

  get count(): number {
    return this.changes.length;
  }

  candidateAt(index: number): Candidate {
    return this.known[index]?.candidate ?? { base: this.text.base, edits: this.text.editsOf(this.changes[index]) };
  }

  /** Undefined if it is refused. */
  at(index: number): Proposal | undefined {
    for (let next = this.known.length; next <= index; next++) this.known.push(this.lookAt(next));
    return this.known[index];
  }

  testedBefore(index: number): Proposal[] {
    if (index > 0) this.at(index - 1);
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

function limitOf({ tokens }: TailText, { options }: StrategyContext): number {
  const { effort } = options;
  return Math.max(least, Math.min(most[effort], Math.round(perToken[effort] * tokens)));
}

/** Those that gain least first: large ones take several times the tests before one holds. */
function changesOf(text: TailText, move: (text: TailText) => Iterable<Change>): Change[] {
  const changes: { readonly change: Change; readonly gain: number }[] = [];
  for (const change of move(text)) {
    const gain = text.gainOf(change);
    if (gain > 0) changes.push({ change, gain });
    if (changes.length === mostChanges) break;
  }
  const rankOf = ({ rank = 0 }: Change) => rank;
  return changes.sort((a, b) => rankOf(a.change) - rankOf(b.change) || a.gain - b.gain).map(({ change }) => change);
}

const keyWidth = 6;

function keyOf({ text }: TailText, { edits }: Candidate): string {
  return edits
    .map(({ start, end, insert = '' }) => {
      const [before, after] = [text.slice(Math.max(0, start - keyWidth), start), text.slice(end, end + keyWidth)];
      return `${before}<${text.slice(start, end)}>${insert}${after}`;
    })
    .join('&');
}
