/** Recognises the runner of a file from the file and its surroundings; gives the command for the file or for one of its tests. */
import assert from 'node:assert/strict';
import { separateTitles } from '../../../src/runners/testFile';
import { recognise } from '../../../src/runners/recognise';
import { recognition } from '../../support/recognised';

const { recognised, first } = recognition();
const it1 = `it('works', () => {});\n`;

describe('runner recognition: mocha', () => {
  const options = '--bail --exit --no-parallel --no-color --reporter json';

  it('by a dependency, with the installed program', () => {
    const found = first({
      'test/a.test.js': it1,
      'package.json': { devDependencies: { mocha: '1' } },
      'node_modules/.bin/mocha': '',
    });
    assert.deepEqual(found, {
      runner: 'mocha',
      label: 'mocha: test/a.test.js',
      command: `node_modules/.bin/mocha ${options} test/a.test.js`,
      plain: 'node_modules/.bin/mocha test/a.test.js',
      cwd: '.',
      sureness: 'likely',
    });
  });

  it('by its settings, as sure; a missing program is not downloaded', () => {
    const found = first({ 'test/a.js': it1, '.mocharc.yml': 'ui: tdd' });
    assert.equal(found.sureness, 'sure');
    assert.match(found.command, /^mocha /);
  });

  it('narrows to one test by its full title, with any characters', () => {
    const title = `it's (a|b) {} $x "y"`;
    const { command, label } = first({ 'a.spec.js': it1, 'package.json': { mocha: {} } }, ['Queue', title]);
    assert.ok(command.endsWith(` --grep '^Queue it'\\''s \\(a\\|b\\) \\{\\} \\$x "y"$' a.spec.js`), command);
    assert.equal(label, `mocha: a.spec.js › Queue › ${title}`);
  });

  it('ignores the other files in its own settings', () => {
    const { command } = first({ 'test/a.test.js': it1, '.mocharc.json': { spec: ['test/**/*.js'] } });
    assert.match(command, /--ignore '\*\*\/!\(a\.test\.js\)' test\/a\.test\.js$/);
  });

  it('takes hooks and environment from the script, but not its files and reporters', () => {
    const script = `nyc --all cross-env TS_NODE_PROJECT=test/tsconfig.json mocha -r ts-node/register --watch --reporter=min "test/**/*.ts" && eslint .`;
    const { command, sureness } = first({ 'test/a.test.ts': it1, 'package.json': { scripts: { test: script } } });
    assert.equal(sureness, 'sure');
    assert.equal(command, `TS_NODE_PROJECT=test/tsconfig.json mocha -r ts-node/register ${options} test/a.test.ts`);
  });

  it('compiles TypeScript with tsx by default, and refuses a file that it cannot compile', () => {
    const files = { 'a.test.ts': it1, 'package.json': { scripts: { test: 'node build.js && mocha out' } } };
    assert.deepEqual(
      recognised(files).map(({ runner }) => runner),
      ['test script'],
    );
    const { command } = first({ ...files, 'node_modules/tsx/package.json': {} });
    assert.match(command, /--import tsx/);
  });
});

describe('runner recognition: tap and tape', () => {
  for (const name of ['tap', 'tape']) {
    const text = `const test = require('${name}');\n`;
    const own = { scripts: { test: `nyc ${name} -r ./hook.js 'test/*.js'` } };

    it(`${name} by the file's imports: node runs it, with the hooks of its script`, () => {
      const { runner, command, sureness } = first({ 'test/a.js': text, 'package.json': own }, ['one']);
      assert.deepEqual([runner, command, sureness], ['tap', 'node -r ./hook.js test/a.js', 'certain']);
    });

    it(`no TypeScript with ${name}, which node may not read`, () => {
      assert.equal(first({ 'test/a.ts': text, 'package.json': own }).runner, 'test script');
    });
  }
});

