/** Walks a search to its end at once with a plain function; the drivers in src/reduction take exactly the same way. */
import { worst, type Search, type Verdict } from '../../src/search/search';

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
