/** The names that candidates get on a worker: nothing of them is a client's but a plain ending. */
import assert from 'node:assert/strict';
import { candidateName, isSafePath } from '../../../src/cluster/messages';

describe('the name of a candidate on a worker', () => {
  for (const [given, name] of [
    ['crash.js', 'candidate.js'],
    ['cart.test.js', 'candidate.test.js'],
    ['Makefile', 'candidate'],
    ['a$(touch PWNED).c', 'candidate.c'],
    ['a.c;touch PWNED', 'candidate'],
    ['a.$(touch PWNED)', 'candidate'],
    ['a.`id`.c', 'candidate.c'],
    ['-rf', 'candidate'],
    ['a.c\n', 'candidate'],
    [`a.${'c'.repeat(17)}`, 'candidate'],
  ] as const) {
    it(`of ${JSON.stringify(given)} is ${name}`, () => assert.equal(candidateName(given), name));
  }

  it('is a path of a client only if no shell reads it otherwise', () => {
    for (const path of ['a.c', 'src/é/a b.test.js', 'a@1.2+x=y,z%/_-', 'Ω']) assert.ok(isSafePath(path), path);
    const commands = ['a$b', 'a`b`', "a'b", 'a"b', 'a;b', 'a|b', 'a&b', 'a<b', 'a>b', 'a\nb', 'a\\b', 'a(b)', 'a{b}'];
    for (const path of [...commands, '-rf', 'a/-b', '../a', '/a', 'a//b', 'a*', 'a?', 'a[b]', '~x', '#x', '!x']) {
      assert.ok(!isSafePath(path), path);
    }
  });
});
