/** The Python packages that the files left over import, with their installed versions. */
import { execa } from 'execa';
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

interface Requirements {
  readonly file: ExportedFile;
  /** The lines that install them. */
  readonly setup: readonly string[];
}

/** Undefined without Python, and if no installed package is imported. */
export async function requirementsOf(
  files: readonly ExportedFile[],
  commands: readonly ReproductionCommand[],
  cancelSignal: AbortSignal,
): Promise<Requirements | undefined> {
  const python = files.filter(({ path }) => path.endsWith('.py'));
  const starts = commands.flatMap(startsIn);
  if (python.length === 0 && starts.length === 0) return undefined;
  const own = new Set(files.map(({ path }) => path.split('/')[0].replace(/\.py$/, '')));
  const modules = [
    ...python.flatMap((file) => importsIn(textOf(file))),
    ...starts.flatMap(({ module }) => module ?? []),
  ];
  const others = [...new Set(modules)].filter((name) => !own.has(name));
  const { interpreter = traits.python, from: cwd } = starts.find((start) => start.interpreter !== undefined) ?? {};
  const how = { cwd, cancelSignal, timeout: ms, reject: false } as const;
  const { failed, stdout } = await execa(interpreter, ['-c', script, ...others], how);
  cancelSignal.throwIfAborted();
  if (failed || stdout.trim() === '') return undefined;
  const [, environment] = /^(?:\.\/)?(\.?venv)[\\/]/.exec(interpreter) ?? [];
  const install = `${interpreter} -m pip install -r requirements.txt`;
  return {
    file: { path: 'requirements.txt', bytes: Buffer.from(`${stdout.trim()}\n`) },
    setup: environment === undefined ? [install] : [`${traits.python} -m venv ${environment}`, install],
  };
}

/** How a command starts Python, and a module. */
function startsIn({ line, from }: ReproductionCommand) {
  return commandsIn(line).flatMap((words) => {
    const at = words.findIndex((word) => /(?:^|[\\/])(?:python[\d.]*|py\.?test)(?:\.exe)?$/.test(word));
    if (at < 0) return [];
    const isPytest = /py\.?test(?:\.exe)?$/.test(words[at]);
    const module = words[at + 1] === '-m' ? words[at + 2]?.split('.')[0] : undefined;
    return [{ from, interpreter: isPytest ? undefined : words[at], module: isPytest ? 'pytest' : module }];
  });
}

/** Outermost modules. */
function importsIn(text: string): string[] {
  return [...text.matchAll(/^[ \t]*(?:from[ \t]+(\w+)[\w.]*[ \t]+import\b|import[ \t]+(.+)$)/gm)].flatMap(
    ([, one, list]) => (one === undefined ? list.split(',').map((word) => /^\s*(\w*)/.exec(word)![1]) : [one]),
  );
}
