/** A pass that reduces one list after the other; the strategy chooses the lists and their order. */
import { noExperience, type Experience } from '../../reducers/experience';
import { labelled, mapResult, then, unfold } from '../../search/compose';
import { done, type Search } from '../../search/search';
import { loadedText, savedText, type Candidate, type SavedText } from '../../text/source';
import { passText, reduceElements, startPass, type Pass } from './pass';
import { resumable, withNote, dense, sparse, type SparseNumbers } from '../pipelines/resuming';
import type { StrategyOptions } from '../options';
import type { Step, StrategyContext, TextSearch } from '../strategy';

/** List number `turn` of a pass, after the deletions in the lists before it; undefined after the last. */
export type ListAt = (pass: Pass, turn: number) => { elements: readonly number[]; label: string } | undefined;

/**
 * Passes over the lists of the tree, until a pass changes nothing. Each pass parses the text again. `listsOf` gives the lists of a
 * tree, in order.
 */
export function passes(listsOf: (pass: Pass, options: StrategyOptions) => ListAt): Step {
  /** `start`: the pass at its beginning; `reached`: the pass when list `turn` begins. */
  const from = (start: Pass, reached: Pass, turn: number, context: StrategyContext): TextSearch =>
    then(reduceLists({ pass: reached, turn }, listsOf(start, context.options), context), (pass) => {
      const rest = passText(pass);
      if (rest.length === start.base.length) return done(rest);
      const next = startPass(rest, context, pass.experience);
      return from(next, next, 0, context);
    });
  return resumable<SavedPass>(
    (text, context) => {
      const start = startPass(text, context, noExperience);
      return from(start, start, 0, context);
    },
    ({ base, removed, experience, turn }, original, context) => {
      const start = startPass(loadedText(base, original), context, experience);
      return from(start, { ...start, removed: dense(removed, Uint8Array) }, turn, context);
    },
  );
}

/** Position in a pass, as plain data. */
interface SavedPass {
  readonly base: SavedText;
  readonly removed: SparseNumbers;
  readonly experience: Experience;
  readonly turn: number;
}

interface Turn {
  readonly pass: Pass;
  readonly turn: number;
}

function reduceLists(start: Turn, listAt: ListAt, { reduceList, options }: StrategyContext): Search<Candidate, Pass> {
  const search = unfold<Candidate, Turn>(start, (place) => {
    const { pass, turn } = place;
    const list = listAt(pass, turn);
    if (!list) return undefined;
    const elements = options.direction === 'forward' ? list.elements : [...list.elements].reverse();
    const next = (after: Pass): Turn => ({ pass: after, turn: turn + 1 });
    const reduced = labelled(mapResult(reduceElements(pass, elements, reduceList), next), () => list.label);
    return reduced.done ? reduced : withNote(reduced, () => savedPass(place));
  });
  return mapResult(search, ({ pass }) => pass);
}

function savedPass({ pass: { base, removed, experience }, turn }: Turn): SavedPass {
  return { base: savedText(base), removed: sparse(removed), experience, turn };
}
