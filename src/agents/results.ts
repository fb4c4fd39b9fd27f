/**
 * Where a run of a terminal or of an agent writes its results. What others have left there is kept under another name. What the same call
 * has written before, in this process or in another one, is replaced: the state directory has the digests.
 */
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { version } from '../../package.json';
import { contentKey, isFileSet, type Content, type FileSet } from '../oracle/content';
import { attempt, isDirectory, isFile, privately } from '../oracle/platform/files';
import { makeStateDirectory, stateDirectory } from '../oracle/stateDirectory';
import {
  freeName,
  outputAt,
  outputDirectoryAt,
  writeKeeping,
  writeOutput,
  writeOutputDirectory,
  type Output,
} from '../reduction/ending/outputs';
import { digest } from '../text/encoding';

/** What a run is asked for, and where its results go. */
export interface Asked {
  readonly tool: { readonly name: string };
  readonly given: object;
  readonly directory: string;
  readonly inputs: readonly string[];
  /** One for each result. */
  readonly outputs: readonly string[];
  readonly writesFolder: boolean;
  /** The user has chosen the output: an older file is replaced, and an older folder refused. */
  readonly isNamed?: boolean;
}

/** With other limits it is the same call; with another input it is not. */
export function tokenOf({ tool, given, inputs, directory }: Asked): string {
  const rest = { ...given, maxTime: undefined, maxTests: undefined, timeout: undefined, jobs: undefined };
  const states = inputs.map((path) => [path, stateOf(path)]);
  return digest(JSON.stringify([version, tool.name, rest, directory, states])).slice(0, 10);
}

/** Sizes and times of the files: they change with the content. */
function stateOf(path: string): unknown {
  return attempt(() => {
    const names = isDirectory(path) ? readdirSync(path, { recursive: true, encoding: 'utf8' }) : ['.'];
    const own = names.filter((name) => !name.includes('node_modules'));
    return own.map((name) => {
      const { size, mtimeMs } = statSync(join(path, name));
      return [name, size, mtimeMs];
    });
  }, undefined);
}

export type Results = Awaited<ReturnType<typeof resultsOf>>;

/** Throws `PathError`. */
export async function resultsOf(asked: Asked) {
  const { inputs, outputs: wanted, writesFolder, isNamed = false } = asked;
  const token = isNamed ? '' : tokenOf(asked);
  const lineOf = (content: Content) => `${token} ${contentKey(content)}`;
  const isOwnFolder = (path: string) => !isNamed && isDirectory(path) && isKnown(lineOf(folderAt(path)));
  const directory = async (path: string) =>
    isOwnFolder(path) ? { path } : outputDirectoryAt(isNamed ? path : freeName(path), inputs);
  const placed = wanted.map((path) => (writesFolder ? directory(path) : outputAt(path, inputs)));
  const outputs: readonly Output[] = await Promise.all(placed);
  /** What this run has written: it may be replaced by a larger result. */
  const own = new Set<string>();
  return {
    paths: outputs.map(({ path }) => path),
    /**
     * `tell` gets a sentence about an older file. `smaller`: what becomes of a smaller result of the same call; it may get another name.
     * Returns what is there now. Throws `PathError`.
     */
    async write(
      contents: readonly Content[],
      tell: (sentence: string) => void,
      smaller: 'stays' | 'aside' | 'goes',
    ): Promise<readonly Content[]> {
      for (const [at, content] of contents.entries()) {
        const output = outputs[at];
        if (isFileSet(content)) {
          if (isOwnFolder(output.path)) rmSync(output.path, { recursive: true });
          await writeOutputDirectory(output, content);
        } else if (isNamed) await writeOutput(output, content);
        else {
          const older = await readFile(output.path).catch(() => undefined);
          const known = older && isKnown(lineOf(older)) ? older : undefined;
          const isSmaller = contents.length === 1 && known && known.length < content.length && !own.has(lineOf(known));
          if (isSmaller && smaller === 'stays') {
            tell(`${basename(output.path)} stays as it is: an earlier call has found this smaller result.`);
            return [known];
          }
          await writeKeeping(output, content, tell, isSmaller && smaller === 'aside' ? undefined : known);
        }
        own.add(lineOf(content));
        if (!isNamed) remember(lineOf(content));
      }
      return contents;
    },
  };
}

function folderAt(path: string): FileSet {
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((name) => isFile(join(path, name)));
  return {
    files: names.sort().map((name) => ({ path: name.replaceAll('\\', '/'), bytes: readFileSync(join(path, name)) })),
  };
}

/** Of all calls; the oldest ones are forgotten. */
const mostKnown = 5000;

/** Those of this process, where there is no state directory. */
const written = new Set<string>();

const list = () => join(stateDirectory(), 'results');
const known = () => attempt(() => readFileSync(list(), 'utf8').split('\n'), []);
const isKnown = (line: string) => written.has(line) || known().includes(line);

function remember(line: string): void {
  written.add(line);
  attempt(() => {
    makeStateDirectory(stateDirectory());
    writeFileSync(list(), [...known().slice(-mostKnown), line].join('\n'), { mode: privately.file });
  }, undefined);
}
