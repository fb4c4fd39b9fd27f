/** Ends a step when its tests no longer pay: who waits for one token in more than twenty tests? */
import { done, phase } from '../../search/search';
import { candidateSource, render, type SourceText } from '../../text/source';
import { countTokens } from '../../text/tokens';
import type { Step, TextSearch } from '../strategy';

/** Tests that a token pays for; and those that are paid for at most, also at the start. */
const perToken = 20;
const most = 100;

interface Account {
  /** The text so far. */
  readonly text: SourceText;
  /** Tests that are still paid for. */
  readonly credit: number;
}

export function whileItPays(step: Step): Step {
  return (text, context) => paying(step(text, context), { text, credit: most });
}

function paying(search: TextSearch, account: Account): TextSearch {
  if (search.done) return search;
  const { alternatives, held, none, skip } = search;
  const { text, credit } = account;
  const asked = askedBefore((index) => search.refused?.(index) ?? false);
  return phase({
    ...search,
    alternatives: { at: (index) => (asked(index) < credit ? alternatives.at(index) : undefined) },
    held(index) {
      const next = candidateSource(alternatives.at(index)!);
      const gained = countTokens(render(text)) - countTokens(render(next));
      const left = credit - asked(index) - 1 + perToken * gained;
      return paying(held(index), { text: next, credit: Math.max(0, Math.min(most, left)) });
    },
    none(why) {
      let count = 0;
      while (asked(count) < credit && alternatives.at(count) !== undefined) count++;
      const left = credit - asked(count);
      return left > 0 ? paying(none(why), { text, credit: left }) : done(text);
    },
    skip: skip && (() => paying(skip(), account)),
  });
}

/** How many of the alternatives before this one are tested. */
function askedBefore(isRefused: (index: number) => boolean): (index: number) => number {
  const counts = [0];
  return (index) => {
    while (counts.length <= index) counts.push(counts.at(-1)! + Number(!isRefused(counts.length - 1)));
    return counts[index];
  };
}
