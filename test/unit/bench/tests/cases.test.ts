/** The cases of `bench tests`: each bug has its place, and each test file its titles. */
import assert from 'node:assert';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { casesIn, withBug } from '../../../bench/tests/cases';

const folder = 'test/bench/tests';

describe('the cases of bench tests', () => {
  for (const { name, project, bug } of casesIn([folder])) {
    if (project === undefined) continue;
    it(`${name}: its bug can be put in`, () => {
      const text = readFileSync(join(folder, 'projects', project, bug.file), 'utf8');
      assert.notEqual(withBug(text, bug), text);
    });
  }

  it('have names of their own', () => {
    const names = casesIn([folder]).map(({ name }) => name);
    assert.deepEqual(names, [...new Set(names)]);
  });

  it('are chosen by name', () => {
    assert.deepEqual(
      casesIn([folder], 'cart-negative').map(({ name }) => name),
      ['cart-negative'],
    );
    assert.throws(() => casesIn([folder], 'nothing'), /There is no case nothing: choose one of domutils-subsets, /);
  });

  it('refuse a bug whose place is not clear', () => {
    const bug = { file: 'a.js', right: 'x', wrong: 'y' };
    assert.equal(withBug('a x b', bug), 'a y b');
    assert.throws(() => withBug('x x', bug), /a.js has the text of the bug 2 times, not once./);
    assert.throws(() => withBug('z', bug), /a.js has the text of the bug 0 times, not once./);
  });
});
