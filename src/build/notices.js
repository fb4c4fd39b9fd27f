// Licence notices of all that is bundled: npm packages whose code or grammars lie in dist/.
const { existsSync, readFileSync, readdirSync } = require('node:fs');
const { join } = require('node:path');

const mit = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the
"Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish,
distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to
the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF
MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY
CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE
SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

const apache = `Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in compliance with the License. You may
obtain a copy of the License at http://www.apache.org/licenses/LICENSE-2.0. Unless required by applicable law or agreed to in writing,
software distributed under the License is distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
implied. See the License for the specific language governing permissions and limitations under the License.`;

/** Grammars that come in a package of many, which has only the licence of its own scripts. */
const collected = {
  xml: ['https://github.com/tree-sitter-grammars/tree-sitter-xml', 'MIT', 'Copyright (c) 2023 ObserverOfTime'],
  perl: ['https://github.com/ganezdragon/tree-sitter-perl', 'MIT', 'Copyright (c) ganezdragon'],
  dart: ['https://github.com/UserNobody14/tree-sitter-dart', 'MIT', 'Copyright (c) the authors of tree-sitter-dart'],
  ini: ['https://github.com/justinmk/tree-sitter-ini', 'Apache-2.0', 'Copyright Justin M. Keyes'],
  powershell: ['https://github.com/airbus-cert/tree-sitter-powershell', 'MIT', 'Copyright (c) 2023 Airbus CERT'],
  solidity: ['https://github.com/JoranHonig/tree-sitter-solidity', 'MIT', 'Copyright (c) 2020 Joran Honig'],
  swift: ['https://github.com/alex-pinkus/tree-sitter-swift', 'MIT', 'Copyright (c) 2021 alex-pinkus'],
  vue: ['https://github.com/tree-sitter-grammars/tree-sitter-vue', 'MIT', 'Copyright (c) Ika <ikatyang@gmail.com>'],
};
/** Packages that name their licence, but come without its text. */
const withoutText = { '@vscode/l10n': 'Copyright (c) Microsoft Corporation' };
const texts = { MIT: mit, 'Apache-2.0': apache };

/**
 * The text of dist/NOTICES.txt. `inputs`: paths of all files that went into the bundles; `languages`: rows of src/syntax/languages.ts.
 * Throws if a package or a grammar has no licence text.
 */
function notices(inputs, languages) {
  const folders = new Set(inputs.flatMap((path) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []));
  for (const { package: name } of languages) folders.add(`node_modules/${name}`);
  const entries = [...folders].map(packageNotice);
  for (const { id, wasm } of languages) if (wasm.includes('/')) entries.push(grammarNotice(id));
  const sorted = [...new Map(entries.map((entry) => [entry.title, entry])).values()].sort((a, b) =>
    a.title < b.title ? -1 : 1,
  );
  const head = 'Whittle contains code and grammars of these projects, each under its own licence.\n';
  return [head, ...sharing(sorted)].join(`\n${'-'.repeat(80)}\n\n`);
}

/** Those with the same text stand above it together. */
function sharing(entries) {
  const titles = new Map();
  for (const { title, source, text } of entries) {
    titles.set(text.trim(), [...(titles.get(text.trim()) ?? []), `${title}\n${source}\n`]);
  }
  return [...titles].map(([text, names]) => `${names.join('')}\n${text}\n`);
}

function packageNotice(folder) {
  const { name, version, license, repository } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const source = [repository?.url ?? repository, license].filter(Boolean).join(', ');
  return { title: `${name} ${version}`, source, text: licenceText(folder, name, license) };
}

function licenceText(folder, name, license) {
  const file = readdirSync(folder).find((one) => /^(licen[sc]e|copying)/i.test(one));
  if (file && existsSync(join(folder, file))) return readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n');
  if (withoutText[name] && texts[license]) return `${withoutText[name]}\n\n${texts[license]}`;
  throw new Error(`${folder} has no licence: see notices.js`);
}

function grammarNotice(id) {
  if (!collected[id]) throw new Error(`the grammar ${id} has no licence: name its origin in notices.js`);
  const [source, license, holder] = collected[id];
  return { title: `tree-sitter-${id}`, source: `${source}, ${license}`, text: `${holder}\n\n${texts[license]}` };
}

module.exports = { notices };
