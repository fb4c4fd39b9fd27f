/** README.md of an exported folder: how to run it, what it shows, with which versions. In English, as bug reports are. */
import { arch, release, type } from 'node:os';
import type { PlacedFile } from '../oracle/content';
import { visible } from '../text/visible';
import type { ReproductionCommand } from './command';
import { type Secrets, placeholder } from './secrets';

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
}

const secretsTold = `These look like secrets: the files were left out, or their values and the words replaced by \`${placeholder}\`.`;

/** The file, and the names of all secrets: also of those that only an output has. */
export function readmeOf(facts: Facts, secrets: Secrets | undefined) {
  const { commands, script, setup, expected, output, versions, checked } = facts;
  const isWindows = script.endsWith('.cmd');
  const start = [...setup, isWindows ? script : `sh ${script}`].join('\n');
  const lines = commands.map(({ line }) => line).join('\n');
  const body = [
    `# Minimal reproduction`,
    fenced(start, isWindows ? 'bat' : 'sh'),
    `${code(script)} runs this in the folder, and ends with its exit code:`,
    fenced(lines, isWindows ? 'bat' : 'sh'),
    `## Expected failure\n\nThe bug is there with ${code(expected.trim())}.`,
    ...(output.trim() === '' ? [] : [`## Seen output\n\n${fenced(visible(output.trimEnd()), 'text')}`]),
    `## Versions\n\n${listed([...versions, `${type()} ${release()} ${arch()}`])}`,
  ].join('\n\n');
  const [plain, end] = [body, `## Checked\n\n${checked}\n`].map((text) => secrets?.clean(text) ?? { text, names: [] });
  const found = [...plain.names, ...end.names].map((name) => `README.md: ${name}`);
  const names = [...new Set([...(secrets?.names ?? []), ...found])];
  const told = names.length === 0 ? [] : [`## Secrets\n\n${secretsTold}\n\n${listed(names.map(code))}`];
  const bytes = Buffer.from([plain.text, ...told, end.text].join('\n\n'));
  return { names, file: { path: 'README.md', bytes } satisfies PlacedFile };
}

/** As points of Markdown. */
export function listed(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join('\n');
}

/** A block of Markdown that no line of the text can end. */
export function fenced(text: string, language: string): string {
  const fence = '`'.repeat(Math.max(3, longestTicks(text) + 1));
  return `${fence}${language}\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}`;
}

export function code(text: string): string {
  const plain = visible(text);
  const ticks = '`'.repeat(longestTicks(plain) + 1);
  const space = /^`|`$/.test(plain) ? ' ' : '';
  return `${ticks}${space}${plain}${space}${ticks}`;
}

function longestTicks(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
}
