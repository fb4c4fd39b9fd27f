/** README.md of an exported folder: how to run it, what it shows, with which versions. In English, as bug reports are. */
import { arch, release, type } from 'node:os';
import type { ReproductionCommand } from './command';
import type { ExportedFile } from './files';
import { code, fenced } from './markdown';
import { placeholder } from './secretWords';
import { visible } from '../text/visible';

interface Facts {
  readonly commands: readonly ReproductionCommand[];
  /** Name of the script. */
  readonly script: string;
  /** Lines that come first. */
  readonly setup: readonly string[];
  readonly expected: string;
  readonly output: string;
  /** Of the programs that the commands run. */
  readonly versions: readonly string[];
  /** How it did in an empty place: one sentence. */
  readonly checked: string;
  /** Those that are left out or replaced. */
  readonly secrets: readonly string[];
}

const secretsTold = `These look like secrets: the files were left out, or their values and the words replaced by \`${placeholder}\`.`;

export function readmeOf(facts: Facts): ExportedFile {
  const { commands, script, setup, expected, output, versions, checked, secrets } = facts;
  const isWindows = script.endsWith('.cmd');
  const start = [...setup, isWindows ? script : `sh ${script}`].join('\n');
  const lines = commands.map(({ line }) => line).join('\n');
  const parts = [
    `# Minimal reproduction`,
    fenced(start, isWindows ? 'bat' : 'sh'),
    `${code(script)} runs this in the folder, and ends with its exit code:`,
    fenced(lines, isWindows ? 'bat' : 'sh'),
    `## Expected failure\n\nThe bug is there with ${code(expected.trim())}.`,
    ...(output.trim() === '' ? [] : [`## Seen output\n\n${fenced(visible(output.trimEnd()), 'text')}`]),
    `## Versions\n\n${listed([...versions, `${type()} ${release()} ${arch()}`])}`,
    ...(secrets.length === 0 ? [] : [`## Secrets\n\n${secretsTold}\n\n${listed(secrets.map(code))}`]),
    `## Checked\n\n${checked}`,
  ];
  return { path: 'README.md', bytes: Buffer.from(`${parts.join('\n\n')}\n`) };
}

function listed(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join('\n');
}
