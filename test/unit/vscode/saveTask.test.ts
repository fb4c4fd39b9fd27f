/** A task is put into tasks.json, and what it says is what the oracle was. */
import '../../support/fakeEditor';
import assert from 'node:assert/strict';
import { parse } from 'jsonc-parser';
import { exitZero, type VerdictRule } from '../../../src/oracle/judging/rule';
import { ruleFrom } from '../../../src/oracle/judging/ruleWords';
import { taskFrom, withTask, wordsOf } from '../../../src/vscode/oracles/whittleTask';
import { Problem } from '../../../src/vscode/window/problems';

const task = { label: 'reduce a', type: 'whittle', command: 'node a.js' };

describe('a task that is saved', () => {
  const before = `{
    // ours
    "version": "2.0.0",
    "tasks": [
        { "label": "build", "type": "shell", "command": "make" }, // the first
    ],
    "inputs": [] /* none */
}
`;

  it('comes before the others; comments and layout stay', () => {
    const { text: after } = withTask(before, task);
    for (const part of [
      '// ours',
      '// the first',
      '/* none */',
      '{ "label": "build", "type": "shell", "command": "make" }',
    ]) {
      assert.ok(after.includes(part), after);
    }
    assert.deepEqual(parse(after).tasks, [task, { label: 'build', type: 'shell', command: 'make' }]);
    assert.match(
      after,
      /"tasks": \[\n {8}\{\n {12}"label": "reduce a"[^]*\n {8}\},\n {8}\{ "label": "build"[^\n]* \/\/ the first/,
    );
  });

  it('is put there once, and has a number after its name if another task has that name', () => {
    const once = withTask(before, task);
    assert.deepEqual(withTask(once.text, task), once);
    const other = withTask(once.text, { ...task, command: 'node b.js' });
    assert.deepEqual([once.label, other.label], ['reduce a', 'reduce a 2']);
    assert.deepEqual(
      parse(other.text).tasks.map(({ command }: { command: string }) => command),
      ['node b.js', 'node a.js', 'make'],
    );
    assert.ok(other.text.includes('// the first'));
  });

  it('begins a file that is empty, or has no tasks yet; line ends stay', () => {
    for (const text of ['', ' \n', '{ "version": "2.0.0" }']) {
      assert.deepEqual(parse(withTask(text, task).text), { version: '2.0.0', tasks: [task] });
    }
    const windows = withTask('{\r\n\t"version": "2.0.0",\r\n\t"tasks": []\r\n}\r\n', task).text;
    assert.ok(!/[^\r]\n/.test(windows), JSON.stringify(windows));
    assert.match(windows, /^\t\t\t"label"/m);
  });

  it('is refused by what is no tasks.json', () => {
    for (const text of ['{ "tasks": [', '{ "tasks": 1 }', '{ tasks: [] }']) {
      assert.throws(() => withTask(text, task), Problem, text);
    }
  });

  const rules: VerdictRule[] = [
    exitZero,
    { exit: { codes: [0], not: true }, match: [{ stream: 'stderr', pattern: '^E: a\\.b$' }, { pattern: 'x' }] },
    { exit: { codes: [1, 139] } },
    { exit: { codes: [0] }, match: [{ pattern: 'x' }], noMatch: [{ stream: 'stdout', pattern: 'y' }] },
    { match: [{ pattern: 'x' }] },
  ];
  for (const rule of rules) {
    it(`says the rule ${JSON.stringify(rule)}`, () => {
      assert.deepEqual(ruleFrom(wordsOf(rule)) ?? exitZero, rule);
    });
  }

  it('says where the command runs and where the candidate goes', () => {
    const recipe = { command: 'mocha test/a.js', cwd: '/w/p', place: 'overlay' } as const;
    const saved = taskFrom(recipe, 'p/test/a.js', 'p', { exit: { codes: [1] } });
    assert.deepEqual(saved, {
      type: 'whittle',
      command: 'mocha test/a.js',
      cwd: '${workspaceFolder}/p',
      file: 'p/test/a.js',
      place: 'overlay',
      exit: '1',
      problemMatcher: [],
    });
  });

  it('says by what name workers know the command, and leaves to the setting where they are', () => {
    const saved = taskFrom({ cluster: { oracle: 'crash' } }, 'a');
    assert.deepEqual([saved.command, saved.cluster], [undefined, { oracle: 'crash' }]);
  });
});
