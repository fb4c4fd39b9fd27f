/** What the tools for language models ask and refuse before anything runs. */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { commandsOf } from '../../../src/reduction/job';
import { languageModelTools as tools, workspace } from '../../support/fakeEditor';
import { oracleOf, registerAgentTools } from '../../../src/vscode/agents/agentTools';
import type { Controller } from '../../../src/vscode/controller';
import { workplace } from '../../support/cli';

const { directory, at, write } = workplace();

before(() => void registerAgentTools(undefined as unknown as Controller));
beforeEach(() => {
  workspace.isTrusted = true;
  workspace.workspaceFolders = [{ uri: { scheme: 'file', fsPath: directory.path } }];
  write('in.js', 'needle');
});

async function asked(name: string, input: object): Promise<string[]> {
  const { confirmationMessages, invocationMessage } = await tools.get(name)!.prepareInvocation({ input });
  return [invocationMessage, confirmationMessages.title, confirmationMessages.message.value];
}

/** Neither asked nor run. */
async function refused(input: object | undefined, sentence: RegExp): Promise<void> {
  const tool = tools.get('whittle_reduce')!;
  const calls = [() => tool.prepareInvocation({ input }), () => tool.invoke({ input })];
  for (const call of calls) {
    await assert.rejects(call(), ({ message }: Error) => sentence.test(message) && /^[^\n]+\.$/.test(message));
  }
}

describe('The tools for language models', () => {
  it('show the command, its directory and the file before it runs', async () => {
    mkdirSync(at('sub'));
    assert.deepEqual(await asked('whittle_reduce', { file: 'in.js', command: 'rm -rf {}', cwd: 'sub' }), [
      'Reducing in.js',
      'Let Whittle reduce in.js?',
      `Whittle runs this command in ${at('sub')} tens or hundreds of times, on copies of in.js:\n[rm -rf {}]`,
    ]);
    const [, , test] = await asked('whittle_reduce', { file: 'in.js', test: ['cart', 'adds'] });
    assert.match(test, /the test "cart adds" of in\.js/);
    const [doing, , isolation] = await asked('whittle_isolate', { failing: at('in.js'), command: 'check {}' });
    assert.equal(doing, 'Isolating in.js');
    assert.match(isolation, /\[check \{\}\]$/);
  });

  it('refuse wrong calls before the user is asked, and every call where nothing may run', async () => {
    const call = { file: 'in.js', command: 'true {}' };
    await refused(undefined, /The file is missing/);
    await refused({ ...call, jobs: 0 }, /"jobs" is 0/);
    await refused({ ...call, test: [] }, /A failing test needs no command/);
    await refused({ ...call, file: '../in.js' }, /outside of the workspace/);
    await refused({ ...call, cwd: '/' }, /outside of the workspace/);
    workspace.workspaceFolders = undefined;
    await refused(call, /No folder is open/);
    workspace.isTrusted = false;
    await refused(call, /not trusted/);
  });

  it('pass on rules and limits; candidates never take the place of the file', () => {
    const command = 'echo ${HOME} {}';
    const oracleWith = (given: object) => oracleOf({ command, ...given }, '/work');
    const rule = { exit: '3', match: ['panic'], noMatch: ['fine'], runs: 3, need: 2, jobs: 2, maxTests: 9 };
    const { oracle, values } = oracleWith({ ...rule, timeout: 7, maxTime: 1.5, place: 'overlay' });
    assert.deepEqual(values, { ...rule, command, timeout: 7, maxTime: 1.5, place: 'overlay' });
    const [one, ...others] = commandsOf(oracle);
    assert.deepEqual(others, []);
    assert.deepEqual(one.command.invocation, {
      line: { source: command, parts: ['echo ${HOME} ', { slot: 'file' }] },
    });
    const [match, noMatch] = [[{ pattern: 'panic' }], [{ pattern: 'fine' }]];
    assert.deepEqual(one.rule, { exit: { codes: [3] }, match, noMatch });
    assert.equal(oracleWith({}).values.place, 'copy');
    const { oracle: test, values: own } = oracleWith({ test: ['cart', 'adds'], passesAt: 'HEAD~1' });
    assert.deepEqual(test, { kind: 'test', titles: ['cart', 'adds'], file: undefined, passesAt: 'HEAD~1' });
    assert.equal(own.place, 'overlay');
  });
});
