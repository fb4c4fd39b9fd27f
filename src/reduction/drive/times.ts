/** When tests were made: by it one knows what an oracle could still refuse after another test. */
import type { Lab } from './drive';

export interface TestTimes {
  /** When the last test that refused its candidate began, ms; before that of another process. */
  readonly refused: number;
  /** When the test of this candidate, which held, ended, ms; before that of another process. */
  heldAt(key: string): number;
}

/** The same lab, with a clock beside it. */
export function timed<C>(lab: Lab<C>): { readonly lab: Lab<C>; readonly times: TestTimes } {
  let refused = -Infinity;
  const held = new Map<string, number>();
  return {
    times: {
      get refused() {
        return refused;
      },
      heldAt: (key) => held.get(key) ?? -Infinity,
    },
    lab: {
      key: (candidate) => lab.key(candidate),
      async test(candidate, signal) {
        const began = performance.now();
        const answer = await lab.test(candidate, signal);
        if (answer.verdict === 'fails' && !answer.remembered) refused = Math.max(refused, began);
        if (answer.verdict === 'holds' && !answer.remembered) held.set(lab.key(candidate), performance.now());
        return answer;
      },
    },
  };
}
