import assert from 'node:assert/strict';
import '../../support/fakeEditor';
import { withOutput } from '../../../src/vscode/window/problems';

const said = (output: string | undefined) => withOutput({ name: '', message: 'The test cannot serve.', output });

describe('the message of a run that failed', () => {
  it('has the line of the output that names the error, not the last one', () => {
    const output =
      '/tmp/x.js:3\n  drain();\n  ^\n\nTypeError: queue is not a function\n    at drain (/tmp/x.js:3:5)\n\nNode.js v20.19.4';
    assert.equal(said(output), 'The test cannot serve. Its output: TypeError: queue is not a function');
  });

  it('has the last line if none names an error, and nothing if there is none', () => {
    assert.equal(said('one\ntwo\n'), 'The test cannot serve. Its output: two');
    assert.deepEqual([said(''), said(undefined), said('\n')], Array(3).fill('The test cannot serve.'));
  });
});
