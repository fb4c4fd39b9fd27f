/** The guard of types, by the real compiler. */
import assert from 'node:assert/strict';
import { readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { compilingGuard } from '../../../src/failingTests/projectTools';
import { allows } from '../../../src/failingTests/passing';
import { seeFailure, testRun } from '../../../src/failingTests/testRun';
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
