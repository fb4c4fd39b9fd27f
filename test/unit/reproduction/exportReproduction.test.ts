/** Exported folders: real files and commands, npm with a registry of our own. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { exportReproduction } from '../../../src/reproduction/exportReproduction';
import { expectNoRunRoots, freshDirectory } from '../../support/files';
import { seldom } from '../../support/seldom';

const folder = freshDirectory();
expectNoRunRoots();
const at = (...path: string[]) => join(folder.path, ...path);
const read = (path: string) => readFileSync(at(path), 'utf8');

type Texts = Readonly<Record<string, string>>;

function write(texts: Texts): void {
  for (const [path, text] of Object.entries(texts)) {
    mkdirSync(dirname(at(path)), { recursive: true });
    writeFileSync(at(path), text);
  }
}

/** Variables for npm until the test ends. */
function withNpm(variables: Texts): void {
  for (const [name, value] of Object.entries(variables)) process.env[`npm_config_${name}`] = value;
}

afterEach(() => {
  for (const name of ['offline', 'registry', 'cache']) delete process.env[`npm_config_${name}`];
});

const boom = { exit: { codes: [1] }, match: [{ pattern: '^Error: boom$' }] };

/** What is left of a project in `project`. */
function exported(
  texts: Texts,
  command: { line: string; from?: string },
  signal = new AbortController().signal,
  withSecrets = false,
): ReturnType<typeof exportReproduction> {
  const files = Object.entries(texts).map(([path, text]) => ({ path, bytes: Buffer.from(text) }));
  const commands = [{ from: at('project'), ...command, rule: boom }];
  const told = { output: 'Error: boom\n' };
  return exportReproduction(
    { content: { files }, base: at('project'), commands, ...told, to: at('project.repro'), withSecrets },
    signal,
  );
}

