/** The lines that people try first, and those of other reducers: each works, or ends in a sentence with a line that works. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { understood } from '../../../src/cli/guesses/commandLine';
import { withRule } from '../../../src/cli/guesses/rule';
import { everything } from '../../support/everything';
import { freshDirectory } from '../../support/files';
import { cli, whittle } from '../../support/cli';
import { ofPeers } from '../../support/ofPeers';

const commands = ['reduce', 'test', 'isolate', 'compare', 'repro', 'worker', 'workers', 'mcp', 'searches', 'languages'];

/** What is meant; with `?` in front it is only proposed. */
const guesses: readonly (readonly [string, string])[] = [
  // Without reduce, --test or {}
  ['crash.js -- node tool.mjs', "reduce crash.js --test 'node tool.mjs {}' --stdin --same-failure"],
  ["crash.js 'node tool.mjs'", "reduce crash.js --test 'node tool.mjs {}' --stdin --same-failure"],
  ['reduce crash.js -- node tool.mjs {}', "reduce crash.js --test 'node tool.mjs {}' --same-failure"],
  ['reduce crash.js -- node tool.mjs', "reduce crash.js --test 'node tool.mjs {}' --stdin --same-failure"],
  ['crash.js -- node tool.mjs crash.js', "reduce crash.js --test 'node tool.mjs {}' --same-failure"],
  ["crash.js 'node tool.mjs ./crash.js'", "reduce crash.js --test 'node tool.mjs {}' --same-failure"],
  ["reduce crash.js --test 'node tool.mjs crash.js'", "reduce crash.js --test 'node tool.mjs {}'"],
  ['reduce crash.js --test \'node tool.mjs "crash.js"\'', "reduce crash.js --test 'node tool.mjs {}'"],
  ["reduce crash.js --test 'node tool.mjs < crash.js'", "reduce crash.js --test 'node tool.mjs < {}'"],
  ["reduce crash.js --test 'node tool.mjs'", "reduce crash.js --test 'node tool.mjs {}' --stdin"],
  ["reduce crash.js --test 'node tool.mjs | grep boom'", "reduce crash.js --test 'node tool.mjs | grep boom' --stdin"],
  ["reduce crash.js --test 'grep -q boom crash.js'", "reduce crash.js --test 'grep -q boom {}'"],
  [
    'reduce crash.js --test node tool.mjs {} --same-failure',
    "reduce crash.js --test 'node tool.mjs {}' --same-failure",
  ],
  // A script of this directory is not on the PATH
  ["reduce crash.js --test 'has-argument.sh {}'", "reduce crash.js --test './has-argument.sh {}'"],
  ['reduce crash.js --test has-argument.sh {}', "reduce crash.js --test './has-argument.sh {}'"],
  ["crash.js 'has-argument.sh {}'", "reduce crash.js --test './has-argument.sh {}'"],
  ["isolate crash.js fine.js -t 'plain.sh {}'", "isolate crash.js fine.js --test 'bash plain.sh {}'"],
  ["reduce . --test 'has-argument.sh {}/crash.js'", "reduce . --test './has-argument.sh {}/crash.js'"],
  ["reduce crash.js --test 'sh by-name.sh'", 'reduce crash.js --test HERE/by-name.sh'],
  ["reduce --test 'node tool.mjs {}'", "? reduce - --test 'node tool.mjs {}' --same-failure"],
  // As it is typed without us.
  ['node tool.mjs crash.js', "reduce crash.js --test 'node tool.mjs {}' --stdin --same-failure"],
  // Nothing runs, and nothing is proposed where a word may belong to another one.
  ["crash.js 'node tool.mjs {}' --stderr boom", "reduce crash.js --test 'node tool.mjs {}' --match stderr:boom"],
  ["crash.js 'node tool.mjs {}' --frobnicate boom", '? '],
  ['crash.js --no-such -- node tool.mjs', "? reduce crash.js --test 'node tool.mjs {}' --stdin --same-failure"],
  ['crash.js ./no-tool.sh', '? '],
  ['creduce ./no-tool.sh crash.js', '? '],
  ['reduce crash.js --same-failure', "? reduce crash.js --test 'node {}' --same-failure"],
  ["'node tool.mjs' crash.js", "reduce crash.js --test 'node tool.mjs {}' --stdin --same-failure"],
  ['crash.js node tool.mjs', "reduce crash.js --test 'node tool.mjs {}' --stdin --same-failure"],
  ['- -- node tool.mjs {}', "reduce - --test 'node tool.mjs {}' --same-failure"],
  ["reduce - -t 'node tool.mjs {}'", "reduce - --test 'node tool.mjs {}'"],
  // Folders
  ['app -- node app/main.js', "reduce app --test 'node {}/main.js' --same-failure"],
  ["reduce app --test 'node ./app/main.js'", "reduce app --test 'node {}/main.js'"],
  ['reduce app/ -- node main.js', "reduce app/ --test 'node main.js' --same-failure"],
  ["reduce app --test 'sh in-folder.sh'", "reduce app --test 'sh HERE/in-folder.sh'"],
  ['app -- ./in-folder.sh', 'reduce app --test HERE/in-folder.sh'],
  ['app ./in-folder.sh', 'reduce app --test HERE/in-folder.sh'],
  ['app ./of-folder.sh', "reduce app --test './of-folder.sh {}'"],
  ['app -- sh of-folder.sh', "reduce app --test 'sh of-folder.sh {}'"],
  ["reduce app --test 'sh of-folder.sh .'", "reduce app --test 'sh HERE/of-folder.sh .'"],
  // Flags
  ["reduce crash.js -t 'node tool.mjs {}'", "reduce crash.js --test 'node tool.mjs {}'"],
  ["reduce crash.js --cmd 'node tool.mjs {}'", "reduce crash.js --test 'node tool.mjs {}'"],
  ["crash.js --command 'node tool.mjs {}' -q", "reduce crash.js --test 'node tool.mjs {}' --quiet"],
  [
    'crash.js --max-time 1m -- node tool.mjs {}',
    "reduce crash.js --test 'node tool.mjs {}' --same-failure --max-time 1m",
  ],
  [
    'crash.js --timeout=5s -- node tool.mjs {}',
    "reduce crash.js --test 'node tool.mjs {}' --same-failure --timeout 5s",
  ],
  [
    "reduce crash.js --test 'node tool.mjs {}' --exit not 0",
    "reduce crash.js --test 'node tool.mjs {}' --exit 'not 0'",
  ],
  ["reduce crash.js --test 'node tool.mjs {}' --watch", "? reduce crash.js --test 'node tool.mjs {}'"],
  ["reduce crash.js --tset 'node tool.mjs {}'", "? reduce crash.js --test 'node tool.mjs {}'"],
  ["reduce crash.js --test 'node tool.mjs {}' --frobnicate", "? reduce crash.js --test 'node tool.mjs {}'"],
  ["reduce crash.js --test 'node tool.mjs {}' -j2", "reduce crash.js --test 'node tool.mjs {}' -j2"],
  [
    "reduce crash.js --test 'node tool.mjs {}' --in-place",
    "reduce crash.js --test 'node tool.mjs {}' --place in-place",
  ],
  // What is missing or misspelled
  ['crash.js', "? reduce crash.js --test 'node {}' --same-failure"],
  ['reduce crash.js', "? reduce crash.js --test 'node {}' --same-failure"],
  ['.', "? reduce . --test 'npm test' --same-failure"],
  ['reduce .', "? reduce . --test 'npm test' --same-failure"],
  ['test', '? test cart.test.js'],
  ['test main.test.js', '? test unit/main.test.js'],
  ['test unit/', '? test unit/main.test.js'],
  ['test unit/tests', '? test unit/tests/test_a.py'],
  ["test cart.test.js -t 'a cart'", "test cart.test.js --name 'a cart'"],
  ['test cart.test.js::a::b', 'test cart.test.js --name a --name b'],
  ['continue crash.js', "? reduce crash.js --test 'node {}' --same-failure"],
  ["reduce - --test 'grep -q boom'", "reduce - --test 'grep -q boom' --stdin"],
  ['cart.test.js', 'test cart.test.js'],
  ["reduse crash.js --test 'node tool.mjs {}'", "? reduce crash.js --test 'node tool.mjs {}'"],
  ["reduce crahs.js --test 'node tool.mjs {}'", "? reduce crash.js --test 'node tool.mjs {}'"],
  ['isolate crash.js fine.js -- node tool.mjs {}', "isolate crash.js fine.js --test 'node tool.mjs {}' --same-failure"],
  [
    'compare crash.js --searches lines,hddr -- node tool.mjs {}',
    "compare crash.js --test 'node tool.mjs {}' --same-failure --searches lines,hddr",
  ],
];

