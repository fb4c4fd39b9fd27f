/** The Python packages that the files left over import, with their installed versions. */
import { execa } from 'execa';
import { basename } from 'node:path';
import { traits } from '../oracle/platform/traits';
import { commandsIn } from '../runners/package';
import type { ReproductionCommand } from './command';
import { textOf, type ExportedFile } from './files';

const ms = 20_000;

/** Prints `name==version` for each of the modules that is from an installed package. */
const script = `
import sys
from importlib.metadata import packages_distributions, version
known = packages_distributions()
names = {name for module in sys.argv[1:] for name in known.get(module, [])}
print("\\n".join(sorted(f"{name}=={version(name)}" for name in names)))
`;

export interface Requirements {
  readonly file: ExportedFile;
  /** The lines that install them. */
  readonly setup: readonly string[];
}

/** Undefined without Python, and if no installed package is imported. */
export async function requirementsOf(
  files: readonly ExportedFile[],
  commands: readonly ReproductionCommand[],
  signal: AbortSignal,
): Promise<Requirements | undefined> {
  const python = files.filter(({ path }) => path.endsWith('.py'));
  const starts = commands.flatMap(({ line, from }) => startsIn(line).map((start) => ({ ...start, from })));
  if (python.length === 0 && starts.length === 0) return undefined;
  const own = new Set(files.map(({ path }) => path.split('/')[0].replace(/\.py$/, '')));
  const modules = [
    ...python.flatMap((file) => importsIn(textOf(file))),
    ...starts.flatMap(({ module }) => module ?? []),
  ];
  const wanted = [...new Set(modules)].filter((name) => !own.has(name));
  const { interpreter = traits.python, from } = starts.find((start) => start.interpreter !== undefined) ?? {};
  const how = { cwd: from, cancelSignal: signal, timeout: ms, reject: false } as const;
  const { failed, stdout } = await execa(interpreter, ['-c', script, ...wanted], how);
  signal.throwIfAborted();
  if (failed || stdout.trim() === '') return undefined;
  const [, environment] = /^(?:\.\/)?(\.?venv)[\\/]/.exec(interpreter) ?? [];
  return {
    file: { path: 'requirements.txt', bytes: Buffer.from(`${stdout.trim()}\n`) },
    setup: [
      ...(environment === undefined ? [] : [`${traits.python} -m venv ${environment}`]),
      `${interpreter} -m pip install -r requirements.txt`,
    ],
  };
}

interface Start {
  readonly interpreter?: string;
  readonly module?: string;
}

function startsIn(line: string): Start[] {
  return commandsIn(line).flatMap((words): Start[] => {
    const at = words.findIndex((word) =>
      /^(?:python[\d.]*|py\.?test)(?:\.exe)?$/.test(basename(word.replaceAll('\\', '/'))),
    );
    if (at < 0) return [];
    if (/py\.?test(?:\.exe)?$/.test(words[at])) return [{ module: 'pytest' }];
    return [{ interpreter: words[at], module: words[at + 1] === '-m' ? words[at + 2]?.split('.')[0] : undefined }];
  });
}

/** Outermost modules. */
function importsIn(text: string): string[] {
  return [...text.matchAll(/^[ \t]*(?:from[ \t]+(\w+)[\w.]*[ \t]+import\b|import[ \t]+(.+)$)/gm)].flatMap(
    ([, one, list]) => (one === undefined ? list.split(',').map((word) => /^\s*(\w*)/.exec(word)![1]) : [one]),
  );
}
