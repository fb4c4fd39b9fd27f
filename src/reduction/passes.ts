/** The external passes of a job, as proposers of its search. */
import { openPasses, type Pass } from '../oracle/passes';
import { NoAnswer } from '../search/search';
import type { Proposer } from '../strategies/pipelines/proposals';
import { partsOf } from '../text/bundle';
import { type Encoding, plainEncoding } from '../text/encoding';
import type { Edit } from '../text/source';
import type { Listener } from './events/events';
import type { Job, JobFile } from './job';

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

/** `language`: the id of the grammar. */
export function proposersOf(passes: readonly Pass[], encoding: Encoding, language: string | null): Proposer[] {
  return passes.map((pass) => ({
    name: pass.name,
    propose: (text, held) => proposed(pass, { text, language, held }),
    isWritable: (text) => isWritable(text, encoding),
  }));
}

/** For the files of a bundle, one after the other. */
export function proposersOfBundle(
  passes: readonly Pass[],
  files: readonly JobFile[],
  languageOf: (path: string) => string | null,
): Proposer[] {
  const encodings = new Map(files.flatMap(({ path, encoding, bytes }) => (bytes ? [] : [[path, encoding] as const])));
  return passes.map((pass) => ({
    name: pass.name,
    async propose(bundle) {
      const all: Edit[][] = [];
      for (const { path, textStart, end } of partsOf(bundle)) {
        if (!encodings.has(path)) continue;
        const text = bundle.slice(textStart, end);
        const proposals = await proposed(pass, { text, language: languageOf(path) });
        all.push(...proposals.map((edits) => edits.map((edit) => movedBy(edit, textStart))));
      }
      return all;
    },
    isWritable: (bundle) =>
      partsOf(bundle).every(({ path, textStart, end }) => {
        const encoding = encodings.get(path);
        return encoding === undefined || isWritable(bundle.slice(textStart, end), encoding);
      }),
  }));
}

async function proposed(pass: Pass, question: Parameters<Pass['propose']>[0]): Promise<Edit[][]> {
  try {
    const proposals = await pass.propose(question);
    return proposals.map(({ edits }) => edits.map(({ start, end, text: insert }) => ({ start, end, insert })));
  } catch {
    // It was told already.
    throw new NoAnswer();
  }
}

function movedBy({ start, end, insert }: Edit, by: number): Edit {
  return { start: start + by, end: end + by, insert };
}

function isWritable(text: string, encoding: Encoding): boolean {
  const plain = plainEncoding(encoding);
  return plain !== encoding || Buffer.from(text, plain).toString(plain) === text;
}