const tool = `import fs from 'node:fs';\nconst text = fs.readFileSync(process.argv[2] ?? 0, 'utf8');\nif (/boom/.test(text)) throw new Error('boom');`;

const input = `${Array.from({ length: 12 }, (_, at) => `let v${at} = ${at};`).join('\n')}\nthrow new Error('boom');\n`;

/** As a shell would take it apart. */
function wordsOf(line: string): string[] {
  return [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, one, two, three]) => one ?? two ?? three);
}

function prepare(directory: string): void {
  const at = (name: string) => join(directory, name);
  const script = (name: string, text: string) => {
    writeFileSync(at(name), `#!/bin/sh\n${text}\n`);
    chmodSync(at(name), 0o755);
  };
  writeFileSync(at('tool.mjs'), tool);
  writeFileSync(at('crash.js'), input);
  writeFileSync(at('fine.js'), input.replace('boom', 'bang'));
  writeFileSync(at('package.json'), '{"name": "shop", "scripts": {"test": "node crash.js"}}');
  mkdirSync(at('app'), { recursive: true });
  writeFileSync(at('app/main.js'), "const a = 1;\nthrow new Error('boom');\n");
  mkdirSync(at('unit/tests'), { recursive: true });
  writeFileSync(at('unit/tests/__init__.py'), '');
  writeFileSync(at('unit/tests/test_a.py'), 'def test_a(): assert False\n');
  writeFileSync(at('unit/main.test.js'), "throw new Error('boom');\n");
  mkdirSync(at('node_modules'));
  writeFileSync(at('cart.test.js'), "require('node:test').test('a cart', () => { throw new Error('boom'); });\n");
  script('by-name.sh', 'grep -q boom crash.js');
  writeFileSync(at('plain.sh'), '#!/usr/bin/env bash\n[[ $(cat "$1") == *boom* ]]\n');
  script('of-folder.sh', 'grep -q boom "$1/main.js"');
  script('in-folder.sh', 'grep -q boom main.js');
  script('has-argument.sh', 'grep -q boom "$1"');
  script('reads-input.sh', 'grep -q boom /dev/stdin');
}

