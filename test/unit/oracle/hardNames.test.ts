/** Names of files that a shell could read as commands: none of them is run, however many shells read the line. */
import '../../support/fakeEditor';
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { braces, template, userPath, type Invocation } from '../../../src/oracle/processes/command';
import { openOracle } from '../../support/oracle';
import { placements } from '../../../src/oracle/places/registry';
import { taskTemplate, variablesFor } from '../../../src/vscode/oracles/variables';
import type { Run } from '../../../src/vscode/runs/run';
import { expectNoRunRoots, freshDirectory } from '../../support/files';
import { seldom } from '../../support/seldom';
import { everything } from '../../support/everything';

const forever = new AbortController().signal;
const directory = freshDirectory();
expectNoRunRoots();

const commands = [
  'a$(touch PWNED).c',
  'a`touch PWNED`.c',
  'a;touch PWNED;.c',
  'a&touch PWNED&.c',
  'a|touch PWNED|.c',
  "a';touch PWNED;'.c",
  'a";touch PWNED;".c',
  'a\ntouch PWNED\n.c',
  '$(touch PWNED).c',
  "a');process.exit(0);('.c",
  'a\\";touch PWNED;\\".c',
  'a${x:=$(touch PWNED)}.c',
];
const harmless = [
  '-n.c',
  'a b.c',
  ' a.c',
  'a%s.c',
  'a!b.c',
  '!!.c',
  'größe ü 名.c',
  '#a.c',
  '*.c',
  'a(b).c',
  '[id].c',
  '~a.c',
  '$id.c',
];

const shell = (line: string): Invocation => ({ line: template(line, braces) });

/** Read once: it says yes if it finds the needle. */
const once = shell(`grep -q needle {} && grep -q needle "{}" && grep -q needle '{}'`);

/** Read again by other programs. */
const again: readonly Invocation[] = [
  shell(
    [
      `sh -c 'grep -q needle {}'`,
      `sh -c "grep -q needle {}"`,
      `sh -c 'grep -q needle "{}"'`,
      `sh -c "grep -q needle '{}'"`,
      `sh -c "sh -c 'grep -q needle {}'"`,
      'eval grep -q needle {}',
      `node -e "process.exit(require('fs').readFileSync('{}').includes('needle') ? 0 : 1)"`,
    ].join(' && '),
  ),
  { program: template('sh', braces), args: ['-c', 'grep -q needle {}'].map((word) => template(word, braces)) },
];

/** Was a command of a name run? */
const ran = () => readdirSync(directory.path, { recursive: true }).some((name) => /(^|\/)PWNED$/.test(String(name)));

async function verdictOf(invocation: Invocation, place: string, path: string): Promise<string> {
  const file = join(directory.path, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, 'needle');
  const placement = placements.find(({ name }) => name === place)!;
  const command = { invocation, cwd: userPath(directory.path) };
  const target = { fileName: path.slice(path.lastIndexOf('/') + 1), file, root: directory.path };
  const oracle = await openOracle({ command, placement, ...target });
  try {
    return (await oracle.observe(Buffer.from('a needle'), 9000, forever)).verdict;
  } finally {
    oracle.dispose();
    assert.equal(readFileSync(file, 'utf8'), 'needle');
  }
}

describe('A name that is hard for shells', () => {
  for (const { name: place } of placements) {
    for (const [at, name] of [...commands, ...harmless].entries()) {
      // One of each three, another one in each place.
      const often = everything || (at + placements.findIndex((one) => one.name === place)) % 3 === 0;
      (often ? it : it.skip)(`is never run: ${JSON.stringify(name)}, ${place}`, async () => {
        assert.equal(await verdictOf(once, place, name), 'holds');
        for (const invocation of again) {
          const verdict = await verdictOf(invocation, place, name);
          // A harmless name that another shell cannot read stays what it is where others may look for it.
          if (place === 'copy' || commands.includes(name)) assert.equal(verdict, 'holds');
          assert.ok(!ran());
        }
      });
    }

    // A copy has no directories of others above it.
    if (place === 'copy') continue;
    seldom.it(`may be that of a directory, ${place}`, async () => {
      for (const name of commands) {
        assert.equal(await verdictOf(again[0], place, `${name}/src/in.c`), 'holds', name);
        assert.ok(!ran(), name);
      }
    });
  }

  seldom.it('is one word to PowerShell, as a stand-in shows that knows its quotes', async () => {
    const parser = `const words = [...process.argv[5].matchAll(/'((?:[^']|'')*)'/g)];
const isRead = ([, word]) => require('fs').readFileSync(word.replaceAll("''", "'"), 'utf8') === 'a needle';
process.exit(process.argv[4] === '-Command' && words.length === 2 && words.every(isRead) ? 0 : 1);`;
    const program = join(directory.path, 'pwsh');
    writeFileSync(`${program}.js`, parser);
    writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${program}.js' "$@"\n`, { mode: 0o755 });
    const invocation = { ...shell(`check {} '{}'`), shell: program };
    for (const name of [...commands, ...harmless]) {
      assert.equal(await verdictOf(invocation, 'overlay', name), 'holds', name);
    }
  });

  it('stays the name of the candidate where the command does not name it', async () => {
    const name = 'a$(touch PWNED).c';
    const line = shell(`grep -q needle 'a$(touch PWNED).c' && [ "$(ls -A | wc -l)" -eq 1 ]`);
    assert.equal(await verdictOf(line, 'copy', name), 'holds');
  });

  it('finds the neighbours of the file', async () => {
    writeFileSync(join(directory.path, 'beside'), '');
    const line = shell('ls "$(dirname {})/../beside"');
    for (const place of ['overlay', 'in-place']) assert.equal(await verdictOf(line, place, "it's;/in.c"), 'holds');
  });

  it('is refused in a task that puts a part of it into the command', () => {
    const variables = variablesFor({ path: '/R;D/a$(touch PWNED).c' } as Run['uri']);
    for (const variable of ['fileBasename', 'fileBasenameNoExtension', 'fileDirnameBasename']) {
      const words = `cat "\${${variable}}"`;
      assert.throws(() => taskTemplate(words, variables), /^Error: The task uses \$\{file.*a shell could run a part/);
    }
    assert.deepEqual(taskTemplate('cat ${file}', variables).parts, ['cat ', { slot: 'file' }]);
  });
});