async function script(): Promise<{ status: number | null; output: string }> {
  const child = spawn('sh', [at('project.repro/repro.sh')], { cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
  const status = await new Promise<number | null>((done) => child.on('close', done));
  return { status, output };
}

/** A project with two packages, of which one is needed. */
const uses = { 'main.js': "require('left')('boom');\n" };
const packages = {
  'project/package.json': JSON.stringify({
    name: 'project',
    scripts: { build: 'tsc' },
    dependencies: { left: '^1.0.0', right: '*' },
  }),
  'project/node_modules/left/package.json': '{"name": "left", "version": "1.2.3"}',
  'project/node_modules/left/index.js': 'module.exports = (text) => {\n  throw new Error(text);\n};\n',
  'project/node_modules/right/package.json': '{"name": "right", "version": "4.5.6"}',
};

describe('an exported reproduction', () => {
  beforeEach(() => mkdirSync(at('project')));

  it('has a script that ends as the command does, and a README with the failure and versions', async () => {
    const done = await exported({ 'a/main.js': "throw new Error('boom');\n" }, { line: 'node ./a/main.js' });
    assert.deepEqual(done, { path: at('project.repro'), ran: 'as-before', notice: undefined });
    assert.deepEqual(readdirSync(at('project.repro')).sort(), ['README.md', 'a', 'repro.sh']);
    const { status, output } = await script();
    assert.equal(status, 1);
    assert.match(output, /^Error: boom$/m);
    const readme = read('project.repro/README.md');
    for (const part of [
      'node ./a/main.js',
      '"Error: boom" (exit code 1)',
      `- node ${process.version}`,
      'failed as before',
    ])
      assert.ok(readme.includes(part), readme);
    assert.match(readme, /^Error: boom\n {4}at .*\(a\/main\.js:1:7\)$/m);
    assert.equal(statSync(at('project.repro/repro.sh')).mode & 0o111, 0o111);
    assert.deepEqual(readdirSync(folder.path).sort(), ['project', 'project.repro']);
  });

  it('takes the packages of the project if none can be installed, and says so', async () => {
    withNpm({ offline: 'true', cache: at('cache') });
    write(packages);
    const left = { ...uses, 'package.json': packages['project/package.json'], 'package-lock.json': '{}' };
    const { ran, notice } = await exported(left, { line: 'node main.js' });
    assert.equal(ran, 'as-before');
    assert.match(notice!, /^npm install did not work here/);
    const expected = { name: 'project', dependencies: { left: '1.2.3' } };
    assert.deepEqual(JSON.parse(read('project.repro/package.json')), expected);
    assert.deepEqual(readdirSync(at('project.repro')).sort(), ['README.md', 'main.js', 'package.json', 'repro.sh']);
    assert.match(read('project.repro/repro.sh'), /^\[ -d node_modules \] \|\| npm install \|\| exit$/m);
  });

  seldom.it('installs packages afresh where that is possible, and has their lock file', async () => {
    write({
      ...packages,
      'left/package.json': '{"name": "left", "version": "1.2.3"}',
      'left/index.js': packages['project/node_modules/left/index.js'],
    });
    const pack = spawnSync('npm pack', { cwd: at('left'), shell: true, encoding: 'utf8' });
    const tarball = readFileSync(at('left/left-1.2.3.tgz'), null);
    assert.equal(pack.status, 0, pack.stderr);
    const server = createServer(({ url }, response) => {
      const dist = {
        tarball: `http://localhost:${(server.address() as AddressInfo).port}/left.tgz`,
        integrity: `sha512-${createHash('sha512').update(tarball).digest('base64')}`,
      };
      const found = {
        name: 'left',
        'dist-tags': { latest: '1.2.3' },
        versions: { '1.2.3': { name: 'left', version: '1.2.3', dist } },
      };
      response.end(url === '/left' ? JSON.stringify(found) : tarball);
    });
    await new Promise<void>((done) => server.listen(0, done));
    try {
      withNpm({ registry: `http://localhost:${(server.address() as AddressInfo).port}`, cache: at('cache') });
      const { ran, notice } = await exported(uses, { line: 'node main.js' });
      assert.deepEqual([ran, notice], ['as-before', undefined]);
      const lock = read('project.repro/package-lock.json');
      assert.match(lock, /"node_modules\/left": \{\s*"version": "1.2.3"/);
      assert.ok(!lock.includes('localhost'), lock);
      // The lock file is enough for the script.
      assert.equal((await script()).status, 1);
      assert.ok(existsSync(at('project.repro/node_modules/left/index.js')));
    } finally {
      server.close();
    }
  });

  it('says how it ends if that is not as before', async () => {
    write({ 'project/data.json': '"boom"' });
    const text = `throw new Error(JSON.parse(require('fs').readFileSync('data.json')));\n`;
    const { ran, notice } = await exported({ 'main.js': text }, { line: 'node main.js' });
    assert.equal(ran, 'differs');
    assert.match(notice!, /ends with "Error: ENOENT: no such file or directory, open 'data.json'" instead/);
    assert.match(read('project.repro/README.md'), /did not fail as before in an empty folder.*`"Error: boom"/);
  });

  it('has the scripts that the command names beside what was reduced', async () => {
    write({ 'check.js': "throw new Error(require('./' + process.argv[2]).name);\n", 'unused.js': '' });
    const { ran } = await exported(
      { 'main.js': "exports.name = 'boom';\n" },
      { line: 'node check.js ./main.js', from: folder.path },
    );
    assert.equal(ran, 'as-before');
    assert.deepEqual(readdirSync(at('project.repro')).sort(), ['README.md', 'check.js', 'main.js', 'repro.sh']);
  });

  it('is written without a run after an abort', async () => {
    const { ran, notice } = await exported({ 'main.js': '' }, { line: 'node main.js' }, AbortSignal.abort());
    assert.equal(ran, 'not-run');
    assert.match(notice!, /run its script/);
    assert.deepEqual(readdirSync(at('project.repro')).sort(), ['README.md', 'main.js', 'repro.sh']);
  });

  seldom.it('has the installed versions of Python packages', async () => {
    const text = "import os, pytest\nfrom own import x\n\ndef test():\n    raise Exception('boom')\n";
    await exported({ 'test_a.py': text, 'own.py': 'x = 1\n' }, { line: 'python3 -m pytest test_a.py' });
    assert.match(read('project.repro/requirements.txt'), /^pytest==\d+\.\d+\.\d+\n$/);
    assert.match(read('project.repro/README.md'), /^python3 -m pip install -r requirements\.txt\nsh repro\.sh$/m);
  });
});

describe('a reproduction of what has secrets', () => {
  beforeEach(() => mkdirSync(at('project')));
  const main = { 'main.js': "throw new Error('boom');\n" };
  const all = () =>
    readdirSync(at('project.repro'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
      .join('\n');

  it('leaves files out and replaces words that the failure does not need, and names them', async () => {
    const texts = { ...main, '.env': 'API_TOKEN=a1b2c3d4e5\n', 'more.js': "// password: 'hunter22'\n" };
    const line = 'DB_PASSWORD=w0rd123 node main.js; status=$?; echo w0rd123 a1b2c3d4e5; exit $status';
    const { ran, notice, whole } = await exported(texts, { line });
    assert.deepEqual([ran, whole], ['as-before', undefined]);
    assert.match(notice!, /left out or replaced by REDACTED: \.env, more\.js: password, repro\.sh: DB_PASSWORD/);
    assert.deepEqual(readdirSync(at('project.repro')).sort(), ['README.md', 'main.js', 'more.js', 'repro.sh']);
    assert.doesNotMatch(all(), /a1b2c3d4e5|hunter22|w0rd123/);
    const readme = read('project.repro/README.md');
    assert.match(
      readme,
      /^## Secrets\n\n.*REDACTED.*\n\n- `\.env`\n- `more\.js: password`\n- `repro\.sh: DB_PASSWORD`$/m,
    );
    assert.match(readme, /It failed as before in an empty folder\.\n$/);
  });

  it('has a file without its values, if the failure needs the file', async () => {
    const needs = { 'main.js': "require('fs').readFileSync('.env');\nthrow new Error('boom');\n" };
    const { ran } = await exported({ ...needs, '.env': 'API_TOKEN=a1b2c3d4e5\n' }, { line: 'node main.js' });
    assert.equal(ran, 'as-before');
    assert.equal(read('project.repro/.env'), 'API_TOKEN=REDACTED\n');
  });

  const needy = {
    'main.js': "if (require('fs').readFileSync('.env').length === 21) throw new Error('boom');\n",
    '.env': 'API_TOKEN=a1b2c3d4e5\n',
  };

  it('is without them also if the failure needs them: they are named, and the user decides', async () => {
    const { ran, notice, whole } = await exported(needy, { line: 'node main.js' });
    assert.equal(ran, 'differs');
    assert.match(notice!, /^Without \.env, .* does not fail as before/);
    assert.doesNotMatch(all(), /=a1b2c3d4e5\n/);
    assert.ok(whole!.some(({ path, bytes }) => path === '.env' && String(bytes) === needy['.env']));
  });

  it('has them if the user wants that', async () => {
    const { ran, notice } = await exported(needy, { line: 'node main.js' }, undefined, true);
    assert.deepEqual([ran, notice], ['as-before', undefined]);
    assert.equal(read('project.repro/.env'), needy['.env']);
  });
});
