/** From a failing test to a job over several files: which of the workspace it needs, the command that runs it there, and its rule. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { common, within } from '../oracle/places/roots';
import { fixedText, type OracleCommand } from '../oracle/processes/command';
import type { RuledCommand } from '../reduction/job';
import type { Range } from '../text/ranges';
import { slicedBy } from './guesses';
import { testSearch } from './reduceTest';
import { ruleOf, seeFailure, testRun, withRuns, type TestJob, type TestRun } from './testRun';

/** Plain data; the command runs the test in a directory with the files. */
export interface TestFolder extends RuledCommand {
  /** The directory that has the test's package and all files that it loads, absolute, without links. */
  readonly base: string;
  /** The test file in it, with `/`. */
  readonly test: string;
  /** The statements of the test that compute the values of its failure: they stay. */
  readonly kept: readonly Range[];
  /** The usual search for tests. */
  readonly search: string;
  /** The files that the test loads, as its runtime tells: paths in the directory; empty if it does not tell. */
  readonly loaded: readonly string[];
}

/** Throws `OracleError` (the test passes, is not found, does not end) and `SandboxError`. */
export async function testFolder(job: TestJob, signal: AbortSignal): Promise<TestFolder> {
  const run = testRun({ ...job, oracle: { ...job.oracle, warm: false } }, signal);
  const { root, file } = run.input;
  const seen = await seeFailure(run);
  const { failure, command } = seen;
  const loaded = (await loadedFiles(run, command)).map((path) => join(root, path));
  // Without a word of the runtime it may need anything.
  const base =
    loaded.length === 0 ? root : [file, ...loaded].reduce((one, other) => common(one, dirname(other))!, run.found.cwd);
  const pathOf = (path: string) => within(base, path)!.replaceAll('\\', '/');
  const way = pathOf(run.found.cwd);
  const cwd = { source: way, parts: [{ slot: 'directory' as const }, ...(way === '' ? [] : [`/${way}`])] };
  return {
    ...{ base, test: pathOf(file), search: testSearch, loaded: loaded.map(pathOf) },
    command: { invocation: command.invocation, cwd },
    rule: (failure && ruleOf(run, seen, false)) ?? 'same-failure',
    kept: failure ? (await slicedBy(job, failure.frames)).slice : [],
  };
}

/** Python runs it at its start; another one may be on the path. */
const site = `
import atexit, os, sys

def tell():
    names = [getattr(module, '__file__', None) for module in list(sys.modules.values())]
    with open(os.path.join(os.path.dirname(__file__), '%d.json' % os.getpid()), 'w') as out:
        import json
        json.dump({'result': [{'url': os.path.abspath(name)} for name in names if name]}, out)

atexit.register(tell)
here = os.path.dirname(__file__)
sys.path = [path for path in sys.path if path != here]
del sys.modules['sitecustomize']
try:
    import sitecustomize
except ImportError:
    pass
`;

/**
 * The files of the workspace that the command loads, with `/`, as V8's coverage of all processes of Node.js and Python's sys.modules
 * tell; empty if its runtime tells none. Throws `SandboxError`.
 */
async function loadedFiles(run: TestRun, command: OracleCommand): Promise<string[]> {
  const urls = await withRuns(run, async (runOnce, root) => {
    // What a test writes elsewhere is thrown away.
    const told = join(root, 'loaded');
    const python = join(told, 'python');
    mkdirSync(python, { recursive: true });
    writeFileSync(join(python, 'sitecustomize.py'), site);
    const env = {
      ...command.env,
      NODE_V8_COVERAGE: fixedText(told),
      PYTHONPATH: fixedText([python, process.env.PYTHONPATH].filter(Boolean).join(delimiter)),
    };
    await runOnce({ ...command, env });
    return [told, python].flatMap(urlsIn);
  });
  return [...new Set(urls.flatMap((url) => pathIn(url, basename(run.input.root) || 'root') ?? []))].sort();
}

function urlsIn(folder: string): string[] {
  const reports = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return reports.flatMap((name) => {
    try {
      const { result } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as { result: { url: string }[] };
      return result.map(({ url }) => url);
    } catch {
      // Its process was ended while it wrote.
      return [];
    }
  });
}

/** From the root of the workspace, of which the test ran in a copy. */
function pathIn(url: string, root: string): string | undefined {
  const path = (url.startsWith('file:') ? fileURLToPath(url) : url).replaceAll('\\', '/');
  const [, inside] = /\/overlay-\d+\/(.+?)(?:\?.*)?$/.exec(path) ?? [];
  if (!inside?.startsWith(`${root}/`) || /(?:^|\/)node_modules\//.test(inside)) return undefined;
  return inside.slice(root.length + 1);
}
