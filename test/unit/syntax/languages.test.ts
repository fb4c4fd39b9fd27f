import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { languageOf, languages } from '../../../src/syntax/languages';
import { assets } from '../../support/grammars';

describe('languages', () => {
  it('are known by file name, in any case and folder', () => {
    const ids = [
      'a.js',
      '/x.y/B.MJS',
      'c.jsx',
      'd.ts',
      'e.mts',
      'f.tsx',
      'g.py',
      'h.c',
      'i.h',
      'j.json',
      'k.html',
      'L.HTM',
    ];
    assert.deepEqual(
      ids.map((name) => languageOf(name)?.id),
      [
        ...[
          'javascript',
          'javascript',
          'javascript',
          'typescript',
          'typescript',
          'tsx',
          'python',
          'c',
          'c',
          'json',
          'html',
          'html',
        ],
      ],
    );
  });

  it("follow VS Code's language id before the name", () => {
    assert.equal(languageOf('script', 'python')?.id, 'python');
    assert.equal(languageOf('component.js', 'typescriptreact')?.id, 'tsx');
    assert.equal(languageOf('a.js', 'plaintext')?.id, 'javascript');
  });

  it('are unknown for anything else', () => {
    for (const name of ['a.txt', 'Makefile', 'a.scss', '.js', '']) assert.equal(languageOf(name), undefined, name);
  });

  it('have their grammar in the build, and each ending once', () => {
    for (const { wasm } of languages) assert.ok(existsSync(join(assets, `${basename(wasm)}.br`)), wasm);
    const endings = languages.flatMap(({ extensions }) => extensions);
    assert.equal(new Set(endings).size, endings.length);
  });
});