describe('runner recognition: jest and vitest', () => {
  it('jest by its settings, in one process and without its watcher', () => {
    const files = { 'src/__tests__/a b.js': it1, 'jest.config.ts': '', 'node_modules/.bin/jest': '' };
    const { command, runner } = first(files, ['suite', 'a.b']);
    assert.equal(runner, 'jest');
    assert.match(command, /^node_modules\/\.bin\/jest --ci --runInBand --bail /);
    for (const costly of ['--coverage=false', '--watchAll=false', '--watchman=false'])
      assert.ok(command.includes(costly));
    assert.ok(command.endsWith(` -t '^suite a\\.b$' --runTestsByPath 'src/__tests__/a b.js'`), command);
  });

  it('jest keeps the node flags of its script', () => {
    const test = 'node --experimental-vm-modules node_modules/jest/bin/jest.js --config=j.json --coverage';
    const { command } = first({ 'a.test.mjs': it1, 'package.json': { scripts: { test } } });
    assert.match(command, /^NODE_OPTIONS=--experimental-vm-modules jest --config=j\.json --ci/);
  });

  it("vitest by the file's imports, though jest is nearer", () => {
    const { runner, command, cwd, sureness } = first(
      {
        'packages/a/a.test.ts': `import { test } from 'vitest';\n`,
        'packages/a/package.json': { devDependencies: { jest: '1' } },
        'package.json': { devDependencies: { vitest: '1' } },
      },
      ['one'],
    );
    assert.deepEqual([runner, cwd, sureness], ['vitest', '.', 'certain']);
    assert.match(
      command,
      /vitest run --bail=1 --no-file-parallelism --coverage\.enabled=false --reporter=tap-flat --reporter=github-actions -t '\^ \?one\$' packages\/a\/a\.test\.ts$/,
    );
  });

  it("playwright by the file's imports, with its own output directory", () => {
    const { runner, command } = first(
      {
        'e2e/a.spec.ts': `import { test } from '@playwright/test';\n`,
        'package.json': { scripts: { e2e: 'playwright test -c e2e.ts --headed' }, devDependencies: { vitest: '1' } },
      },
      ['page', 'a.b'],
    );
    assert.equal(runner, 'playwright');
    assert.match(
      command,
      /playwright test -c e2e\.ts --reporter=json .* --output=test-results\/whittle -g 'page a\\.b\$' e2e\/a\.spec\.ts$/,
    );
  });

  for (const [name, config] of [
    ['vitest', 'vitest.config.ts'],
    ['vitest', 'vitest.workspace.ts'],
    ['jest', 'jest.config.js'],
  ]) {
    const files = { 'packages/a/a.test.js': it1, 'packages/a/package.json': { devDependencies: { [name]: '1' } } };

    it(`${name} by its ${config} above a package, whose projects the file may be of`, () => {
      const { runner, cwd, command } = first({ ...files, [config]: '' });
      assert.deepEqual([runner, cwd], [name, '.'], command);
      assert.match(command, / packages\/a\/a\.test\.js$/);
    });

    it(`${name} by the package's own settings, though there is a ${config} above`, () => {
      const { runner, cwd } = first({ ...files, [config]: '', [`packages/a/${config}`]: '' });
      assert.deepEqual([runner, cwd], [name, 'packages/a']);
    });
  }

  it('of two runners, the one in the nearest package, with a program from above', () => {
    const { runner, command, cwd } = first({
      'packages/a/test/a.test.js': it1,
      'packages/a/package.json': { scripts: { test: 'mocha' } },
      'package.json': { scripts: { test: 'vitest' } },
      'node_modules/.bin/mocha': '',
    });
    assert.deepEqual([runner, cwd], ['mocha', 'packages/a']);
    assert.match(command, /^\.\.\/\.\.\/node_modules\/\.bin\/mocha .* test\/a\.test\.js$/);
  });
});

describe('runner recognition: node:test', () => {
  for (const text of [
    `import test from 'node:test';`,
    `const { test } = require("node:test");`,
    `await import('node:test')`,
  ]) {
    it(`by ${text}`, () => {
      const { runner, command } = first({ 'a.js': text, 'package.json': { devDependencies: { mocha: '1' } } });
      assert.deepEqual([runner, command], ['node:test', 'node --test-reporter=tap a.js']);
    });
  }

  it('narrows to a test by its own title and by its full one, for older and newer nodes', () => {
    const { command } = first({ 'a.mjs': `import 'node:test'` }, ['Queue', 'a.b']);
    assert.equal(command, `node --test-reporter=tap '--test-name-pattern=^(Queue )?a\\.b$' a.mjs`);
  });

  it('takes the hooks of the script', () => {
    const text = `import 'node:test'`;
    const scripts = { test: 'node --import tsx --test --experimental-test-coverage "test/*.ts"' };
    const { command } = first({ 'test/a.test.ts': text, 'package.json': { scripts } });
    assert.equal(command, 'node --import tsx --test-reporter=tap test/a.test.ts');
  });
});

