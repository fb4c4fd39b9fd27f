/**
 * One pass over a tree: a parsed text and the elements removed so far. Strategies choose the elements of a list. This file gives the
 * list to the reducer and turns its candidates into texts.
 */
import { learned, noExperience, type Experience } from '../../reducers/experience';
import { wholeList, type Kept } from '../../reducers/list';
import { map, skippable, then } from '../../search/compose';
import { done, trial, type Search } from '../../search/search';
import type { Removed } from '../../syntax/removal';
import { candidateSource, type Candidate, type SourceText } from '../../text/source';
import { cutsOf, parsedText, type ParsedText } from '../parsedText';
import type { ReduceList, StrategyContext } from '../strategy';

export interface Pass extends ParsedText {
  /** Copied on write. */
  readonly removed: Removed;
  /** Knowledge from the lists so far. */
  readonly experience: Experience;
}

export function startPass(base: SourceText, context: StrategyContext, experience = noExperience): Pass {
  const text = parsedText(base, context);
  return { ...text, removed: new Uint8Array(text.tree.count), experience };
}

export function passText(pass: Pass): SourceText {
  return candidateSource(passCandidate(pass));
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

function passCandidate(pass: Pass): Candidate {
  return { base: pass.base, edits: cutsOf(pass, pass.removed) };
}

function tryLast(pass: Pass, element: number): Search<Candidate, Pass> {
  const rest = withoutOthers(pass, [element], new Int32Array());
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
