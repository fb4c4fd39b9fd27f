/**
 * One pass over a tree: a parsed text and the elements removed so far. Strategies choose the elements of a list. This file gives the
 * list to the reducer and turns its candidates into texts.
 */
import { learned, noExperience } from '../../reducers/experience';
import type { Experience } from '../../reducers/experience';
import { wholeList } from '../../reducers/list';
import type { Kept } from '../../reducers/list';
import { map, skippable, then } from '../../search/compose';
import { done, trial } from '../../search/search';
import type { Search } from '../../search/search';
import type { ElementTree } from '../../syntax/elementTree';
import { removalRanges } from '../../syntax/removal';
import type { Removed } from '../../syntax/removal';
import { candidateSource } from '../../text/candidate';
import type { Candidate } from '../../text/candidate';
import { render } from '../../text/source';
import type { SourceText } from '../../text/source';
import { tidyCuts } from '../../text/tidy';
import { scopeOf } from '../strategy';
import type { Fixed, ReduceList, StrategyContext } from '../strategy';

export interface Pass {
  readonly base: SourceText;
  readonly tree: ElementTree;
  /** Copied on write. */
  readonly removed: Removed;
  readonly fixed: Fixed;
  /** Knowledge from the lists so far. */
  readonly experience: Experience;
}

export function startPass(base: SourceText, { parse, fixed }: StrategyContext, experience = noExperience): Pass {
  const tree = parse(render(base));
  return { base, tree, removed: new Uint8Array(tree.count), fixed, experience };
}

/** The text that is left. */
export function passText(pass: Pass): SourceText {
  return candidateSource(passCandidate(pass));
}

/** May this element go? Not the root, and nothing that reaches outside the scope. */
export function deletable({ tree, fixed }: Pass, element: number): boolean {
  return deletableIn(tree, fixed, element);
}

export function deletableIn(tree: ElementTree, fixed: Fixed, element: number): boolean {
  const scope = scopeOf(tree.text.length, fixed);
  return element > 0 && tree.start[element] >= scope.start && tree.end[element] <= scope.end;
}

/** Neither removed itself nor under a removed element? */
export function alive({ tree, removed }: Pass, element: number): boolean {
  for (let at = element; at >= 0; at = tree.parent[at]) if (removed[at]) return false;
  return true;
}

/** Reduces the list of these elements, siblings or not; none is an ancestor of another. */
export function reduceElements(
  pass: Pass,
  elements: readonly number[],
  reduceList: ReduceList,
): Search<Candidate, Pass> {
  if (elements.length === 0) return done(pass);
  if (elements.length === 1) return tryLast(pass, elements[0]);
  const list = { size: elements.length, weight: (index: number) => Math.max(1, pass.tree.weight[elements[index]]) };
  const reduced = map(
    skippable(
      reduceList(list, pass.experience),
      () => wholeList(list),
      (kept) => kept,
    ),
    (kept) => passCandidate(withoutOthers(pass, elements, kept)),
    (kept) => ({ kept, pass: taught(withoutOthers(pass, elements, kept), elements.length, kept.length) }),
  );
  // A reducer stops at one element; in a tree this one may go too.
  return then(reduced, (end) => (end.kept.length === 1 ? tryLast(end.pass, elements[end.kept[0]]) : done(end.pass)));
}

/** The pass after the removal of `element`. */
function withoutElement(pass: Pass, element: number): Pass {
  const removed = pass.removed.slice();
  removed[element] = 1;
  return { ...pass, removed };
}

function passCandidate({ base, tree, removed, fixed }: Pass): Candidate {
  const scope = scopeOf(tree.text.length, fixed);
  return { base, edits: tidyCuts(tree.text, removalRanges(tree, removed), scope) };
}

function tryLast(pass: Pass, element: number): Search<Candidate, Pass> {
  const rest = withoutElement(pass, element);
  const search = trial<Candidate, Pass>(
    () => passCandidate(rest),
    0.3,
    () => done(taught(rest, 1, 0)),
    () => done(taught(pass, 1, 1)),
  );
  return { ...search, skip: () => done(pass) };
}

function taught(pass: Pass, listSize: number, keptSize: number): Pass {
  return { ...pass, experience: learned(pass.experience, listSize, keptSize) };
}

function withoutOthers(pass: Pass, elements: readonly number[], kept: Kept): Pass {
  const removed = pass.removed.slice();
  for (const element of elements) removed[element] = 1;
  for (const index of kept) removed[elements[index]] = 0;
  return { ...pass, removed };
}
