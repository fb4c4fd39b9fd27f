/** The formatter of a project, as it is installed there. */
import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { formattingPass } from '../../../src/failingTests/projectTools';
import { testRun } from '../../../src/failingTests/testRun';
import type { ProposedEdit } from '../../../src/oracle/passes';
import { freshDirectory } from '../../support/files';
import { testJobWith } from '../../support/jobs';
import { realRoot, writeTree } from '../../support/tree';

const directory = freshDirectory();

const formatted = `import { it } from 'vitest';
import {
  equal,
  deepEqual,
} from './somewhere/quite/far/away/so/that/the/line/gets/long/enough/a.js';

it('fails', () => equal(1, 2));
`;

describe('the formatter of a project', () => {
  const passOf = async (text: string, settings = {}) => {
    const root = realRoot(directory);
    writeTree(root, { 'a.test.js': text, 'package.json': { devDependencies: { vitest: '3' }, prettier: settings } });
    symlinkSync(resolve('node_modules'), join(root, 'node_modules'));
    const { signal } = new AbortController();
    const pass = await formattingPass(
      testRun(testJobWith({ file: join(root, 'a.test.js'), root, text }), signal),
      signal,
    );
    return pass && 'call' in pass ? pass.call : undefined;
  };
  const apply = (text: string, edits: readonly ProposedEdit[]) =>
    edits.reduceRight((rest, { start, end, text: by = '' }) => rest.slice(0, start) + by + rest.slice(end), text);

  it('lays out what is left, with the settings of the project', async () => {
    const call = await passOf(formatted, { singleQuote: true });
    assert.equal(call?.name, 'prettier');
    const cut = formatted.replace('  deepEqual,\n', '').replace('/quite/far/away/so/that/the/line/gets/long', '');
    const [{ edits }, ...others] = await call!({ text: cut, language: 'javascript' });
    const line = "import { equal } from './somewhere/enough/a.js';\n";
    assert.equal(apply(cut, edits), cut.replace(/^import \{\n[^]*enough\/a\.js';\n/m, line));
    assert.deepEqual(others, []);
    assert.deepEqual(await call!({ text: formatted, language: 'javascript' }), []);
    assert.deepEqual(await call!({ text: 'it(', language: 'javascript' }), []);
  });

  it('is left out where the file has another layout', async () => {
    assert.equal(await passOf(formatted), undefined);
  });
});
