/** The files that a failing test loads, as its runtime tells. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, delimiter, isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { attempt } from '../oracle/platform/files';
import { fixedText, type OracleCommand } from '../oracle/processes/command';
import { withRuns, type TestRun } from './testRun';

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
 * As V8's coverage of all processes of Node.js and Python's sys.modules tell; empty if its runtime tells none. `inside`: from the workspace, of
 * which the test ran in a copy; relative, with `/`. `outside`: absolute, no installed packages. Throws `SandboxError`.
 */
export async function loadedFiles(run: TestRun, command: OracleCommand) {
  const urls = await withRuns(run, async (runOnce, root) => {
    // What a test writes elsewhere is thrown away.
    const told = join(root, 'loaded');
    const python = join(told, 'python');
    mkdirSync(python, { recursive: true });
    writeFileSync(join(python, 'sitecustomize.py'), site);
    const before = command.env?.PYTHONPATH?.parts ?? [process.env.PYTHONPATH ?? ''];
    const env = {
      ...command.env,
      NODE_V8_COVERAGE: fixedText(told),
      PYTHONPATH: { source: '', parts: [python, ...(before[0] === '' ? [] : [delimiter, ...before])] },
    };
    await runOnce({ ...command, env });
    return [told, python].flatMap(urlsIn);
  });
  const paths = urls.map((url) => (url.startsWith('file:') ? fileURLToPath(url) : url).replaceAll('\\', '/'));
  const own = [...new Set(paths)].filter((path) => isAbsolute(path) && !installed.test(path)).sort();
  const root = basename(run.input.root) || 'root';
  const ways = own.map((path) => /\/overlay-\d+\/(.+?)(?:\?.*)?$/.exec(path)?.[1] ?? '');
  const isInside = (way: string) => way.startsWith(`${root}/`);
  const inside = ways.filter(isInside).map((way) => way.slice(root.length + 1));
  return { inside, outside: own.filter((_, at) => !isInside(ways[at])) };
}

function urlsIn(folder: string): string[] {
  const reports = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return reports.flatMap((name) => {
    const read = () => JSON.parse(readFileSync(join(folder, name), 'utf8')) as { result: { url: string }[] };
    // Its process may have been ended while it wrote.
    return attempt(read, { result: [] }).result.map(({ url }) => url);
  });
}

const installed = /(?:^|\/)(?:node_modules|site-packages|dist-packages)\//;
