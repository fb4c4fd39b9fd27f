/** What only a run can tell of a command line: does the command fail on the input as it is? */
import { fstatSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { copy } from '../../oracle/places/copy';
import { overlay } from '../../oracle/places/overlay';
import type { Placement } from '../../oracle/places/place';
import { attempt, isDirectory, isFile } from '../../oracle/platform/files';
import { signals } from '../../oracle/platform/processes';
import { lineOf, type OracleCommand } from '../../oracle/processes/command';
import { openTester } from '../../oracle/tester';
import { Interrupted } from '../../reduction/controls';
import { findFolder } from '../../reduction/folder/findFolder';
import type { FoundFile } from '../../reduction/folder/listing';
import { commandOf } from '../options';
import { warn } from '../printing';
import { filesIn, ifItFails } from './words';

/** The words with that settled. What is only proposed runs nothing, and of standard input nothing is known yet. Throws `Interrupted`. */
export async function withRule(words: readonly string[], isProposed: boolean): Promise<string[]> {
  const at = words.indexOf(ifItFails);
  if (at < 0) return [...words];
  const [command, path] = words;
  const valueOf = (flag: string) => (words.includes(flag) ? words[words.indexOf(flag) + 1] : undefined);
  const input = command === 'dedupe' ? filesIn(path)[0] : path;
  const test = commandOf(valueOf('--test')!, words.includes('--stdin'));
  const place = /overlay|in-place/.test(valueOf('--place') ?? '') ? overlay : copy;
  const holds = isProposed || input === '-' || (await failsOn(input, test, place));
  if (!holds && command === 'reduce' && attempt(() => fstatSync(0).isFIFO(), false)) {
    const line = valueOf('--test')!.replace('{}', () => lineOf([path]));
    warn(`The command does not fail on ${path}. If what is piped in is the input:\n  cat FILE | whittle - -- ${line}`);
  }
  const [, , other] = words;
  if (!holds && command === 'isolate' && isFile(other) && (await failsOn(other, test, place))) {
    const swapped = words.map(
      (word) => ({ [path]: other, [other]: path, [ifItFails]: '--same-failure' })[word] ?? word,
    );
    warn(`The command fails on ${other}, and not on ${path}. If they are swapped:\n  whittle ${lineOf(swapped)}`);
  }
  return words.flatMap((word) => (word === ifItFails ? (holds ? ['--same-failure'] : []) : [word]));
}

/** As a candidate, which can do no harm; only if that is known within some seconds. Throws `Interrupted`. */
async function failsOn(path: string, command: OracleCommand, place: Placement): Promise<boolean> {
  const interruption = new AbortController();
  const interrupt = () => interruption.abort(new Interrupted());
  for (const name of endings) process.once(name, interrupt);
  let tester: Awaited<ReturnType<typeof openTester>> | undefined;
  try {
    const file = resolve(path);
    const folder = isDirectory(file) ? await findFolder([file]) : undefined;
    const read = async ({ at, ...found }: FoundFile) => ({ ...found, bytes: await readFile(at) });
    const content = folder ? { files: await Promise.all(folder.files.map(read)) } : await readFile(file);
    tester = await openTester(place, { fileName: basename(file), file, linked: folder?.linked });
    const { timedOut, status } = await tester.run({ command, content, timeoutMs: 10_000, signal: interruption.signal });
    return !timedOut && status !== 0;
  } catch {
    interruption.signal.throwIfAborted();
    // The run itself says what is wrong.
    return false;
  } finally {
    tester?.dispose();
    for (const name of endings) process.off(name, interrupt);
  }
}

const endings = [signals.interrupt, signals.terminate] as const;