describe('what people type first', function () {
  this.timeout(600_000); // pastes some sixty lines, each a process of its own
  const directory = freshDirectory();

  /** As a line is understood in a directory like that of `prepare`. */
  const known = new Map<string, string>();

  async function meant(line: string): Promise<string> {
    const found = known.get(line) ?? (await understand(line));
    known.set(line, found);
    return found;
  }

  async function understand(line: string): Promise<string> {
    const before = process.cwd();
    process.chdir(directory.path);
    try {
      const { words: all, problem } = understood(wordsOf(line), commands);
      const words = await withRule(all, problem !== undefined);
      const quoted = words.map((word) => (/[^\w@%+=:,./~{}-]/.test(word) ? `'${word}'` : word)).join(' ');
      return `${problem === undefined ? '' : '? '}${quoted}`.replaceAll(process.cwd(), 'HERE');
    } finally {
      process.chdir(before);
    }
  }

  async function others(rows: typeof guesses) {
    const wrong: string[][] = [];
    for (const [line, expected] of rows) {
      const understood = await meant(line);
      if (understood !== expected) wrong.push([line, understood]);
    }
    return wrong;
  }

  beforeEach(() => prepare(directory.path));

  it(`is understood, or answered by the line that is meant: ${guesses.length} lines`, async () => {
    assert.ok(guesses.length >= 35);
    assert.deepEqual(await others(guesses), []);
  });

  it(`is understood in the way of other reducers: ${ofPeers.length} lines of their documentation`, async () => {
    assert.equal(ofPeers.length, 40);
    assert.deepEqual(await others(ofPeers), []);
  });

  it('works when it is pasted', async () => {
    const all: string[] = [];
    for (const [line] of [...guesses, ...ofPeers])
      all.push((await meant(line)).replace(/^\? /, '').replaceAll('HERE', directory.path));
    const lines = [...new Set(all)].filter((line) => !/^(?:reduce [-.] |test )/.test(line));
    assert.ok(lines.length >= 30, `${lines.length}`);
    for (const line of everything ? lines : lines.filter((_, at) => at % 6 === 0)) {
      prepareAgain();
      let { code, stdout, stderr } = await whittle(wordsOf(line), directory.path);
      // A rule was given, though not the right one: its remedy is a line, too.
      const [, remedy] = /If this failure is the bug:\n {2}whittle (.*)/.exec(stderr) ?? [];
      if (remedy) ({ code, stdout, stderr } = await whittle(wordsOf(remedy), directory.path));
      assert.equal(code, 0, `${line}\n${stdout}${stderr}`);
    }
  });

  it('says the line that it has understood, and proposes another where that is not sure', async () => {
    const guess = await whittle(['crash.js', '--', 'node', 'tool.mjs'], directory.path);
    assert.equal(guess.code, 0, guess.stderr);
    assert.match(guess.stderr, /^whittle reduce crash\.js --test 'node tool\.mjs \{\}' --stdin --same-failure\n/);
    const watched = await whittle(['reduce', 'crash.js', '--watch', '--', 'node', 'tool.mjs'], directory.path);
    assert.equal(watched.code, 2);
    const refused = await whittle(['crash.js', '--bogus', '--', 'touch', 'ran'], directory.path);
    assert.equal(refused.code, 2);
    assert.match(
      refused.stderr,
      /^whittle: There is no --bogus\. Try:\n {2}whittle reduce crash\.js --test 'touch ran \{\}'/,
    );
    assert.ok(!existsSync(join(directory.path, 'ran')));
    const swapped = await whittle(['isolate', 'fine.js', 'crash.js', '--', 'node', 'tool.mjs', '{}'], directory.path);
    assert.match(swapped.stderr, /^The command fails on crash\.js, and not on fine\.js\. If they are swapped:\n/);
    assert.match(
      swapped.stderr,
      /^ {2}whittle isolate crash\.js fine\.js --test 'node tool\.mjs \{\}[^']*' --same-failure$/m,
    );
    assert.match(watched.stderr, /^whittle: There is no --watch: .* Try:\n {2}whittle reduce crash\.js --test /);
  });

  it('says how to reduce what is piped in, where it took the tool for the input', () => {
    const program = "if (/b[a]d/.test(require('fs').readFileSync(0, 'utf8'))) process.exit(3);";
    writeFileSync(join(directory.path, 'reads.cjs'), program);
    const line = `cat crash.js | '${process.execPath}' '${cli}' node reads.cjs`;
    const { stderr, status } = spawnSync('sh', ['-c', line], { cwd: directory.path, encoding: 'utf8' });
    assert.equal(status, 1);
    assert.match(
      stderr,
      /The command does not fail on reads\.cjs\. If what is piped in is the input:\n {2}cat FILE \| whittle - -- node reads\.cjs\n/,
    );
  });

  function prepareAgain(): void {
    execFileSync('rm', ['-rf', 'node_modules', 'out.js'], { cwd: directory.path });
    prepare(directory.path);
  }
});
