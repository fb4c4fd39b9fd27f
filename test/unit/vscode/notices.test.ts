/** The licence notices beside the bundles: who wrote what is in them. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { languages } from '../../../src/syntax/languages';

interface SourceMap {
  readonly sources: readonly string[];
}

describe('licence notices', () => {
  const text = readFileSync('dist/NOTICES.txt', 'utf8');
  const parts = text.split(`\n${'-'.repeat(80)}\n\n`).slice(1);

  it('name every package that the source maps of the bundles name', () => {
    const maps = readdirSync('dist').filter((name) => name.endsWith('.js.map'));
    const sources = maps.flatMap((name) => (JSON.parse(readFileSync(join('dist', name), 'utf8')) as SourceMap).sources);
    const folders = new Set(sources.flatMap((path) => /.*(node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[0] ?? []));
    assert.ok(folders.size > 10);
    for (const folder of folders) {
      const { name, version } = JSON.parse(readFileSync(join('dist', folder, 'package.json'), 'utf8')) as {
        name: string;
        version: string;
      };
      assert.ok(text.includes(`\n${name} ${version}\n`), folder);
    }
  });

  it('name the origin of every grammar that lies beside them', () => {
    const shipped = readdirSync('dist').filter((name) => name.endsWith('.wasm.br'));
    assert.ok(shipped.length > 20);
    for (const packed of shipped) {
      const file = packed.replace('.br', '');
      const language = languages.find(({ wasm }) => basename(wasm) === file);
      assert.ok(language, file);
      const title = language.wasm.includes('/') ? `tree-sitter-${language.id}` : language.package;
      const named = new RegExp(`^${title}(?: [0-9.]+)?\n.*(?:MIT|Apache-2.0)\n`, 'm');
      assert.match(parts.find((part) => named.test(part)) ?? '', /\n\n(?:.|\n){0,80}Copyright/, file);
    }
  });

  it('have a licence text for every name', () => {
    for (const part of parts) assert.match(part, /permission|license|unencumbered/i, part.slice(0, 40));
    assert.equal(new Set(parts.map((part) => part.split('\n')[0])).size, parts.length);
  });
});
