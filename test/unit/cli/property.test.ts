/** `--property`: a function in a module says whether the bug is there. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { eventsOf, finishedOf, whittle, workplace } from '../../support/cli';

const { directory, at, write, read, reduce } = workplace();

const run = (...args: string[]) => whittle(args, directory.path);

const json = '{"a": 1, "needle": [1, 2], "b": {"c": 3}}';
const needle = `export default (text) => text.includes('"needle"');`;

describe('whittle reduce --property', () => {
  it('asks the function, whose prints do not mix with the events', async () => {
    write('data.json', json);
    write('needle.mjs', `console.log('loaded');\n${needle.replace('=>', '=> console.log(text) ??')}`);
    const args = ['data.json', '--property', 'needle.mjs'];
    const plain = await reduce(...args);
    assert.equal(plain.code, 0, plain.stderr);
    assert.equal(plain.stdout, `${at('data.reduced.json')}\n`);
    assert.equal(read('data.reduced.json'), '"needle"');
    const [started] = eventsOf(await reduce(...args, '--json'));
    assert.ok(started.event === 'started' && started.oracle === at('needle.mjs'));
  });

  it('has the same result for any number of threads', async () => {
    const lines = Array.from({ length: 200 }, (_, line) => `line ${line}`).join('\n');
    write('lines.txt', lines);
    write('some.mjs', `export default (text) => ['3', '77', '78', '191'].every((n) => text.includes('line ' + n));`);
    const results = new Set<string>();
    for (const jobs of ['1', '4']) {
      const { code, stderr } = await reduce('lines.txt', '--property', 'some.mjs', '-j', jobs, '-o', `${jobs}.txt`);
      assert.equal(code, 0, stderr);
      results.add(read(`${jobs}.txt`));
    }
    assert.equal(results.size, 1);
    assert.ok([...results][0].length < 40);
  });

  it('ends a function that loops for ever, and goes on', async () => {
    write('in.txt', 'a\nb\nneedle\nstop\n');
    write('loops.mjs', `export default (text) => { while (!text.includes('stop')); return text.includes('needle'); }`);
    const one = await reduce('in.txt', '--property', 'loops.mjs', '--timeout', '300ms', '--json');
    const { timeouts, confirmed } = finishedOf(one);
    assert.ok(timeouts > 0 && confirmed, one.stdout);
    assert.equal(read('in.reduced.txt').replace(/\s+/g, ' ').trim(), 'needle stop');
  });

  it('tells the error of a function that fails on the input', async () => {
    write('in.txt', 'a\nb\n');
    write('throws.mjs', `export default (text) => JSON.parse(text).bug;`);
    const { code, stderr } = await reduce('in.txt', '--property', 'throws.mjs');
    assert.equal(code, 1);
    assert.match(
      stderr,
      /fails with an error on the unchanged input \(SyntaxError: .*\): it must return true while the bug is/,
    );
    assert.match(stderr, /^The test said:\n {2}SyntaxError: /m);
    assert.ok(!existsSync(at('in.reduced.txt')));
  });

  it('is refused beside tests, rules and placements, and without a file', async () => {
    write('in.json', json);
    write('needle.mjs', needle);
    const refusals: Record<string, RegExp> = {
      '--test true': /--property cannot be combined with --test or --oracle: keep one of them\.$/m,
      '--property needle.mjs': /cannot be combined with --test/,
      '--exit 1':
        /--property cannot be combined with --exit, .*: the function itself says whether the bug is there\.$/m,
      '--match a': /cannot be combined with --exit/,
      '--same-failure': /cannot be combined with --exit/,
      '--stdin': /cannot be combined with --exit/,
      '--place overlay': /gets the text itself: remove the placement \(--place\)\.$/m,
    };
    for (const [more, words] of Object.entries(refusals)) {
      const refused = await reduce('in.json', '--property', 'needle.mjs', ...more.split(' '));
      assert.deepEqual([refused.code, words.test(refused.stderr)], [2, true], `${more}: ${refused.stderr}`);
    }
    const several = await reduce('in.json', 'needle.mjs', '--property', 'needle.mjs');
    assert.equal(several.code, 2);
    assert.match(several.stderr, /A property function tests one file: use a command for several \(--test\)\.$/m);
    const none = await reduce('in.json', '--property', 'none.mjs');
    assert.match(none.stderr, /none\.mjs cannot be read \(ENOENT\): give the path of a module\.$/m);
  });

  it('resumes a journal with the same module, and not with another', async () => {
    write('in.txt', Array.from({ length: 60 }, (_, line) => `${line}\n`).join(''));
    write('sum.mjs', `export default (text) => /^17$/m.test(text) && /^41$/m.test(text);`);
    const args = ['in.txt', '--property', 'sum.mjs', '--journal', 'journal', '--json', '--search', 'lines'];
    const first = await reduce(...args, '--max-tests', '15');
    assert.equal(finishedOf(first).ending, 'tests', first.stderr);
    const second = await reduce(...args);
    const resumed = eventsOf(second).find(({ event }) => event === 'resumed');
    assert.ok(resumed?.event === 'resumed' && resumed.tests === 10, second.stderr);
    assert.equal(read('in.reduced.txt'), '17\n41\n');
    write('sum.mjs', 'export default (text) => /^17$/m.test(text);');
    const other = await reduce(...args);
    assert.equal(other.code, 2);
    assert.match(other.stderr, /journal/);
  });
});

describe('other commands with --property', () => {
  it('isolate: a candidate may be unresolved', async () => {
    write('works.txt', 'a\nb\nc\nd\n');
    write('crashes.txt', 'a\nX\nY\nd\n');
    // X and Y only work together.
    write('both.mjs', `export default (text) => [false, 'unresolved', true][text.match(/[XY]/g)?.length ?? 0];`);
    const args = ['crashes.txt', 'works.txt', '--property', 'both.mjs', '--unit', 'lines', '--json'];
    const last = eventsOf(await run('isolate', ...args)).at(-1)!;
    assert.ok(last.event === 'isolated' && last.changes === 2 && last.confirmed, JSON.stringify(last));
  });

  it('compare: each search asks the function', async () => {
    write('data.json', json);
    write('needle.mjs', needle);
    const { code, stdout, stderr } = await run(
      'compare',
      'data.json',
      '--property',
      'needle.mjs',
      '--searches',
      'hddr,lines',
    );
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^hddr:cdd +8 .*Done \(result verified\)$/m);
  });
});
