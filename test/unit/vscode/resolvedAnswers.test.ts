import '../../support/fakeEditor';
import assert from 'node:assert/strict';
import { answersIn } from '../../../src/vscode/oracles/variables';

describe('what VS Code was told when it ran a task', () => {
  const told = (definition: object, resolved: object) => Object.fromEntries(answersIn(definition, resolved));

  it('is read from what it has made of the definition', () => {
    const definition = {
      command: 'grep -c ${input:word} ${file} | grep ${command:a.count}',
      also: ['test ${input:word}', { command: 'cat ${file} (${input:other})' }],
      runs: 3,
    };
    const resolved = {
      command: 'grep -c a needle /tmp/a.txt | grep 3',
      also: ['test a needle', { command: 'cat /tmp/a.txt ()' }],
      runs: 3,
    };
    assert.deepEqual(told(definition, resolved), {
      'input:word': 'a needle',
      'command:a.count': '3',
      'input:other': '',
    });
  });

  it('is nothing where nothing was asked, or the text is another', () => {
    assert.deepEqual(told({ command: 'cat ${file}' }, { command: 'cat a' }), {});
    assert.deepEqual(told({ command: 'cat ${input:a}' }, { command: 'dog a' }), {});
    assert.deepEqual(told({ command: 'cat ${input:a}' }, {}), {});
  });
});
