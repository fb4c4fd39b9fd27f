/** The external passes of a job, as proposers of its search. */
import { openPasses, type Pass } from '../oracle/passes/passes';
import { NoAnswer } from '../search/search';
import type { Proposer } from '../strategies/pipelines/proposals';
import type { Encoding } from '../text/encoding';
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
  process.once('exit', close);
  try {
    return await work(passes);
  } finally {
    process.off('exit', close);
    close();
  }
}

/** `language`: the id of the grammar. */
export function proposersOf(passes: readonly Pass[], encoding: Encoding, language: string | null): Proposer[] {
  return passes.map((pass) => ({
    name: pass.name,
    async propose(text, held) {
      try {
        const proposals = await pass.propose({ text, language, held });
        return proposals.map(({ edits }) => edits.map(({ start, end, text: insert }) => ({ start, end, insert })));
      } catch {
        // It was told already.
        throw new NoAnswer();
      }
    },
    isWritable: (text) => Buffer.from(text, encoding).toString(encoding) === text,
  }));
}
