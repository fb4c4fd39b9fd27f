/**
 * The drivers' contract, as a loop: take the first alternative of a phase that holds; if none holds, go on with `none`. This walk
 * calls a plain function and runs to the end at once, for tests, benches and searches inside searches. The drivers that run processes
 * (src/reduction) commit exactly the same sequence.
 */
import type { Search, Verdict } from './search';

/** Walks `search` to its end. `ask` returns true if the property holds, else the reason. */
export function walk<C, R>(search: Search<C, R>, ask: (candidate: C) => true | Verdict): R {
  let current = search;
  while (!current.done) {
    let why: Verdict = 'rejected';
    let held = -1;
    for (let index = 0; held < 0; index++) {
      const candidate = current.alternatives.at(index);
      if (candidate === undefined) break;
      if (current.refused?.(index)) continue;
      const answer = ask(candidate);
      if (answer === true) held = index;
      else why = worst(why, answer);
    }
    current = held < 0 ? current.none(why) : current.held(held);
  }
  return current.result;
}

/** The reason for a phase in which nothing held: a tested candidate counts for more than a refused one. */
export function worst(a: Verdict, b: Verdict): Verdict {
  const rank = (verdict: Verdict) => ['rejected', 'unresolved', 'fails'].indexOf(verdict);
  return rank(a) >= rank(b) ? a : b;
}
