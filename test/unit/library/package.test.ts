/** The npm package: packed, installed in an empty folder, and used. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import ts from 'typescript';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expectNoRunRoots, freshDirectory } from '../../support/files';
import { imported } from '../../support/library';
import { seldom } from '../../support/seldom';

const directory = freshDirectory();
expectNoRunRoots();

const run = promisify(execFile);
const bin = (name: string) => resolve('node_modules/.bin', name);

/** Packs into the directory; gives the package's path and the names of its files. */
async function packed(): Promise<{ archive: string; files: string[]; size: number }> {
  const { writePackage } = await imported<{ writePackage: (to: string) => string }>('src/build/npmPackage.js');
  const home = writePackage(join(directory.path, 'npm'));
  const { stdout } = await run('npm', [
    'pack',
    home,
    '--json',
    '--ignore-scripts',
    '--pack-destination',
    directory.path,
  ]);
  const [{ filename, files, size }] = JSON.parse(stdout) as [
    { filename: string; files: { path: string }[]; size: number },
  ];
  return { archive: join(directory.path, filename), files: files.map(({ path }) => path), size };
}

/** What a program with types may write. */
const typed = `
import { reduce, isolate, WhittleError, type PropertyFunction, type Reduction, type WhittleEvent } from 'whittle';
const property: PropertyFunction = async (text, { bytes, signal }) => text.length === bytes.length && !signal.aborted;
const tell = (event: WhittleEvent) => event.event === 'accepted' && console.log(event.tokens.toFixed());
const found: Reduction = await reduce({ input: new Uint8Array(), property, onEvent: tell });
const { failing }: { failing: { text: string } } = await isolate({ failing: 'a', property, unit: 'chars' });
try {
  // @ts-expect-error: a property must answer.
  await reduce({ input: found.text, property: () => undefined });
} catch (error) {
  if (error instanceof WhittleError) console.log(error.reason === 'property', error.output?.length, failing.text);
}
`;

/** The same where neither the types of Node nor those of browsers are known. */
const plain = `
import { reduce, type PropertyFunction, type WhittleEvent } from 'whittle';
const property: PropertyFunction = (text, { bytes, signal }) => text.length === bytes.length && !signal.aborted;
const tell = (event: WhittleEvent): number => (event.event === 'accepted' ? event.tokens : 0);
const { text } = await reduce({ input: 'a', language: 'json', property, onEvent: tell, maxTime: '5m' });
export const size: number = text.length;
`;

seldom.describe('the packed npm package', function () {
  this.timeout(720_000); // makes types, packs, installs

  before(() => run('npm', ['run', '-s', 'types']));

  it('installs by itself: its command, its library and its example run', async () => {
    const { archive } = await packed();
    const home = join(directory.path, 'home');
    cpSync('test/examples', home, { recursive: true });
    writeFileSync(join(home, 'package.json'), '{ "private": true, "type": "module" }');
    const here = { cwd: home };
    await run('npm', ['install', '--offline', '--no-audit', '--no-fund', archive], here);
    const installed = JSON.parse(readFileSync(join(home, 'package-lock.json'), 'utf8')) as { packages: object };
    assert.deepEqual(Object.keys(installed.packages), ['', 'node_modules/whittle']);
    writeFileSync(join(home, 'in.js'), 'let a = 1;\nfunction f() { needle(); }\nlet b = 2;\n');
    writeFileSync(join(home, 'needle.js'), `export default (text) => text.includes('needle');`);
    await run('npx', ['--no', '--', 'whittle', 'reduce', 'in.js', '--property', 'needle.js', '-j', '1'], here);
    assert.equal(readFileSync(join(home, 'in.reduced.js'), 'utf8').trim(), 'needle');
    await run('npx', ['--no', '--', 'whittle', 'reduce', 'in.js', '--test', 'grep -q needle {}', '-o', 'out.js'], here);
    assert.equal(readFileSync(join(home, 'out.js'), 'utf8').trim(), 'needle');
    const program = `
      import { reduceCrash } from './fuzz.mjs';
      const { bytes } = await reduceCrash(Uint8Array.from([1, 1, 1, 2, 1, 1, 7, 2, 3, 250]));
      console.log(bytes.length);`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program], here);
    assert.equal(stdout, '2\n');
    const required = `console.log(typeof require('whittle').reduce)`;
    const found = await run(process.execPath, ['--input-type=commonjs', '-e', required], here);
    assert.equal(found.stdout, 'function\n');
    writeFileSync(join(home, 'use.mts'), typed);
    const strict = '--noEmit --strict --exactOptionalPropertyTypes --target es2022 --module nodenext'.split(' ');
    await run(bin('tsc'), [...strict, 'use.mts'], here);
    // Without the types of Node and of browsers.
    writeFileSync(join(home, 'plain.mts'), plain);
    await run(bin('tsc'), [...strict, '--lib', 'es2022', 'plain.mts'], here);
  });

  it('has no files of development, and types for all ways to import it', async () => {
    const { archive, files, size } = await packed();
    const usual =
      /^(dist\/[\w-]+\.(js|d\.ts|py|wasm|wasm\.br|units\.json)|dist\/NOTICES\.txt|docs\/[\w/-]+\.md|docs\/pictures\/[\w-]+\.png|[A-Z]+(\.md)?|package\.json)$/;
    assert.deepEqual(
      files.filter((name) => !usual.test(name)),
      [],
    );
    assert.ok(files.includes('dist/library.d.ts') && files.includes('dist/tree-sitter-json.wasm.br'));
    assert.ok(size < 8 * 1024 ** 2, `${size} bytes`);
    const { stdout } = await run(bin('publint'), ['--strict', archive]);
    assert.match(stdout, /All good!/);
    await run(bin('attw'), [archive]);
  });

  it('has a sentence in its types for each option', () => {
    const program = ts.createProgram(['dist/library.d.ts'], { lib: ['lib.es2022.d.ts'], types: [] });
    const checker = program.getTypeChecker();
    const library = checker.getSymbolAtLocation(program.getSourceFile('dist/library.d.ts')!)!;
    const told = checker
      .getExportsOfModule(library)
      .filter(({ name }) => /^(?:Reduce|Isolate|Compare)Options$/.test(name));
    const options = told.flatMap((symbol) => checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol)));
    assert.ok(options.length > 35);
    const silent = options.filter((option) => option.getDocumentationComment(checker).length === 0);
    assert.deepEqual(
      silent.map(({ name }) => name),
      [],
    );
  });

  it('has pages of its interface, without a warning', async () => {
    await run(bin('typedoc'), ['--tsconfig', 'tsconfig.api.json', '--out', join(directory.path, 'api')]);
  });
});
