/** Items of test explorers, as the extensions of several runners make them → titles. */
import '../../support/fakeEditor';
import assert from 'node:assert/strict';
import { chosenTest, titlesOf } from '../../../src/vscode/failingTests/testCommands';

type TestItem = Parameters<typeof titlesOf>[0];

interface Given {
  readonly label: string;
  readonly path?: string;
  readonly id?: string;
  /** In the text of the file. */
  readonly inText?: boolean;
  readonly size?: number;
}

/** From the outermost to the innermost, which is returned. */
function items(...chain: Given[]): TestItem {
  let parent: TestItem | undefined;
  chain.forEach(({ label, path, id = label, inText = true, size }, at) => {
    const uri = path === undefined ? undefined : { path };
    const children = { size: size ?? (at === chain.length - 1 ? 0 : 1) };
    parent = { id, label, uri, range: inText ? {} : undefined, children, parent } as unknown as TestItem;
  });
  return parent!;
}

const file = { label: 'queue.test.js', path: '/w/test/queue.test.js', inText: false };
const inFile = (label: string, more: Partial<Given> = {}) => ({ label, path: file.path, ...more });

describe('titles of a test item', () => {
  const cases: [string, TestItem, string[]][] = [
    [
      'below folder and file',
      items({ label: 'test', path: '/w/test', inText: false }, file, inFile('Queue'), inFile('is empty')),
      ['Queue', 'is empty'],
    ],
    ['below a file that is named by its path', items(inFile('test/queue.test.js'), inFile('is empty')), ['is empty']],
    ['without ranges', items(file, inFile('is empty', { inText: false })), ['is empty']],
    [
      'below a project at the same address',
      items(inFile('My project', { inText: false }), inFile('is empty')),
      ['is empty'],
    ],
    ['of a group', items(file, inFile('Queue', { size: 2 })), []],
    ['of a file', items({ ...file, size: 3 }), []],
    [
      "by pytest's id",
      items({ label: '[1]', path: '/w/test_a.py', id: '/w/test_a.py::TestQueue::test_size[1]' }),
      ['TestQueue', 'test_size[1]'],
    ],
    ['of a group in go', items({ label: 'TestOne', path: '/w/a_test.go', size: 2 }), ['TestOne']],
  ];
  for (const [what, item, titles] of cases) {
    it(what, () => assert.deepEqual(titlesOf(item), titles));
  }

  it('of a message that the explorer passes, and nothing for what is no test', () => {
    const test = items(file, inFile('is empty'));
    const chosen = chosenTest({ test, message: { message: { value: '1 != 2' } } });
    assert.equal(chosen, test);
    for (const other of [undefined, null, 'a', {}, { path: '/a' }]) assert.equal(chosenTest(other), undefined);
  });
});
