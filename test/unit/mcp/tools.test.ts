/** The tools of `whittle mcp`, as the SDK's client sees them. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { workplace } from '../../support/cli';
import { manifest } from '../../support/manifest';
import { served, textsOf, type Served } from '../../support/mcp';
import { ownState } from '../../support/state';
import { seldom } from '../../support/seldom';

let server: Served | undefined;
// Before the check that nothing is left: hooks run in the order in which they are defined.
afterEach(async () => {
  await server?.client.close();
  server = undefined;
});
const { directory, at, write, read } = workplace();
ownState(at);
const hay = Array.from({ length: 40 }, (_, line) => `let a${line} = ${line};`);
const input = [...hay.slice(0, 20), 'function f() { needle(); }', ...hay.slice(20)].join('\n');
const quick = { jobs: 1, timeout: 60 };
const grep = { command: 'grep needle {}', ...quick };

const start = async (roots?: readonly string[]) => (server = await served(directory.path, roots));

/** The one sentence of a call that fails. */
async function refused(given: object, tool = 'whittle_reduce'): Promise<string> {
  const answer = await (server ?? (await start())).call(tool, given);
  assert.equal(answer.isError, true);
  const [sentence] = textsOf(answer);
  assert.match(sentence, /^[^\n]+\.$/);
  return sentence;
}

