/** Several files as one candidate: their names in caches, and where they lie. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { braces, fixedText, template } from '../../../src/oracle/processes/command';
import { contentKey, isInside, type FileSet } from '../../../src/oracle/content';
import { openOracle } from '../../support/oracle';
import { expectNoRunRoots } from '../../support/files';

expectNoRunRoots();

const set = (files: Record<string, string>): FileSet => ({
  files: Object.entries(files).map(([path, text]) => ({ path, bytes: Buffer.from(text) })),
});

const signal = new AbortController().signal;

async function observed(line: string, content: FileSet) {
  const command = { invocation: { line: template(line, braces) }, cwd: fixedText('/') };
  const oracle = await openOracle({ command, fileName: 'unused' });
  try {
    return await oracle.observe(content, 10_000, signal);
  } finally {
    oracle.dispose();
  }
}

describe('several files as a candidate', () => {
  it('have the same key only if paths and bytes are the same', () => {
    const sets: Record<string, string>[] = [{ a: 'b', c: 'd' }, { a: 'bc', d: '' }, { a: 'b' }, { a: 'd', c: 'b' }, {}];
    const keys = sets.map((files) => contentKey(set(files)));
    assert.equal(new Set(keys).size, keys.length);
    assert.equal(contentKey(set({ a: 'b', c: 'd' })), keys[0]);
  });

  it('lie under their paths in one directory, and nothing else does', async () => {
    const files = { 'a.txt': 'A', 'b/c/d.txt': 'D', 'b/e.txt': 'E' };
    const answer = await observed('cd {} && find . -type f | sort && cat a.txt b/c/d.txt b/e.txt', set(files));
    assert.equal(answer.verdict, 'holds');
    assert.equal(answer.output.replace(/\n/g, ' '), './a.txt ./b/c/d.txt ./b/e.txt ADE');
    assert.equal((await observed('[ "$(pwd)" != / ] && [ -f a.txt ]', set(files))).verdict, 'holds');
  });

  it('may be none: the directory is empty', async () => {
    assert.equal((await observed('test -d {} && test -z "$(ls -A {})"', set({}))).verdict, 'holds');
  });

  it('leave nothing behind, whatever the test does to them', async () => {
    await observed('rm -r {}/b; mkdir {}/x; chmod 000 {}/x', set({ a: '', 'b/c': '' }));
  });

  for (const path of ['/etc/x', '../x', 'a/../../x', 'C:\\x', 'a\\..\\..\\x', '', 'a//b', './a', 'a\0']) {
    it(`are refused with the path ${JSON.stringify(path)}`, async () => {
      assert.equal(isInside(path), false);
      await assert.rejects(observed('true', set({ fine: '', [path]: 'x' })), /lies outside the candidate's directory/);
    });
  }

  it('lie in a directory that goes from one candidate to the next, whatever a test has done to it', async () => {
    const [same, script] = [Buffer.from('same'), Buffer.from('#!/bin/sh\necho ran\n')];
    const first = ['a', 'b/c', 'b/d'].map((path) => ({ path, bytes: same }));
    const command = { invocation: { line: template('cat a b/* > seen; sh ./harm', braces) }, cwd: fixedText('/') };
    const harm = 'echo more > a; rm -r b; mkdir -p b/x new; ln -s /etc b/c; chmod 000 new; echo $PWD\n';
    const oracle = await openOracle({ command, fileName: 'project' });
    try {
      const places = new Set<string>();
      for (let turn = 0; turn < 3; turn++) {
        const files = [...first, { path: 'harm', bytes: Buffer.from(harm) }];
        places.add((await oracle.observe({ files }, 10_000, signal)).output);
      }
      assert.equal(places.size, 1);
      const list = Buffer.from('find . | sort; cat a b/d; ./run');
      const last = [first[0], first[2], { path: 'harm', bytes: list }, { path: 'run', bytes: script, mode: 0o755 }];
      const { output } = await oracle.observe({ files: last }, 10_000, signal);
      assert.equal(output.replace(/\n/g, ' ').trim(), '. ./a ./b ./b/d ./harm ./run ./seen samesameran');
    } finally {
      oracle.dispose();
    }
  });

  /** What is seen of two files at first, and after one has gone and the other was another. */
  async function goneAndBack(line: string) {
    const [a, c, other] = ['A', 'C', 'B'].map((text) => Buffer.from(text));
    const both = [
      { path: 'a', bytes: a },
      { path: 'b/c', bytes: c },
    ];
    const command = { invocation: { line: template(line, braces) }, cwd: fixedText('/') };
    const oracle = await openOracle({ command, fileName: 'project' });
    const seen = async (...files: FileSet['files']) => (await oracle.observe({ files }, 10_000, signal)).output;
    try {
      const first = await seen(...both);
      await seen({ path: 'a', bytes: other });
      return [first, await seen(...both)];
    } finally {
      oracle.dispose();
    }
  }

  it('are written again if somebody has changed them meanwhile', async () => {
    const [first, last] = await goneAndBack('cat a b/c; for file in $(find .. -type f); do echo more >> $file; done');
    assert.deepEqual([first, last], ['AC', 'AC']);
  });

  it('see linked directories, also beside their own', async () => {
    const packages = mkdtempSync(join(tmpdir(), 'whittle-packages-'));
    writeFileSync(join(packages, 'x'), 'linked');
    const linked = { node_modules: packages, 'b/node_modules': packages, '../node_modules': packages };
    const command = { invocation: { line: template('cat */x ../*/x b/*/x; rm -r b', braces) }, cwd: fixedText('/') };
    const oracle = await openOracle({ command, fileName: 'project', linked });
    try {
      for (const path of ['a', 'b/c']) {
        const { output } = await oracle.observe(set({ [path]: '' }), 10_000, signal);
        assert.equal(output, 'linkedlinkedlinked');
      }
      assert.equal(readFileSync(join(packages, 'x'), 'utf8'), 'linked');
    } finally {
      oracle.dispose();
      rmSync(packages, { recursive: true });
    }
  });

  it('may have dots in their names', () => {
    assert.ok(['..a', 'a..b/c', '.x/...'].every(isInside));
  });
});
