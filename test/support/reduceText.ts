/** A strategy on a text, walked with a plain property: no processes, no files. */
import type { ListReducer } from '../../src/reducers/list';
import { defaultOptions, type ChosenOptions } from '../../src/reduction/searches/searchValue';
import { defaultOptions as reducerDefaults } from '../../src/reducers/options';
import { defaultReducer } from '../../src/reducers/registry';
import { walk } from './walk';
import type { Fixed, Strategy, StrategyContext } from '../../src/strategies/strategy';
import { parseFilter } from '../../src/syntax/filter';
import { genericElements } from '../../src/syntax/generic/elements';
import { genericFilter } from '../../src/syntax/generic/opaque';
import type { Grammar } from '../../src/syntax/grammar';
import { candidateText, render, sourceText, type SourceText } from '../../src/text/source';

export interface Setting {
  /** Without a grammar the text is reduced like an unknown language. */
  readonly grammar?: Grammar;
  readonly strategy: Strategy;
  readonly reducer?: ListReducer;
  readonly property: (text: string) => boolean;
  readonly fixed?: Fixed;
  readonly options?: Partial<ChosenOptions>;
}

export interface ReducedText {
  readonly text: string;
  readonly source: SourceText;
  /** Tested candidates, in order. */
  readonly asked: readonly string[];
}

export function reduceText(text: string, setting: Setting): ReducedText {
  const { strategy, property } = setting;
  const { context, dispose } = contextOf(setting);
  const asked: string[] = [];
  const source = walk(strategy.search(sourceText(text), context), (candidate) => {
    asked.push(candidateText(candidate));
    return property(asked[asked.length - 1]) || 'fails';
  });
  dispose();
  return { text: render(source), source, asked };
}

/** Context of a strategy. */
export function contextOf({
  grammar,
  reducer = defaultReducer,
  fixed = { prefix: 0, suffix: 0 },
  options,
}: Omit<Setting, 'strategy' | 'property'>): { readonly context: StrategyContext; dispose(): void } {
  const filter = grammar ? parseFilter(grammar) : genericFilter();
  const context: StrategyContext = {
    reduceList: (list) => reducer.search(list, reducerDefaults),
    parse: grammar?.elements ?? genericElements,
    fixed,
    options: { ...defaultOptions, ...options },
    isWorse: filter.isWorse,
    language: grammar?.language.id,
    lenient: grammar?.language.lenient,
  };
  return { context, dispose: () => filter.dispose() };
}
