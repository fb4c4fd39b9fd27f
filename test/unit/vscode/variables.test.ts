import { commands, settings, window, workspace } from '../../support/fakeEditor';
import assert from 'node:assert/strict';
import { homedir } from 'node:os';
import { withAnswers, taskTemplate, variablesFor } from '../../../src/vscode/oracles/variables';
import type { Run } from '../../../src/vscode/runs/run';
import { Problem } from '../../../src/vscode/window/problems';

const folder = (name: string) => ({ name, uri: { scheme: 'file', fsPath: `/home/me/${name}` } });
const uri = { path: '/home/me/project/src/crash.test.js' } as Run['uri'];
/** The parts of a text, in a workspace of these folders. */
const parts = (text: string, folders?: readonly ReturnType<typeof folder>[]) => {
  workspace.workspaceFolders = folders ?? [folder('project')];
  return taskTemplate(text, variablesFor(uri)).parts;
};

describe("a task's variables", () => {
  after(() => {
    workspace.workspaceFolders = undefined;
    delete process.env.NODE;
  });

  it('that name the file become the candidate, the others their value', () => {
    process.env.NODE = '/usr/bin/node';
    assert.deepEqual(parts('${env:NODE} ${workspaceFolder}/run.js --in=${file} ${fileBasename}'), [
      '/usr/bin/node ',
      { real: '/home/me/project' },
      '/run.js --in=',
      { slot: 'file' },
      ' crash.test.js',
    ]);
    assert.deepEqual(parts('${fileDirname}'), [{ slot: 'directory' }]);
    assert.deepEqual(parts('${relativeFile}'), [{ slot: 'relative' }]);
    assert.deepEqual(parts('${workspaceFolder}/${relativeFile}'), [{ slot: 'file' }]);
  });

  it('that name the workspace folder become what has a copy in an overlay', () => {
    for (const name of ['workspaceFolder', 'workspaceRoot', 'fileWorkspaceFolder', 'cwd']) {
      assert.deepEqual(parts(`\${${name}}`), [{ real: '/home/me/project' }]);
      assert.deepEqual(parts(`\${${name}}`, []), [`\${${name}}`]);
    }
  });

  it('have the values that VS Code gives them', () => {
    settings['js.strict'] = true;
    const text =
      '${workspaceFolderBasename} ${fileBasenameNoExtension} ${fileExtname} ${userHome} ${config:js.strict} ${env:NONE}|';
    assert.deepEqual(parts(text), [`project crash.test .js ${homedir()} true |`]);
  });

  it("that are the shell's own are left to the shell", () => {
    assert.deepEqual(parts('echo ${HOME} ${x:-y} ${config:no.such}'), ['echo ${HOME} ${x:-y} ${config:no.such}']);
  });

  it('that name another folder have its path', () => {
    const text = '${workspaceFolder:other} ${fileDirnameBasename}';
    assert.deepEqual(parts(text, [folder('project'), folder('other')]), ['/home/me/other src']);
  });

  it('that nobody knows are refused by name', () => {
    for (const name of [
      'input:which',
      'command:pick',
      'lineNumber',
      'selectedText',
      'workspaceFolder:other',
      'execPath',
    ]) {
      assert.throws(
        () => parts(`run \${${name}}`),
        (error: Error) => {
          assert.ok(error instanceof Problem);
          return error.message.includes(`\${${name}}`);
        },
      );
    }
  });
});

describe('what a task asks for', () => {
  const { executeCommand } = commands;
  const asked: unknown[] = [];
  /** The parts of a text with the answers of the user; undefined without them. */
  const answered = async (text: string, known: Record<string, string> = {}) =>
    withAnswers(
      variablesFor(uri),
      uri,
      new Map(Object.entries(known)),
      (variables) => taskTemplate(text, variables).parts,
    );
  const answer = (word: string | undefined) =>
    Object.assign(window, {
      showInputBox: async ({ prompt, value }: { prompt?: string; value?: string }) => {
        asked.push([prompt, value]);
        return word;
      },
      showQuickPick: async (items: readonly { value: string }[]) => {
        asked.push(items.map(({ value }) => value));
        return items[0];
      },
    });

  before(() => {
    workspace.workspaceFolders = [folder('project'), folder('other')];
    settings.inputs = [
      { id: 'which', type: 'promptString', description: 'Which word?', default: 'hay' },
      { id: 'kind', type: 'pickString', options: ['straw', { label: 'Thread', value: 'thread' }], default: 'thread' },
      { id: 'told', type: 'command', command: 'a.word', args: { of: 'told' } },
      { id: 'odd', type: 'promptNumber' },
    ];
    const values: Record<string, unknown> = { 'a.word': 'pin', 'a.number': 3 };
    Object.assign(commands, {
      executeCommand: async (name: string, args: unknown) => {
        asked.push([name, args]);
        return values[name];
      },
    });
  });

  beforeEach(() => asked.splice(0));

  after(() => {
    workspace.workspaceFolders = undefined;
    delete settings.inputs;
    Object.assign(commands, { executeCommand });
  });

  it('is asked for once, with the default first', async () => {
    answer('needle');
    const text = '${input:which} ${input:kind} ${input:told} ${command:a.word} ${input:which} ${file}';
    assert.deepEqual(await answered(text), ['needle thread pin pin needle ', { slot: 'file' }]);
    assert.deepEqual(asked, [
      ['Which word?', 'hay'],
      ['thread', 'straw'],
      ['a.word', { of: 'told' }],
      ['a.word', undefined],
    ]);
  });

  it('is not asked for if it is known, beside the other variables', async () => {
    const text = '${input:which} ${workspaceFolder:other} ${fileDirnameBasename}';
    assert.deepEqual(await answered(text, { 'input:which': 'this' }), ['this /home/me/other src']);
    assert.deepEqual(asked, []);
  });

  it('is nothing if it is not answered: then nothing more is asked', async () => {
    answer(undefined);
    assert.equal(await answered('${input:which} ${input:kind}'), undefined);
    assert.equal(await answered('${command:no.answer}'), undefined);
    assert.equal(asked.length, 2);
  });

  it('is not asked for if the task has another problem', async () => {
    await assert.rejects(answered('${input:which} ${execPath}'), /cannot resolve \$\{execPath\}/);
    assert.deepEqual(asked, []);
  });

  it('is refused if tasks.json does not say how to ask', async () => {
    await assert.rejects(answered('${input:nothing}'), /tasks\.json has no input "nothing"/);
    await assert.rejects(answered('${input:odd}'), /"odd" of tasks\.json has the unknown type "promptNumber"/);
    await assert.rejects(answered('${command:a.number}'), /The command a\.number of the task returns no text/);
  });
});
