/** A pass that reduces one list after the other: which lists, and in what order, is the strategy. */
import type { Experience } from '../reducers/experience';
import { noExperience } from '../reducers/experience';
import { fixpoint, labelled, map, unfold } from '../search/compose';
import type { Search } from '../search/search';
import type { Candidate } from '../text/candidate';
import type { SourceText } from '../text/source';
import { passText, reduceElements, startPass } from './pass';
import type { Pass } from './pass';
import type { Step } from './steps';
import type { StrategyOptions } from './options';
import type { StrategyContext } from './strategy';

/** The `turn`-th list of a pass, seen from what the lists before it have left; undefined after the last. */
export type ListAt = (pass: Pass, turn: number) => { elements: readonly number[]; label: string } | undefined;

/**
 * Passes over the lists of the tree, parsed afresh each time, until one changes nothing. `listsOf` says which lists a tree has, and
 * in what order.
 */
export function passes(listsOf: (pass: Pass, options: StrategyOptions) => ListAt): Step {
  return (text, context) => {
    const start: Round = { rest: text, experience: noExperience };
    const round = ({ rest, experience }: Round) => {
      const pass = startPass(rest, context, experience);
      return map(
        reduceLists(pass, listsOf(pass, context.options), context),
        (candidate) => candidate,
        (after): Round => ({ rest: passText(after), experience: after.experience }),
      );
    };
    const settled = fixpoint(start, round, (before, after) => before.rest.length === after.rest.length);
    return map(
      settled,
      (candidate) => candidate,
      ({ rest }) => rest,
    );
  };
}

interface Round {
  readonly rest: SourceText;
  readonly experience: Experience;
}

function reduceLists(start: Pass, listAt: ListAt, { reduceList, options }: StrategyContext): Search<Candidate, Pass> {
  interface Step {
    readonly pass: Pass;
    readonly turn: number;
  }
  const search = unfold<Candidate, Step>({ pass: start, turn: 0 }, ({ pass, turn }) => {
    const list = listAt(pass, turn);
    if (!list) return undefined;
    const elements = options.direction === 'forward' ? list.elements : [...list.elements].reverse();
    const reduced = reduceElements(pass, elements, reduceList);
    return labelled(
      map(
        reduced,
        (candidate) => candidate,
        (after) => ({ pass: after, turn: turn + 1 }),
      ),
      list.label,
    );
  });
  return map(
    search,
    (candidate) => candidate,
    ({ pass }) => pass,
  );
}
