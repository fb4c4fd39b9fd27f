/** A pass that reduces one list after the other; the strategy chooses the lists and their order. */
import { noExperience } from '../../reducers/experience';
import { labelled, mapResult, then, unfold } from '../../search/compose';
import { done, type Search } from '../../search/search';
import type { Candidate } from '../../text/source';
import { passText, reduceElements, startPass, type Pass } from './pass';
import type { StrategyOptions } from '../options';
import type { Step, StrategyContext, TextSearch } from '../strategy';

/** List number `turn` of a pass, after the deletions in the lists before it; undefined after the last. */
export type ListAt = (pass: Pass, turn: number) => { elements: readonly number[]; label: string } | undefined;

/**
 * Passes over the lists of the tree, until a pass changes nothing. Each pass parses the text again. `listsOf` gives the lists of a
 * tree, in order.
 */
export function passes(listsOf: (pass: Pass, options: StrategyOptions) => ListAt): Step {
  const from = (start: Pass, context: StrategyContext): TextSearch =>
    then(reduceLists(start, listsOf(start, context.options), context), (pass) => {
      const rest = passText(pass);
      return rest.length === start.base.length ? done(rest) : from(startPass(rest, context, pass.experience), context);
    });
  return (text, context) => from(startPass(text, context, noExperience), context);
}

interface Turn {
  readonly pass: Pass;
  readonly turn: number;
}

function reduceLists(start: Pass, listAt: ListAt, { reduceList, options }: StrategyContext): Search<Candidate, Pass> {
  const search = unfold<Candidate, Turn>({ pass: start, turn: 0 }, ({ pass, turn }) => {
    const list = listAt(pass, turn);
    if (!list) return undefined;
    const elements = options.direction === 'forward' ? list.elements : [...list.elements].reverse();
    const next = (after: Pass): Turn => ({ pass: after, turn: turn + 1 });
    return labelled(mapResult(reduceElements(pass, elements, reduceList), next), () => list.label);
  });
  return mapResult(search, ({ pass }) => pass);
}
