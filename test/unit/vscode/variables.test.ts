import '../../support/fakeEditor';
import assert from 'node:assert/strict';
import { taskTemplate, type VariableContext } from '../../../src/vscode/oracles/variables';
import { Problem } from '../../../src/vscode/window/buttons';

const context: VariableContext = {
  folder: { path: '/home/me/project', name: 'project' },
  fileName: 'crash.test.js',
  directoryName: 'src',
  home: '/home/me',
  env: { NODE: '/usr/bin/node' },
  setting: (name) => (name === 'js.strict' ? true : undefined),
};

describe("a task's variables", () => {
  it('that name the file become the candidate, the others their value', () => {
    const { parts } = taskTemplate('${env:NODE} ${workspaceFolder}/run.js --in=${file} ${fileBasename}', context);
    assert.deepEqual(parts, [
      '/usr/bin/node ',
      { real: '/home/me/project' },
      '/run.js --in=',
      { slot: 'file' },
      ' crash.test.js',
    ]);
    assert.deepEqual(taskTemplate('${fileDirname}', context).parts, [{ slot: 'directory' }]);
    assert.deepEqual(taskTemplate('${relativeFile}', context).parts, [{ slot: 'relative' }]);
    assert.deepEqual(taskTemplate('${workspaceFolder}/${relativeFile}', context).parts, [{ slot: 'file' }]);
  });

  it('that name the workspace folder become what has a copy in an overlay', () => {
    for (const name of ['workspaceFolder', 'workspaceRoot', 'fileWorkspaceFolder', 'cwd']) {
      assert.deepEqual(taskTemplate(`\${${name}}`, context).parts, [{ real: '/home/me/project' }]);
      assert.deepEqual(taskTemplate(`\${${name}}`, { ...context, folder: undefined }).parts, [`\${${name}}`]);
    }
  });

  it('have the values that VS Code gives them', () => {
    const text =
      '${workspaceFolderBasename} ${fileBasenameNoExtension} ${fileExtname} ${userHome} ${config:js.strict} ${env:NONE}|';
    assert.deepEqual(taskTemplate(text, context).parts, ['project crash.test .js /home/me true |']);
  });

  it("that are the shell's own are left to the shell", () => {
    assert.deepEqual(taskTemplate('echo ${HOME} ${x:-y} ${config:no.such}', context).parts, [
      'echo ${HOME} ${x:-y} ${config:no.such}',
    ]);
  });

  it('that name another folder have its path', () => {
    const known = { ...context, folders: new Map([['other', '/home/me/other']]) };
    const text = '${workspaceFolder:other} ${fileDirnameBasename}';
    assert.deepEqual(taskTemplate(text, known).parts, ['/home/me/other src']);
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
        () => taskTemplate(`run \${${name}}`, context),
        (error: Error) => {
          assert.ok(error instanceof Problem);
          return error.message.includes(`\${${name}}`);
        },
      );
    }
  });
});
