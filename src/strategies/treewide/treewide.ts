/**
 * The tree-wide search: one pool of all that may go, on all levels of the tree; a learned chance for each; tests of as many as may
 * just as well go together as not; halving inside what could not. It ends when every unit left has failed alone on the final text.
 */
import { done, trial } from '../../search/search';
import type { Search } from '../../search/search';
import type { Candidate } from '../../text/candidate';
import { candidateSource } from '../../text/candidate';
import type { SourceText } from '../../text/source';
import { named, parsing } from '../steps';
import type { Strategy } from '../strategy';
import { nextBatch } from './choose';
import type { Member } from './choose';
import { afterFailure, afterSuccess, candidateOf, isThin, parsedAgain, startState } from './state';
import type { State } from './state';

export const treewide: Strategy = {
  name: 'treewide',
  description: 'One pool of all elements of the tree, tested in batches by learned chances; few tests; 1-tree-minimal.',
  needsTree: true,
  treeMinimal: true,
  options: [],
  search: parsing(named('units of the whole tree', (text, context) => next(startState(text, context)))),
};

function next(given: State): Search<Candidate, SourceText> {
  const state = isThin(given) ? parsedAgain(given) : given;
  const batch = nextBatch(state);
  if (batch.length > 0) return tested(state, batch, jointChance(batch));
  if (state.removed.includes(1)) return next(parsedAgain(state));
  if (!state.hoisting && !process.env.NOHOIST) return next(parsedAgain(state, true));
  return done(candidateSource(candidateOf(state, [])));
}

function jointChance(batch: readonly Member[]): number {
  return batch.reduce((chance, { required }) => chance * (1 - required), 1);
}

function tested(state: State, batch: readonly Member[], chance: number): Search<Candidate, SourceText> {
  return trial(
    () => candidateOf(state, batch),
    chance,
    () => (log('T', state, batch, 'held'), next(afterSuccess(state, batch))),
    (why) => (log('T', state, batch, why), narrowed(state, batch, why === 'fails')),
  );
}

/** One of the batch at least has to stay: the first half is tested; what is known of the second if it goes needs no test. */
function narrowed(state: State, batch: readonly Member[], teaches: boolean): Search<Candidate, SourceText> {
  if (batch.length === 1) return next(afterFailure(state, batch[0], teaches));
  const half = halfOf(batch);
  const [first, second] = [batch.slice(0, half), batch.slice(half)];
  const whole = jointChance(batch);
  return trial(
    () => candidateOf(state, first),
    (jointChance(first) - whole) / (1 - whole),
    () => (log('H', state, first, 'held'), narrowed(afterSuccess(state, first), second, teaches)),
    (why) => (log('H', state, first, why), narrowed(state, first, why === 'fails')),
  );
}

function halfOf(batch: readonly Member[]): number {
  const wanted = (1 + jointChance(batch)) / 2;
  let chance = 1;
  for (let size = 1; size < batch.length; size++) {
    chance *= 1 - batch[size - 1].required;
    if (chance * (1 - batch[size].required) < wanted) return size;
  }
  return batch.length - 1;
}

function log(what: string, state: State, batch: readonly Member[], verdict: string) {
  if (!process.env.LOG) return;
  const names = [...(state.kinds as unknown as { indices: Map<string, number> }).indices.keys()];
  console.log(what, verdict, batch.length, 'left', state.view.weight[0], jointChance(batch).toFixed(3), batch.slice(0, 6).map((m) => `${names[m.traits.kind]} w${m.traits.weight} h${m.traits.history} r${m.traits.reference} p${m.required.toFixed(2)}`).join(' | '));
}
