/** Tests a search's candidates: the property's commands, with the time-out of this run, which adapts to the tests that hold; and when. */
import { contentKey, type Content } from '../../oracle/content';
import type { Property } from '../../oracle/property';
import type { Timeout } from '../../oracle/calibration/timeout';
import type { Staged } from '../../search/stages';
import type { Lab } from './drive';
import type { Removal } from './forecast';

/** A lab for a property. `candidateContent` and `removal` are asked once per candidate. */
export function labOf<C extends object>(
  property: Pick<Property, 'test'>,
  { candidateContent, removal }: { candidateContent(candidate: C): Content; removal?(candidate: C): Removal },
  timeout: Timeout,
): Lab<C> {
  const contentOf = onceFor(candidateContent);
  return {
    key: onceFor((candidate) => contentKey(contentOf(candidate))),
    removal: removal && onceFor(removal),
    async test(candidate, signal) {
      const answer = await property.test(contentOf(candidate), timeout.ms, signal);
      if (answer.verdict === 'holds') timeout.held(answer.ms);
      return answer;
    },
  };
}

/** A lab for a search in stages. */
export function stagedLab<C>(cheap: Lab<C>, whole: Lab<C>): Lab<Staged<C>> {
  return {
    key: (asked) => whole.key(asked.candidate) + (asked.whole ? '' : ' cheap'),
    removal: whole.removal && (({ candidate }) => whole.removal!(candidate)),
    test: (asked, signal) => (asked.whole ? whole : cheap).test(asked.candidate, signal),
  };
}

/** Testing ahead asks for the same candidates again and again. */
function onceFor<C extends object, T>(make: (candidate: C) => T): (candidate: C) => T {
  const made = new WeakMap<C, T>();
  return (candidate) => {
    let value = made.get(candidate);
    if (value === undefined) made.set(candidate, (value = make(candidate)));
    return value;
  };
}

/** The same lab, with the times of its tests, ms. Tests of earlier processes come before all others. */
export function timed<C>(lab: Lab<C>) {
  let refused = -Infinity;
  const held = new Map<string, number>();
  return {
    times: {
      /** When the last test that refused its candidate began. */
      get refused() {
        return refused;
      },
      /** When the test of this candidate, which held, ended. */
      heldAt: (key: string) => held.get(key) ?? -Infinity,
    },
    lab: {
      ...lab,
      key: (candidate: C) => lab.key(candidate),
      async test(candidate: C, signal: AbortSignal) {
        const began = performance.now();
        const answer = await lab.test(candidate, signal);
        if (answer.verdict === 'fails' && !answer.remembered) refused = Math.max(refused, began);
        if (answer.verdict === 'holds' && !answer.remembered) held.set(lab.key(candidate), performance.now());
        return answer;
      },
    },
  };
}
