/** `whittle isolate`: two files in, two that differ as little as possible out, and their difference on stdout. */
import { basename } from 'node:path';
import type { IsolatedTexts } from '../host/port';
import { named, outputAt, patchOf, writeKeeping } from '../reduction/ending/outputs';
import type { Isolated } from '../reduction/events/events';
import { encode } from '../text/encoding';
import { requireOwnJournal, writtenSomewhere } from './files';
import { isolationJob } from './jobs';
import type { Given } from './options';
import { show, warn } from './printing';
import { exitCodeOf, runToEnd, tellLeft } from './run';

/** Without a passing file it is the empty one. Returns the exit code. */
export async function isolateFiles(
  [failing, passing]: readonly (string | undefined)[],
  given: Given<'isolate'>,
  assets: string,
): Promise<number> {
  const file = failing!;
  await tellLeft(file, warn);
  const job = await isolationJob({ failing: file, passing }, given, assets);
  const inputs = passing === undefined ? [file] : [file, passing];
  const outputs = {
    passing: await outputAt(named(file, 'passing', given.output), inputs),
    failing: await outputAt(named(file, 'failing', given.output), inputs),
  };
  const paths = { passing: outputs.passing.path, failing: outputs.failing.path };
  requireOwnJournal(given.journal, Object.values(paths));
  return await runToEnd(
    { ...given, input: file, name: basename(named(file, 'isolated')) },
    (hosting) => hosting.run<IsolatedTexts, Isolated>({ kind: 'run', job }),
    async ({ outcome, end }, best) => {
      const { encoding } = job.input;
      const pair = { passing: encode(outcome.passing, encoding), failing: encode(outcome.failing, encoding) };
      const files = [
        { path: basename(paths.passing), bytes: pair.passing },
        { path: basename(paths.failing), bytes: pair.failing },
      ];
      const written = await writtenSomewhere(paths.failing, { files }, best, async () => {
        await writeKeeping(outputs.passing, pair.passing, warn);
        await writeKeeping(outputs.failing, pair.failing, warn);
      });
      if (!given.json) show(patchOf(pair, paths));
      return exitCodeOf(end, written);
    },
  );
}
