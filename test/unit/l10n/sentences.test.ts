/** Sentences for translators: those of package.json are in package.nls.json, those of src in l10n/bundle.l10n.json. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getL10nJson } from '@vscode/l10n-dev';
import manifest from '../../../package.json';
import texts from '../../../package.nls.json';
import bundle from '../../../l10n/bundle.l10n.json';

/** For each file, and for each import of VS Code in it, a query is compiled, which takes a tenth of a second: once for each is enough. */
function withoutRepeated(source: string): string {
  const seen = new Set<string>();
  return source.replace(/^import .* from '(?:vscode|@vscode\/l10n)';$/gm, (line) => {
    const known = seen.has(line);
    seen.add(line);
    return known ? '' : line;
  });
}

describe('sentences for translators', () => {
  it('name no flags of the terminal, as VS Code shows them too', () => {
    const named = Object.keys(bundle).filter((sentence) => /(?:^|[ (])--[a-z]/.test(sentence));
    // Workers run in terminals; several files and functions are reduced there only.
    const isOfTerminals = (sentence: string) => /worker|^Several files|^A property function/.test(sentence);
    assert.deepEqual(
      named.filter((sentence) => !isOfTerminals(sentence)),
      [],
    );
  });

  it('are those of the source: npm run l10n exports them', async function () {
    this.timeout(180_000); // parses the sources
    const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
    const sources = files.map((name) => readFileSync(join('src', name), 'utf8'));
    const contents = withoutRepeated(sources.filter((text) => text.includes('l10n')).join('\n'));
    assert.deepEqual(await getL10nJson([{ extension: '.ts', contents }]), bundle);
  });

  it('have a key in package.json each, and a text for each key', () => {
    const keys = [...JSON.stringify(manifest).matchAll(/"%([^%"]+)%"/g)].map(([, key]) => key);
    assert.deepEqual([...new Set(keys)].sort(), Object.keys(texts).sort());
    assert.deepEqual(
      Object.entries(texts).filter(([, text]) => text.trim() === ''),
      [],
    );
  });

  // npm, which knows no keys, shows the description too; arguments of tools are for models.
  it('are all that package.json says to people, but for names and the description', () => {
    const said = /^(title|(?:markdown)?description|name|contents|altText|enumDescriptions|aliases)$/i;
    const found: string[] = [];
    const walk = (value: unknown, key: string) => {
      if (Array.isArray(value)) value.forEach((one) => walk(one, key));
      else if (typeof value === 'object' && value !== null)
        Object.entries(value).forEach(([name, one]) => name !== 'inputSchema' && walk(one, name));
      else if (said.test(key) && !/^%.+%$/.test(String(value))) found.push(String(value));
    };
    walk([manifest.capabilities, manifest.contributes], 'description');
    assert.deepEqual([...new Set(found)], ['Whittle', 'whittle_reduce', 'whittle_isolate']);
  });

  it('are packed, and where VS Code looks for them', () => {
    const packed = readFileSync('.vscodeignore', 'utf8').split('\n');
    for (const line of ['!package.nls*.json', '!l10n/*.json']) assert.ok(packed.includes(line), line);
    assert.equal(manifest.l10n, './l10n');
  });
});
