/** What is typed in the help and in the pages for users: each flag is one of its command. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { whittle } from '../../support/cli';

const commands = ['reduce', 'test', 'isolate', 'compare', 'repro', 'worker', 'workers'];

/** Of each command line in the text: the command, and its flags that are in no quotes. */
function linesIn(text: string): { command: string; flags: string[]; line: string }[] {
  const typed = text.replace(/\\\n\s*/g, ' ').matchAll(/(?:^|[\s`$])whittle (\w+) ([^\n`|]*)/g);
  return [...typed].map(([, command, rest]) => {
    const plain = rest.replace(/'[^']*'|"[^"]*"/g, '');
    return { command, flags: plain.match(/(?<=\s|^)--?[a-z][a-z-]*/g) ?? [], line: `whittle ${command} ${rest}` };
  });
}

describe('command lines for users', () => {
  it('have only flags that their commands know', async () => {
    const help = new Map<string, string>();
    for (const command of commands)
      help.set(command, (await whittle([command, '--help', 'all'], process.cwd())).stdout);
    const docs = readdirSync('docs').filter((name) => name.endsWith('.md'));
    const pages = ['README.md', ...docs.map((name) => join('docs', name))].map((path) => readFileSync(path, 'utf8'));
    const typed = [...help.values(), ...pages].flatMap(linesIn).filter(({ command }) => help.has(command));
    assert.ok(typed.filter(({ flags }) => flags.length > 0).length > 20);
    const unknown = typed.filter(({ command, flags }) =>
      flags.some((flag) => !new RegExp(`(?:^|[\\s,])${flag}(?![\\w-])`, 'm').test(optionsOf(help.get(command)!))),
    );
    assert.deepEqual(
      unknown.map(({ line }) => line),
      [],
    );
  });
});

/** The rows of its options; examples follow them. */
function optionsOf(help: string): string {
  return help.match(/^ {2}-.*$/gm)!.join('\n');
}
