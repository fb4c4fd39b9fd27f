import { settings, workspace } from '../../support/fakeEditor';
import assert from 'node:assert/strict';
import { homedir } from 'node:os';
import { taskTemplate, variablesFor } from '../../../src/vscode/oracles/variables';
import type { Run } from '../../../src/vscode/runs/run';
import { Problem } from '../../../src/vscode/window/buttons';

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
