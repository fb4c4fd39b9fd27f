/** The tools of `whittle mcp`, as the SDK's client sees them. */
import assert from 'node:assert/strict';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { workplace } from '../../support/cli';
import { manifest } from '../../support/manifest';
import { served, textsOf, type Served } from '../../support/mcp';
import { seldom } from '../../support/seldom';

let server: Served | undefined;
// Before the check that nothing is left: hooks run in the order in which they are defined.
afterEach(async () => {
  await server?.client.close();
  server = undefined;
});
const { directory, at, write, read } = workplace();
const hay = Array.from({ length: 40 }, (_, line) => `let a${line} = ${line};`);
const input = [...hay.slice(0, 20), 'function f() { needle(); }', ...hay.slice(20)].join('\n');
const quick = { jobs: 1, timeout: 60 };
const grep = { command: 'grep needle {}', ...quick };

const start = async (roots?: readonly string[]) => (server = await served(directory.path, roots));

/** The answer has these fields. */
function same({ structuredContent = {} }: CallToolResult, fields: Record<string, unknown>): void {
  const found = Object.keys(fields).map((name) => [name, structuredContent[name]]);
  assert.deepEqual(Object.fromEntries(found), fields);
}

/** The one sentence of a call that fails. */
async function refused(given: object, tool = 'whittle_reduce'): Promise<string> {
  const answer = await (server ?? (await start())).call(tool, given);
  assert.equal(answer.isError, true);
  const [sentence] = textsOf(answer);
  assert.match(sentence, /^[^\n]+\.$/);
  return sentence;
}

describe('whittle mcp', () => {
  it('lists its tools, as VS Code has them, with schemas for what goes in and out, and warns of what they may do', async () => {
    const { client } = await start();
    const { tools } = await client.listTools();
    assert.deepEqual(
      tools.map(({ name }) => name),
      ['whittle_reduce', 'whittle_isolate'],
    );
    for (const { annotations, inputSchema, outputSchema } of tools) {
      assert.equal(annotations?.destructiveHint, true);
      assert.equal(annotations.readOnlyHint, false);
      const fields = Object.values({ ...inputSchema.properties }) as { description?: string }[];
      assert.ok(fields.every(({ description }) => description));
      assert.ok(outputSchema?.required?.includes('verified'));
    }
    const inEditor = manifest.contributes.languageModelTools.map(({ name, modelDescription, inputSchema }) => [
      name,
      modelDescription,
      inputSchema,
    ]);
    assert.deepEqual(
      tools.map(({ name, description, inputSchema }) => [name, description, inputSchema]),
      inEditor,
    );
    assert.deepEqual(tools[0].inputSchema.required, ['file']);
    assert.match(client.getInstructions() ?? '', /strict/);
  });

  it('reduces a file to a new one, and keeps older results', async () => {
    write('in.js', input);
    write('in.reduced.js', 'older');
    const { client, call } = await start();
    await client.listTools(); // With the schemas, the client checks answers.
    const answer = await call('whittle_reduce', { file: 'in.js', ...grep });
    assert.equal(read('in.reduced.js').trim(), 'needle');
    assert.equal(read('in.reduced.1.js'), 'older');
    assert.equal(read('in.js'), input);
    const told = answer.structuredContent as { notes: string[]; tests: number; tokens: { after: number } };
    assert.ok(told.tests > 0);
    assert.match(told.notes.join(), /in\.reduced\.1\.js/);
    assert.equal(told.tokens.after, 1);
    const text = read('in.reduced.js');
    same(answer, { path: at('in.reduced.js'), text, cut: false, verified: true, ending: 'done' });
    const [words, shown] = textsOf(answer);
    assert.match(words, /→ 1 token .* tests .*still fails\.[^]*The result is in .*in\.reduced\.js\.$/);
    assert.equal(shown, text);
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
    const { structuredContent } = await call('whittle_reduce', { ...given, match: ['^panic'], maxTests: 2 });
    assert.equal(structuredContent?.ending, 'tests');
  });

  seldom.it('reduces a failing test without a command', async () => {
    const lines = hay.map((line) => `  ${line}`).join('\n');
    const test = `const test = require('node:test');\nconst assert = require('node:assert');\ntest('adds', () => {\n${lines}\n  assert.equal(1 + 1, 3);\n});\n`;
    write('package.json', '{}');
    write('sum.test.js', test);
    const { call } = await start();
    const answer = await call('whittle_reduce', { file: 'sum.test.js', test: ['adds'], ...quick });
    assert.equal(answer.isError, undefined, textsOf(answer)[0]);
    assert.match(read('sum.test.reduced.js'), /assert\.equal\(1 \+ 1, 3\)/);
    assert.doesNotMatch(read('sum.test.reduced.js'), /let a/);
  });

  it('isolates a difference', async () => {
    write('bad.txt', 'one two needle four five\n');
    write('good.txt', 'one 2 three four 5\n');
    const { client, call } = await start();
    await client.listTools();
    const answer = await call('whittle_isolate', { failing: 'bad.txt', passing: 'good.txt', ...grep });
    same(answer, {
      failingPath: at('bad.failing.txt'),
      passingPath: at('bad.passing.txt'),
      changes: 1,
      unit: 'words',
      verified: true,
    });
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
    assert.match(await refused({ file }), /command, or test/);
    assert.match(await refused({ file, ...grep, test: [] }), /command, or test/);
    assert.match(await refused({ file, test: [], sameFailure: true }), /its own rule/);
    assert.match(await refused({ file, ...grep, sameFailure: true, exit: '1' }), /"same failure" cannot be combined/);
    assert.match(await refused({ file, ...grep, search: 'none' }), /none/);
    assert.match(await refused({ file, ...grep, cwd: 'nowhere' }), /nowhere is no directory/);
    assert.match(await refused({ file: 'no.js', ...grep }), /no\.js does not exist/);
    assert.match(await refused({ failing: file, ...grep, command: '' }, 'whittle_isolate'), /"command" is ""/);
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
    const texts = answers.map(({ structuredContent }) => String(structuredContent?.text).trim());
    assert.deepEqual(
      texts,
      needles.map((needle) => `let ${needle} = ${needle.slice(1)};`),
    );
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
    assert.match(
      await refused({ failing: 'in.js', passing: at('other/in.js'), ...grep }, 'whittle_isolate'),
      /outside/,
    );
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
