// `npm run manifest`: writes settings, task fields, paths of test files and their texts to package.json and package.nls.json.
const { readFileSync, writeFileSync } = require('node:fs');
const { imported } = require('./imported');

async function main() {
  const { current } = await imported('src/build/manifest/manifest.ts');
  const { manifest, texts } = current(read('package.json'), read('package.nls.json'));
  write('package.json', manifest);
  write('package.nls.json', texts);
}

const read = (file) => JSON.parse(readFileSync(file, 'utf8'));
const write = (file, value) => writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);

main();