describe('whittle mcp', () => {
  it('lists its tools, as VS Code has them, in few words, and warns of what they may do', async () => {
    const { client } = await start();
    const { tools } = await client.listTools();
    assert.deepEqual(
      tools.map(({ name }) => name),
      ['whittle_reduce', 'whittle_isolate', 'whittle_continue'],
    );
    const told = tools.map(({ name, title, description, inputSchema }) => ({ name, title, description, inputSchema }));
    assert.ok(JSON.stringify(told).length <= 6000, `${JSON.stringify(told).length} characters`);
    for (const { annotations } of tools) {
      assert.equal(annotations?.destructiveHint, true);
      assert.equal(annotations.readOnlyHint, false);
    }
    const fields = Object.values({ ...tools[0].inputSchema.properties }) as { description?: string }[];
    assert.ok(fields.every(({ description }) => description));
    const inEditor = manifest.contributes.languageModelTools.map(({ name, modelDescription, inputSchema }) => [
      name,
      modelDescription,
      inputSchema,
    ]);
    assert.deepEqual(
      tools.slice(0, 2).map(({ name, description, inputSchema }) => [name, description, inputSchema]),
      inEditor,
    );
    assert.deepEqual(tools[0].inputSchema.required, ['file']);
    for (const name of ['maxTime', 'timeout']) {
      const { type, pattern } = tools[0].inputSchema.properties![name] as { type: string[]; pattern: string };
      assert.deepEqual(type, ['number', 'string']);
      assert.ok(['5m', '500ms', '2'].every((text) => new RegExp(pattern).test(text)) && !RegExp(pattern).test('soon'));
    }
    assert.match(client.getInstructions() ?? '', /strict/);
  });

  it('reduces a file to a new one, and keeps older results', async () => {
    write('in.js', input);
    write('in.reduced.js', 'older');
    const { call } = await start();
    const answer = await call('whittle_reduce', { file: 'in.js', ...grep });
    assert.equal(read('in.reduced.js').trim(), 'needle');
    assert.equal(read('in.reduced.1.js'), 'older');
    assert.equal(read('in.js'), input);
    const [words, text, ...others] = textsOf(answer);
    assert.match(words, /→ 1 token .* tests .*: nothing is left to try\. It was tested again and still fails\.$/m);
    assert.match(words, /^The result is in .*in\.reduced\.js\.\nWhat counts as the failure: exit code 0\.$/m);
    assert.match(words, /in\.reduced\.1\.js\.$/m);
    assert.equal(text, read('in.reduced.js'));
    assert.deepEqual(others, []);
    assert.equal(answer.structuredContent, undefined);
    // The same call again continues: nothing is tested but the result, and nothing is renamed.
    const again = await call('whittle_reduce', { file: 'in.js', ...grep });
    assert.equal(textsOf(again)[1], text);
    assert.equal(existsSync(at('in.reduced.2.js')), false);
  });

  it('tests everything again if what the same call has found no longer fails', async () => {
    write('in.js', input);
    write('word', 'needle');
    const { call } = await start();
    const given = { file: 'in.js', command: `grep "$(cat ${at('word')})" {}`, ...quick };
    assert.equal(textsOf(await call('whittle_reduce', given))[1].trim(), 'needle');
    write('word', 'a7');
    const [words, text] = textsOf(await call('whittle_reduce', given));
    assert.match(words, /still fails/);
    assert.match(text, /^\w*a7\s*$/);
  });

  it('reduces a folder, and answers with its files; a reproduction is one that was run', async () => {
    mkdirSync(at('app'));
    write('app/in.js', input);
    write('app/other.js', hay.join('\n'));
    const { call } = await start();
    const given = { file: 'app', command: 'grep needle in.js', ...quick };
    const [words, text] = textsOf(await call('whittle_reduce', given));
    assert.match(words, /^1 of 2 files · .*still fails\.\nThe result is in .*app\.reduced\.$/m);
    assert.match(text, /^--- in\.js\n.*needle/);
    assert.match(read('app.reduced/in.js'), /needle/);
    const [told] = textsOf(await call('whittle_reduce', { ...given, repro: true }));
    const path = /^The result is in (.*app\.repro)\.$/m.exec(told)?.[1];
    assert.equal(path, at('app.repro'));
    assert.ok(existsSync(join(path, 'README.md')));
  });

  it('keeps text that matches keep', async () => {
    write('in.js', input);
    const { call } = await start();
    const [, text] = textsOf(
      await call('whittle_reduce', { file: 'in.js', ...grep, keep: ['let a7 = 7;'], effort: 'quick' }),
    );
    assert.match(text, /let a7 = 7;/);
    assert.match(text, /needle/);
  });

  seldom.it('takes rules and limits', async () => {
    write('in.js', input);
    mkdirSync(at('there'));
    write('there/check.sh', 'if grep -q "needle()" "$1"; then echo panic; exit 3; fi; echo fine');
    const { call } = await start();
    const given = { file: at('in.js'), command: 'sh check.sh {}', cwd: 'there', ...quick };
    await call('whittle_reduce', { ...given, exit: '3', match: ['^panic'], noMatch: ['fine'] });
    assert.equal(read('in.reduced.js').trim(), 'needle()');
    await call('whittle_reduce', { ...given, sameFailure: true });
    assert.equal(read('in.reduced.js').trim(), 'needle()');
    const [words] = textsOf(await call('whittle_reduce', { ...given, match: ['^panic'], maxTests: 4 }));
    const token = /: stopped at maxTests\. [^]*^Call whittle_continue with the token (\w+) to go on/m.exec(words)?.[1];
    const goneOn = textsOf(await call('whittle_continue', { token }));
    assert.match(goneOn[0], /: nothing is left to try\. It was tested again and still fails\./);
    assert.equal(goneOn[1].trim(), 'needle()');
  });

  it('isolates a difference', async () => {
    write('bad.txt', 'one two needle four five\n');
    write('good.txt', 'one 2 three four 5\n');
    const { call } = await start();
    const answer = await call('whittle_isolate', { failing: 'bad.txt', passing: 'good.txt', ...grep });
    assert.match(
      textsOf(answer)[0],
      /^1 word differs .*still fails\.\nThe results are bad\.failing\.txt and bad\.passing\.txt in /,
    );
    assert.match(textsOf(answer)[1], /^\+.*needle/m);
    assert.match(read('bad.failing.txt'), /needle/);
    assert.doesNotMatch(read('bad.passing.txt'), /needle/);
  });

  it('answers wrong arguments with one sentence each', async () => {
    write('in.js', input);
    const file = 'in.js';
    assert.match(await refused({ ...grep }), /^The file is missing: give a path\.$/);
    assert.match(
      await refused({ file, ...grep, jobs: 0 }),
      /^The option "jobs" is 0: give a whole number from 1 to 256\.$/,
    );
    assert.match(await refused({ file, ...grep, colour: 1 }), /no option "colour"/);
    assert.match(await refused({ file, ...grep, exit: 'never' }), /"never" is not an exit code rule/);
    assert.match(await refused({ file, ...grep, match: ['('] }), /\(/);
    assert.match(await refused({ file }), /^Give command\. Or give test, /);
    assert.match(await refused({ file, ...grep, test: [] }), /^A failing test needs no command: remove one\.$/);
    assert.match(await refused({ file, test: [], sameFailure: true }), /its own rule and place: remove sameFailure\.$/);
    assert.match(
      await refused({ file, ...grep, sameFailure: true, exit: '1' }),
      /\("sameFailure"\) cannot be combined/,
    );
    assert.match(await refused({ file, ...grep, search: 'none' }), /none/);
    assert.match(await refused({ file, ...grep, cwd: 'nowhere' }), /nowhere is no directory/);
    assert.match(await refused({ file: 'no.js', ...grep }), /no\.js does not exist/);
    assert.match(await refused({ failing: file, ...grep, command: '' }, 'whittle_isolate'), /"command" is ""/);
    mkdirSync(at('folder'));
    write('in.js.txt', input);
    mkdirSync(at('in.js.reduced.txt'));
    assert.match(await refused({ file: 'in.js.txt', ...grep }), /in\.js\.reduced\.txt is a directory: move it away/);
    assert.match(await refused({ file: 'folder', test: [] }), /folder is a directory: give the test file\.$/);
    assert.match(await refused({ failing: 'folder', ...grep }, 'whittle_isolate'), /folder is a directory: give/);
    assert.match(await refused({ token: 'x' }, 'whittle_continue'), /No run has the token "x" here: make the call/);
    await assert.rejects(server!.call('whittle_guess', {}), /no tool "whittle_guess"/);
    assert.deepEqual(server!.stderr(), '');
  });

  seldom.it('says why a command is no oracle, with its output', async () => {
    write('in.js', input);
    const given = { file: 'in.js', ...quick };
    assert.match(await refused({ ...given, command: 'true {}' }), /empty/);
    const answer = await server!.call('whittle_reduce', { ...given, command: 'echo no bug here {}; exit 1' });
    assert.equal(answer.isError, true);
    assert.match(textsOf(answer)[1], /no bug here/);
  });

  seldom.it('answers calls at once on one file with the text of each', async () => {
    write('in.js', input);
    const { call } = await start();
    const needles = ['a3', 'a7', 'a11', 'a13'];
    const commands = needles.map((needle) => `grep -w ${needle} {}`);
    const answers = await Promise.all(
      commands.map((command) => call('whittle_reduce', { file: 'in.js', ...quick, command, search: 'lines' })),
    );
    const texts = answers.map((answer) => textsOf(answer)[1].trim());
    assert.deepEqual(
      texts,
      needles.map((needle) => `let ${needle} = ${needle.slice(1)};`),
    );
  });

  it('answers a message that is too long in few words, and goes on', async () => {
    write('in.js', input);
    const { call } = await start();
    const answer = await call('whittle_reduce', { file: 'x'.repeat(11e6), ...grep });
    assert.equal(answer.isError, true);
    assert.match(textsOf(answer)[0], /xxx…$/);
    assert.match(textsOf(await call('whittle_reduce', { file: 'in.js', ...grep }))[0], /still fails/);
  });

  seldom.it('takes no value for an option', async () => {
    write('-in.js', input);
    const { call } = await start();
    await call('whittle_reduce', { file: '-in.js', ...quick, command: 'grep needle {}', match: ['--help|needle'] });
    assert.equal(read('-in.reduced.js').trim(), 'needle');
  });
});

describe('roots of whittle mcp', () => {
  beforeEach(() => {
    for (const name of ['one', 'two', 'other']) mkdirSync(at(name));
    for (const name of ['two/in.js', 'other/in.js']) writeFileSync(at(name), input);
    write('other/out.js', 'mine');
    symlinkSync(at('other/in.js'), at('one/link.js'));
    symlinkSync(at('other/out.js'), at('two/in.failing.js'));
  });

  it('are those of the client', async () => {
    const { call } = await start([at('one'), at('two')]);
    await call('whittle_reduce', { file: 'in.js', ...grep });
    assert.equal(read('two/in.reduced.js').trim(), 'needle');
    for (const file of [at('other/in.js'), '../other/in.js', at('one/link.js')]) {
      assert.match(await refused({ file, ...grep }), /outside of the workspace \(.*one, .*two\)/);
    }
    assert.match(await refused({ file: 'in.js', ...grep, cwd: at('other') }), /outside/);
    const pair = { failing: 'in.js', passing: at('other/in.js'), ...grep };
    assert.match(await refused(pair, 'whittle_isolate'), /outside/);
    assert.match(await refused({ failing: 'in.js', ...grep }, 'whittle_isolate'), /outside/);
    assert.equal(read('other/out.js'), 'mine');
  });

  it('may be none', async () => {
    await start([]);
    assert.match(await refused({ file: 'two/in.js', ...grep }), /no roots/);
  });

  it('are the directory of the server for a client without roots', async () => {
    server = await served(at('one'));
    assert.match(await refused({ file: join('..', 'two', 'in.js'), ...grep }), /outside/);
  });
});
