/** Is src/ within its limits? A budget in prose was no force: `npm run check` fails above limits.json. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const limits = JSON.parse(readFileSync(new URL('limits.json', import.meta.url), 'utf8'));
const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => ({ name, text: readFileSync(join('src', name), 'utf8') }));
const linesOf = ({ text }) => text.split('\n').length - 1;
const most = (counts) => counts.reduce((one, other) => (other.count > one.count ? other : one));

/** Rows of the tables whose names can be counted: of two words, and `fileName` is that of any input. */
const options = files
  .filter(({ name }) => name.startsWith(join('options', '')))
  .flatMap(({ text }) => [...text.matchAll(/^ {2}([a-z]+[A-Z]\w*): row\(/gm)].map(([, name]) => name))
  .filter((name) => name !== 'fileName');
const elsewhere = files.filter(({ name }) => !name.startsWith(join('options', '')));
const spellings = options.map((option) => ({
  name: option,
  count: elsewhere.filter(({ text }) => new RegExp(`\\b${option}\\b`).test(text)).length,
}));
/** The header of oracle.ts lists them, from the outside to the process. */
const wrappers = files.find(({ name }) => name === join('oracle', 'oracle.ts')).text.match(/^ \* \d+\. /gm) ?? [];

const longest = most(files.map((file) => ({ name: file.name, count: linesOf(file) })));
const spelled = most(spellings);
const found = {
  lines: { count: files.reduce((sum, file) => sum + linesOf(file), 0) },
  files: { count: files.length },
  linesOfAFile: longest,
  filesThatSpellAnOption: spelled,
  wrappersOfATest: { count: wrappers.length },
};
for (const [what, { count, name }] of Object.entries(found)) {
  const over = count > limits[what];
  console.log(`${over ? 'OVER ' : ''}${what}: ${count} of ${limits[what]}${name ? ` (${name})` : ''}`);
  if (over) process.exitCode = 1;
}
