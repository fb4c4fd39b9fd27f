// `npm run types`, at its end: editors show the sentence of each option of the library.
const { readFileSync, writeFileSync } = require('node:fs');
const { imported } = require('./imported');

const file = 'dist/library.d.ts';

async function main() {
  const { rowsOf, sentenceOf } = await imported('src/options/values.ts');
  const rows = ['reduce()', 'isolate()', 'compare()'].flatMap((call) => rowsOf(call));
  const text = [...new Map(rows)].reduce(
    (types, [name, row]) =>
      types.replace(new RegExp(`^\\t${name}: Row`, 'm'), (line) => `\t/** ${sentenceOf(row)} */\n${line}`),
    readFileSync(file, 'utf8'),
  );
  writeFileSync(file, text);
}

void main();
