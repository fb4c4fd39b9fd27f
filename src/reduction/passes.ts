/** The external passes of a job, as proposers of its search. */
import { openPasses, type Pass, type PassQuestion } from '../oracle/passes';
import { NoAnswer } from '../search/search';
import type { Proposer } from '../strategies/pipelines/proposals';
import { type Encoding, plainEncoding } from '../text/encoding';
import type { Range } from '../text/ranges';
import type { Edit } from '../text/source';
import type { Listener } from './events/events';
import type { Job } from './job';

/** Lends the job's passes for the work: afterwards, and if the process exits meanwhile, nothing of them is left. */
export async function lendingPasses<T>(
  { passes: sources }: Pick<Job, 'passes'>,
  onEvent: Listener,
  work: (passes: readonly Pass[]) => Promise<T>,
): Promise<T> {
  if (!sources?.length) return work([]);
  const onFailure = ({ message }: Error) => onEvent({ event: 'notice', message });
  const { passes, close } = await openPasses(sources, { onFailure });
  return disposing(close, () => work(passes));
}

/** Does the work. `dispose` is called afterwards, or if the process exits meanwhile. */
export async function disposing<T>(dispose: () => void, work: () => Promise<T>): Promise<T> {
  process.once('exit', dispose);
  try {
    return await work();
  } finally {
    process.off('exit', dispose);
    dispose();
  }
}

/** A text that passes are asked about: the whole, or a file of a bundle. */
export interface AskedText extends Range {
  readonly encoding: Encoding;
  /** The id of its grammar. */
  readonly language: string | null;
}

/** Asks for one text after the other. */
export function proposersOf(passes: readonly Pass[], textsIn: (whole: string) => readonly AskedText[]): Proposer[] {
  return passes.map((pass) => ({
    name: pass.name,
    async propose(whole, held) {
      const all: Edit[][] = [];
      for (const { start, end, language } of textsIn(whole)) {
        const text = whole.slice(start, end);
        all.push(...(await proposed(pass, { text, language, held: text === whole ? held : undefined }, start)));
      }
      return all;
    },
    isWritable: (whole) =>
      textsIn(whole).every(({ start, end, encoding }) => isWritable(whole.slice(start, end), encoding)),
  }));
}

/** In a text in which that of the question begins at `by`. */
async function proposed(pass: Pass, question: PassQuestion, by: number): Promise<Edit[][]> {
  try {
    const proposals = await pass.propose(question);
    return proposals.map(({ edits }) =>
      edits.map(({ start, end, text: insert }) => ({ start: start + by, end: end + by, insert })),
    );
  } catch {
    // It was told already.
    throw new NoAnswer();
  }
}

function isWritable(text: string, encoding: Encoding): boolean {
  const plain = plainEncoding(encoding);
  return plain !== encoding || Buffer.from(text, plain).toString(plain) === text;
}
