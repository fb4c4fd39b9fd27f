/** No word that users of VS Code read stands in the source but as a sentence that can be translated. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import texts from '../../../package.nls.json';
import { literalsShown } from '../../support/literals';

/** English on purpose: the terminal, what models read, the library and what only they have, the log, reports for others. */
const english = [
  /^(?:agents|cli|library|propertyThread)(?:\/|\.ts$)/,
  /^reduction\/(?:events\/logLines|comparison\/comparison)\.ts$/,
  /^vscode\/history\/report\.ts$/,
  // They write package.nls.json, which is what is translated; the rest are flags.
  /^(?:build|options)\//,
  // Options of searches, which `whittle searches` lists.
  /^(?:(?:reducers|strategies)\/options|reduction\/(?:searches\/searchValue|drive\/loops))\.ts$/,
];

/** Names of icons, formats and a setting, an example of a command, the log's grammar, and what only the terminal says or nobody. */
const others = new Set([
  ...['beaker', 'tools', 'node check.js ${file}', 'failed:  ', 'note:  ', 'Parsing as   took more than   s.'],
  'The best result so far is kept in  .',
  ...['Markdown', 'CSV', 'JSON', 'SVG', 'whittle.cluster'],
  'Isolates a minimal difference between a passing and a failing input; unresolved tests are expected.',
]);

/** Descriptions of choices are told by package.json; another test compares them. */
const isKnown = (words: string) => others.has(words) || Object.values(texts).some((text) => text.startsWith(words));

describe('words that people read', function () {
  this.timeout(180_000); // parses all sources

  const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.ts') && !english.some((one) => one.test(name)));

  it('can be translated, wherever they stand', () => {
    const found = files.flatMap((name) =>
      literalsShown(readFileSync(join('src', name), 'utf8'))
        .filter(({ words }) => !isKnown(words))
        .map(({ line, words }) => `src/${name}:${line}: ${words}`),
    );
    assert.ok(files.length > 200);
    assert.deepEqual(found, []);
  });

  it('are found where they cannot be translated', () => {
    const bad = [
      "vscode.window.showErrorMessage('No file is open.')",
      "void showInformationMessage(`${name} is gone`, l10n.t('Undo'))",
      "throw new JobError('There is no reducer.')",
      "throw new DocumentProblem(a ? 'It is gone.' : l10n.t('x'))",
      "pick({ label: `$(edit) ${'Type'}`, choose })",
      "item.tooltip = one ?? 'Removed'",
      "button.setAttribute('aria-label', 'Size over')",
      "write(node, 'Tests')",
      "const message = 'It' + name",
    ];
    for (const line of bad) assert.equal(literalsShown(line).length, 1, line);
    const good = [
      "showErrorMessage(l10n.t('No file is open.'))",
      "const label = `$(edit) ${l10n.t('Type')}`",
      "item.text = kind === 'removed' ? '' : name",
      "execute('vscode.diff', one, { kind: 'text' })",
    ];
    for (const line of good) assert.deepEqual(literalsShown(line), [], line);
  });
});
