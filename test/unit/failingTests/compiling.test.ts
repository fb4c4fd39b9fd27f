/** What is compiled with a test: the guard of types, and other tests of its package, by the real compilers. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { compilingGuard } from '../../../src/failingTests/projectTools';
import { allows } from '../../../src/failingTests/passing';
import { prepared } from '../../../src/failingTests/reduceTest';
import { seeFailure, testRun } from '../../../src/failingTests/testRun';
import { goModule } from '../../support/failingModules';
import { expectNoRunRoots, freshDirectory } from '../../support/files';
import { testJobWith } from '../../support/jobs';
import { realRoot, writeTree } from '../../support/tree';

const directory = freshDirectory();
expectNoRunRoots();

const settings = {
  compilerOptions: {
    strict: true,
    types: [],
    noEmit: true,
    skipLibCheck: true,
    moduleResolution: 'bundler',
    module: 'esnext',
    target: 'es2022',
  },
};
const test = `import { it } from 'vitest';
const entry = (id: string, date: number): { id: string; title: string; date: number } => ({ id, title: id, date });
it('fails', () => {
  throw new Error(entry('a', 1).title);
});
`;

describe('a test of TypeScript', function () {
  this.timeout(240_000); // runs the compiler some times

  const guarded = async (tsconfig: object) => {
    const root = realRoot(directory);
    writeTree(root, {
      'test/a.test.ts': test,
      'package.json': { devDependencies: { vitest: '3' } },
      'tsconfig.json': tsconfig,
    });
    symlinkSync(resolve('node_modules'), join(root, 'node_modules'));
    const file = join(root, 'test/a.test.ts');
    const run = testRun(testJobWith({ file, root, text: readFileSync(file, 'utf8') }), new AbortController().signal);
    return { run, guard: await compilingGuard(run, (await seeFailure(run)).command) };
  };

  it('that compiles has to do so when it is small', async () => {
    const { run, guard } = await guarded({ ...settings, include: ['test'] });
    assert.ok(guard);
    const allowed = (text: string) => allows(guard, run, Buffer.from(text));
    assert.equal(await allowed(test.replace('const entry', 'const other = 1;\nconst entry')), true);
    assert.equal(await allowed(test.replace(', title: id', '')), false);
    assert.equal(await allowed(test.replace("('a', 1)", "('a')")), false);
  });

  it('has no such guard if the compiler does not see it', async () => {
    assert.equal((await guarded({ ...settings, include: ['src'], files: [] })).guard, undefined);
  });
});

describe('a test of Go', function () {
  this.timeout(240_000); // compiles some dozen times

  it('goes without the test files of its package that it does not need', async function () {
    if (spawnSync('go', ['version']).status !== 0) this.skip();
    const root = realRoot(directory);
    const test = `${String(goModule['cart/cart_test.go']).replace('{3, 4}', '{3, four()}')}\nfunc helper() {}\n`;
    const others = {
      'cart/four_test.go': 'package cart\n\nfunc four() int { return 4 }\n',
      'cart/other_test.go': 'package cart\n\nfunc other() { helper() }\n',
      'cart/third_test.go': 'package cart\n\nfunc third() { other() }\n',
    };
    writeTree(root, { ...goModule, ...others, 'cart/cart_test.go': test });
    const job = testJobWith({ file: join(root, 'cart/cart_test.go'), root, text: test });
    const { notice, tests } = await prepared(job, new AbortController().signal);
    assert.deepEqual(
      tests.changes?.map(({ path }) => path),
      ['cart/other_test.go', 'cart/third_test.go'],
    );
    assert.match(notice!, /^Test files of its package that it does not need are left out\./);
  });
});
