/** Runs with their best result so far on disk. */
import type { Content } from '../../oracle/content';
import type { Listener } from '../../reduction/events/events';
import { abandonedResults, BestSoFar } from './bestSoFar';

/** Told that there is a better result; what gives it is asked later, if at all. */
export type Offer = (contentOf: () => Content) => void;

interface Kept {
  readonly input: string;
  /** Of the result. */
  readonly name: string;
  readonly listener: Listener;
}

/** `end` writes the result; if it or the work fails, the best one so far stays, and it is said where. */
export async function keepingBest<T>(
  { input, name, listener }: Kept,
  work: (offer: Offer) => Promise<T>,
  end: (outcome: T) => Promise<number>,
): Promise<number> {
  const best = new BestSoFar(input, name, (path) =>
    listener({ event: 'notice', message: `Until the end the best result so far is kept in ${path}.` }),
  );
  try {
    const code = await end(await work(best.offer));
    await best.drop();
    return code;
  } catch (error) {
    const path = await best.keep();
    if (path !== undefined) process.stderr.write(`The best result so far is in ${path}.\n`);
    throw error;
  }
}

/** Says on stderr what earlier runs on this input have left that were killed. */
export async function tellAbandoned(input: string): Promise<void> {
  for (const sentence of await abandonedResults(input)) process.stderr.write(`${sentence}\n`);
}
