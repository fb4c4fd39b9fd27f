/** Other places for the unchanged input: if it fails in a copy only, or nowhere, a run there shows why. No candidate comes here. */
import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { isFileSet, type Content } from '../content';
import type { FullAnswer, Oracle } from '../oracle';
import { copy } from '../places/copy';
import { overlay } from '../places/overlay';
import { counterpart, pictureOf } from '../places/picture';
import { oneFile, pathsOf, type Placing, type Target, withoutCaches } from '../places/place';
import { treeAt, copierTo, withEntry } from '../places/tree';
import { type OracleCommand, userDirectoryOf } from '../processes/command';
import { killMarked } from '../processes/escapees';
import { openSandbox, type Place } from '../sandbox';

export interface Start {
  readonly input: Content;
  /** The input without everything that may go. */
  readonly empty: Content;
  /** Where the input really lies, if it is a file. */
  readonly path?: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * The answer for the input among its neighbours, if tests run on copies of it; or in its real place, if they run in overlays: a failure there
 * is the user's bug, whatever a copy lacks. Undefined if that cannot be tested, or if the real place has another text by now.
 */
export async function observeElsewhere(oracle: Oracle, start: Start): Promise<FullAnswer | undefined> {
  const { path, input } = start;
  if (path === undefined || isFileSet(input) || ![copy, overlay].includes(oracle.placement)) return undefined;
  const place =
    oracle.placement === copy ? await placeIn(beside, path, input, oracle.command) : await realPlaceOf(path, input);
  return place && observeAgain(oracle, input, start, place);
}

/** Undefined if the run itself fails. */
export async function observeAgain(
  oracle: Oracle,
  content: Content,
  start: Start,
  place?: Place | 'unprotected',
): Promise<FullAnswer | undefined> {
  try {
    return await oracle.observe(content, start.timeoutMs, start.signal, place);
  } catch (error) {
    if (start.signal.aborted) throw error;
    return undefined;
  }
}

async function realPlaceOf(path: string, input: Uint8Array): Promise<Place | undefined> {
  const there = await readFile(path).catch(() => undefined);
  const place = there?.equals(input) ? await realPlace(path, dirname(path)) : undefined;
  return place && { ...place, paths: { ...place.paths, alone: false } };
}

/** `file`: the input's own path, in `directory`; the same for a folder. Undefined without a place for temporary files. */
export function realPlace(file: string, directory: string): Promise<Place | undefined> {
  const real: Placing = { open: () => ({ put: () => ({ paths: pathsOf(file, directory), env: withoutCaches }) }) };
  return placeIn(real, file, new Uint8Array());
}

/** A place for one test of the input at `path`, which is without links. Undefined if there can be no such place. */
async function placeIn(placing: Placing, path: string, content: Content, command?: OracleCommand) {
  const target: Target = { fileName: basename(path), file: path };
  const sandbox = await openSandbox(placing, target, () => placing === beside).catch(() => undefined);
  if (!sandbox) return undefined;
  const remove = () => {
    killMarked((test) => test.run === sandbox.run);
    sandbox.dispose();
  };
  try {
    const clear = () => Promise.resolve(remove());
    return { ...(await sandbox.place(content, command && userDirectoryOf(command))), clear };
  } catch {
    remove();
    return undefined;
  }
}

/** Looks like the input's own directory: a copy of the input among links to its neighbours, and above them. For one test. */
const beside: Placing = {
  runsOutside: true,
  open(root, { file: original }) {
    const [directory, name] = [dirname(original!), basename(original!)];
    const view = join(root, 'view');
    const areas = new Map([[directory, { entries: 0, bytes: 0 }]]);
    const picture = pictureOf({ areas, copyOf: copierTo(join(root, 'neighbours')) });
    treeAt(view).hold(withEntry(picture, counterpart('', original!).split(sep)));
    const at = counterpart(view, directory);
    const file = join(at, name);
    return {
      put(content) {
        writeFileSync(file, oneFile(content));
        return { paths: pathsOf(file, at) };
      },
    };
  },
};
