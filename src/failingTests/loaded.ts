/** The files of a workspace that a test loads, as its runtime tells: V8's coverage of all processes of Node.js, and Python's sys.modules. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fixedText, type OracleCommand } from '../oracle/processes/command';
import { withRuns, type TestInput } from './firstRun';

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

/** Runs the command. Their paths in the workspace, with `/`; empty if its runtime tells none. Throws `SandboxError`. */
export async function loadedFiles(input: TestInput, command: OracleCommand, signal: AbortSignal): Promise<string[]> {
  // A runner that is kept running has loaded its own modules before.
  const once = { ...command, warm: undefined };
  return withRuns(input, signal, async (runOnce, root) => {
    const told = join(root, 'loaded');
    const python = join(told, 'python');
    mkdirSync(python, { recursive: true });
    writeFileSync(join(python, 'sitecustomize.py'), site);
    const env = {
      ...command.env,
      NODE_V8_COVERAGE: fixedText(told),
      PYTHONPATH: fixedText([python, process.env.PYTHONPATH].filter(Boolean).join(delimiter)),
    };
    await runOnce({ ...once, env });
    const urls = [told, python].flatMap(urlsIn);
    return [...new Set(urls.flatMap((url) => pathIn(url, basename(input.root) || 'root') ?? []))].sort();
  });
}

interface Coverage {
  readonly result: readonly { readonly url: string }[];
}

function urlsIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => {
      try {
        return (JSON.parse(readFileSync(join(folder, name), 'utf8')) as Coverage).result.map(({ url }) => url);
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