describe('runner recognition: go and cargo', () => {
  it('go: the functions of the file, in its folder', () => {
    const text = 'package q\n\nfunc TestOne(t *testing.T) {}\nfunc TestTwo(t *testing.T) {}\nfunc helper() {}\n';
    const files = { 'q/q_test.go': text, 'go.mod': 'module q' };
    const { command, cwd, runner } = first(files);
    assert.deepEqual([runner, cwd], ['go test', 'q']);
    assert.equal(command, `go test -v -count=1 -failfast -run '^(TestOne|TestTwo)$' .`);
    assert.match(first(files, ['TestOne', 'a (b)']).command, /-run '\^TestOne\$\/\^a_\\\(b\\\)\$' \.$/);
  });

  const test = '#[test]\nfn one() { assert_eq!(1, 2); }\n';
  const inModule = `mod other {\n}\n#[cfg(test)]\nmod tests {\n  mod before {\n  }\n  mod inner {\n    ${test.replace('\n', '\n    ')}  }\n}\n`;
  const cargo = { 'Cargo.toml': '[package]\nname = "q"\n' };
  const cases: [string, Record<string, unknown>, string[], string][] = [
    ['an integration test', { 'tests/parse.rs': test }, ['parse', 'one'], '--test parse -- --exact one'],
    ['all of one', { 'tests/parse.rs': test }, [], '--test parse --'],
    ['a unit test', { 'src/a/b.rs': test, 'src/lib.rs': '' }, ['tests', 'one'], '--lib -- --exact a::b::tests::one'],
    ['all of a module', { 'src/a/mod.rs': test, 'src/lib.rs': '' }, [], '--lib -- a::'],
    ['a program', { 'src/main.rs': test }, ['one'], '--bins -- --exact one'],
    ['a name alone', { 'src/a.rs': inModule, 'src/lib.rs': '' }, ['one'], '--lib -- --exact a::tests::inner::one'],
    ['a whole path', { 'src/a.rs': inModule }, ['a::tests::inner::one'], '--bins -- --exact a::tests::inner::one'],
  ];
  for (const [what, files, titles, end] of cases) {
    it(`cargo: ${what}`, () => {
      const { command, runner } = first({ ...files, ...cargo }, titles);
      assert.equal(runner, 'cargo test');
      assert.equal(command, `RUST_BACKTRACE=0 cargo test --quiet --color never ${end}`);
    });
  }

  it('cargo: no file without tests', () => {
    assert.deepEqual(recognised({ 'src/lib.rs': 'fn one() {}', ...cargo }), []);
  });
});

describe('runner recognition: a script', () => {
  it('of the nearest package that has one, with the package manager of its lock file', () => {
    const { runner, command, cwd, sureness } = first({
      'packages/a/test/a.js': it1,
      'packages/a/package.json': { scripts: { test: 'node tests/run.js' } },
      'pnpm-lock.yaml': '',
    });
    assert.deepEqual([runner, command, cwd, sureness], ['test script', 'CI=true pnpm test', 'packages/a', 'guess']);
  });

  it('not the default of npm init, and not for a file that is no test', () => {
    const scripts = { test: 'echo "Error: no test specified" && exit 1' };
    assert.deepEqual(recognised({ 'a.test.js': it1, 'package.json': { scripts } }), []);
    assert.deepEqual(recognised({ 'src/a.js': 'f();\n', 'package.json': { scripts: { test: 'mocha' } } }), []);
  });

  it('ignores broken package.json files and missing folders', () => {
    assert.deepEqual(recognised({ 'test/a.test.js': it1, 'package.json': '{ "scripts": ' }), []);
    const nowhere = { path: '/nowhere/at/all/a.test.js', text: it1, root: '/nowhere' };
    assert.deepEqual(recognise(nowhere), []);
  });
});

describe('titles of a test', () => {
  it('may be one, as reports join them, unless the file has it as it is', () => {
    assert.deepEqual(separateTitles(['cart › has a total'], 'it("has a total")'), ['cart', 'has a total']);
    assert.deepEqual(separateTitles(['cart > has a total'], ''), ['cart', 'has a total']);
    assert.deepEqual(separateTitles(['a > b'], "it('a > b')"), ['a > b']);
    assert.deepEqual(separateTitles(['a', 'b > c'], ''), ['a', 'b > c']);
  });
});
