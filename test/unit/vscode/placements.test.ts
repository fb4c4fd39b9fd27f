import '../../support/fakeEditor';
import assert from 'node:assert/strict';
import { fixedText, userPath, type Template } from '../../../src/oracle/processes/command';
import { folderRuns } from '../../../src/vscode/runs/jobs';

const runsIn = (cwd: Template) => folderRuns('/home/me/project', { invocation: { line: fixedText('make') }, cwd });

describe('the placement that suits a task', () => {
  it('depends on whether its command runs in the workspace', () => {
    assert.ok(runsIn(userPath('/home/me/project')));
    assert.ok(runsIn({ source: '', parts: [{ real: '/home/me/project' }, '/sub'] }));
    assert.ok(!runsIn(userPath('/home/me')));
    assert.ok(!runsIn(fixedText('/home/me/project2')));
  });
});
