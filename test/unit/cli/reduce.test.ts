/** `whittle reduce` as users run it: the built program, real files, real commands. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { endingOf } from '../../../src/cli/guesses/proposals';
import { evens } from '../../support/lists';
import { eventsOf, finishedOf, unprotected, whittle, whittleProcess, workplace } from '../../support/cli';
import { processesWith } from '../../support/files';

const { directory, at, write, read, reduce } = workplace();

describe('whittle reduce', () => {
  it('puts the result beside the input, which it never touches, and says where', async () => {
    write('data.json', '{"a": 1, "needle": [1, 2], "b": {"c": 3}}');
    const run = await reduce('data.json', '--test', `grep -q '"needle"' {}`);
    assert.equal(run.code, 0, run.stderr);
    assert.equal(run.stdout, `${at('data.reduced.json')}\n`);
    assert.match(run.stderr, /data\.json: \d+ tokens, json, default$/m);
    assert.match(run.stderr, /\d+ → 3 tokens · \d+% · \d+ tests · .* s · verified/);
    assert.equal(read('data.reduced.json'), '"needle"');
    assert.match(read('data.json'), /^\{"a": 1/);
  });
});

describe('the language of piped text', () => {
  const python = 'def f(x):\n    return x["k"]\nprint("hi")\nf({})\n';
  for (const [text, line, ending] of [
    ['#!/usr/bin/env python3\nf()\n', './tool {}', '.py'],
    ['#!/bin/bash -e\nf\n', undefined, '.sh'],
    [python, 'python3.11 -B "{}"', '.py'],
    [python, 'python3 tool.py {}', undefined],
    ['f();\n', 'node < {}', '.js'],
    ['int a;\n', '/usr/bin/gcc-12 -o /dev/null -c {}', '.c'],
    ['int a;\n', 'clang++ -c {}', '.cc'],
    ['{"a": [1]}\n', 'node tool.mjs', '.json'],
    ['{"a": [1}\n', './tool', undefined],
  ] as const) {
    it(`is ${ending ?? 'not known'}: ${JSON.stringify(text)} with ${line}`, () =>
      assert.equal(endingOf(text, line), ending));
  }

  it('is told at the end, where it was guessed or not known', async () => {
    const reduced = (...words: string[]) => whittle(['reduce', '-', '--test', ...words], directory.path, python);
    const guessed = await reduced('python3 {} 2>&1 | grep -q KeyError', '--max-tests', '12');
    assert.match(guessed.stderr, /^stdin\.py: 24 tokens, python, default$/m);
    assert.match(guessed.stderr, /taken for python: --language ID chooses a language .*\n$/);
    assert.match(guessed.stdout, /k/);
    assert.deepEqual(readdirSync(directory.path), [], 'the result goes to standard output');
    const unknown = await reduced('grep -q k..$ {}');
    assert.match(unknown.stderr, /reduced without a grammar: --language ID/);
    const chosen = await reduced('grep -q k..$ {}', '--language', 'ruby');
    assert.match(chosen.stderr, /^stdin\.rb: \d+ tokens, ruby, /m);
    assert.doesNotMatch(chosen.stderr, /--language/);
    const wrong = await reduced('grep -q k..$ {}', '--language', 'latin');
    assert.match(wrong.stderr, /There is no language "latin": use one of javascript, /);
  });

  it('is that of any file with --language', async () => {
    write('in.input', python);
    const { stderr } = await reduce('in.input', '--test', 'grep -q k..$ {}', '--language', 'python');
    assert.match(stderr, /^in\.input: 24 tokens, python, default$/m);
  });
});

describe('a result that no longer parses', () => {
  const hint =
    /The result no longer parses; let the command check the syntax first \(--test 'python3 -m py_compile \{\} && …'\)\.$/m;

  it('is told of, with the test that demands correct syntax', async () => {
    write('in.py', 'def f(x):\n    return x["k"]\nf(1)\n');
    const broken = await reduce('in.py', '--test', 'grep -q "x\\[" {} && grep -q "f(1" {}');
    assert.match(broken.stderr, hint);
    assert.match(broken.stderr, / · verified$/m);
    const strict = await reduce('in.py', '--test', 'grep -q "x\\[" {}', '--test', 'python3 -m py_compile {}');
    assert.doesNotMatch(strict.stderr, /no longer parses/);
  });

  it('is not told of, if the input did not parse either', async () => {
    write('in.py', 'def f(x:\n    return x["k"]\nf(1\n');
    const { stderr } = await reduce('in.py', '--test', 'grep -q "x:" {}');
    assert.doesNotMatch(stderr, /no longer parses/);
  });
});

describe('whittle reduce, the run', () => {
  it('takes --effort for a failing test too, which stays one that a person would write', async () => {
    write('package.json', '{}');
    write(
      'a.test.js',
      "const a = [1, 2];\nrequire('node:test')('adds', () => require('node:assert').equal(a.length, 3));\n",
    );
    const run = await whittle(['test', 'a.test.js', '--effort', 'quick', '--max-tests', '9', '--json'], directory.path);
    const [started] = eventsOf(run);
    assert.ok(started.event === 'started', run.stderr);
    assert.equal(started.search, 'default+effort=quick+until=calls');
  });

  it('takes --effort as an option of the search, which may not know it', async () => {
    write('in.json', '{"a": 1, "needle": [1, 2]}');
    const test = ['--test', 'grep -q needle {}'];
    const [started] = eventsOf(await reduce('in.json', ...test, '--effort', 'quick', '--json'));
    assert.ok(started.event === 'started' && started.search === 'default+effort=quick');
    const other = await reduce('in.json', ...test, '--effort', 'quick', '--search', 'hddr');
    assert.equal(other.code, 2);
    assert.match(other.stderr, /The search hddr:cdd does not use the option effort: choose default\.$/m);
  });

  it('prints one event per line; the last has the counts', async () => {
    write('in.txt', 'a\nneedle\nb\n');
    const run = await reduce('in.txt', '--test', 'grep -q needle {}', '--json');
    const events = eventsOf(run);
    assert.deepEqual([events[0].event, events[1].event], ['started', 'calibrated']);
    const finished = finishedOf(run);
    assert.deepEqual(finished.bytes, { before: 11, after: 7 });
    assert.deepEqual(finished.tokens, { before: 3, after: 1 });
    assert.equal(finished.confirmed, true);
    // The input, three times, the empty file (which the search asks for again, from memory), the result, which few refusals
    // speak for, five times, again the empty file and the input, and other texts as small as the result.
    assert.equal(finished.tests, finished.search.tests + 3 + 5 + 2 + 3);
    assert.equal(finished.cacheHits, finished.search.cacheHits);
    assert.equal(run.stderr, '');
    assert.ok(events.every((event) => !('text' in event)));
  });

  it('keeps what matches --keep as it is, with what is needed around it', async () => {
    write(
      'kept.js',
      'function a() {\n  // LICENSE: stays\n  b();\n}\nfunction c() {\n  needle();\n}\nlet stays = 1;\n',
    );
    const args = ['kept.js', '--test', 'grep -q needle {}', '--keep', '// LICENSE.*$', '--keep', 'stays = \\d'];
    const run = await reduce(...args);
    assert.equal(run.code, 0, run.stderr);
    const result = read('kept.reduced.js');
    assert.ok(
      result.includes('// LICENSE: stays') && result.includes('stays = 1') && result.includes('needle'),
      result,
    );
    assert.ok(!result.includes('b()'), result);
    const idle = await reduce('kept.js', '--test', 'grep -q needle {}', '--keep', 'absent');
    assert.equal(idle.code, 2);
    assert.match(
      idle.stderr,
      /The text to keep, "absent", does not occur in kept\.js: use a pattern that matches its text \(--keep\)\.\n$/,
    );
    const wrong = await reduce('kept.js', '--test', 'true', '--keep', '(');
    assert.equal(wrong.code, 2);
    assert.match(wrong.stderr, /Unterminated group/);
  });

  it('takes the options of the reducer, with the figures of the papers', async () => {
    write('list.txt', '1\n2\n3\n4\n5\n6\n7\n8\n');
    const test = 'grep -q 5 {} && grep -q 8 {} && { grep -q 2 {} || ! grep -q 7 {}; }';
    const args = ['list.txt', '--test', test, '--json', '--search'];
    const figures = { 'subsets-first': [22, 22], 'complements-first': [17, 5], 'complements-only': [14, 1] };
    for (const [order, [tests, cacheHits]] of Object.entries(figures)) {
      assert.deepEqual(
        finishedOf(await reduce(...args, `lines:ddmin+order=${order}`)).search,
        { tests, cacheHits },
        order,
      );
    }
    for (const wrong of ['ddmin+order=sideways', 'cdd+p0=1', 'cdd+p0=', 'probdd+seed=1.5']) {
      const run = await reduce(...args, `lines:${wrong}`);
      assert.equal(run.code, 2, wrong);
      assert.match(run.stderr, /must be (one of|a )/);
    }
  });

  it('needs exactly the tests of the papers on one element a line', async () => {
    write('list.txt', Array.from({ length: 100 }, (_, index) => `${index}\n`).join(''));
    const allEvens = `[ $(grep -c '[02468]$' {}) = 50 ]`;
    const args = ['list.txt', '--test', allEvens, '--search', 'lines:ddmin', '--json'];
    const { search, tests } = finishedOf(await reduce(...args));
    assert.deepEqual(search, { tests: 276, cacheHits: 0 });
    // Four to calibrate; three for the result, then the empty input and the original once more.
    assert.equal(tests, 276 + 9);
    assert.equal(read('list.reduced.txt'), evens.map((line) => `${line}\n`).join(''));
  });

  it('gives the same bytes and the same search with one worker and with three', async () => {
    const text = Array.from(
      { length: 60 },
      (_, index) => `function f${index}(a, b) { return [a, b, ${index}]; }\n`,
    ).join('');
    write('in.js', text);
    const test = 'grep -q "f17(.*17" {} && grep -q f44 {}';
    const one = finishedOf(await reduce('in.js', '--test', test, '--json', '-o', 'one.js'));
    const three = finishedOf(await reduce('in.js', '--test', test, '--json', '-o', 'three.js', '-j', '3'));
    assert.equal(read('three.js'), read('one.js'));
    assert.deepEqual(three.search, one.search);
  });

  it('ends at a spent budget with the best result, confirmed, and says so', async () => {
    write('in.txt', Array.from({ length: 200 }, (_, index) => `line ${index}\n`).join(''));
    const byTests = finishedOf(await reduce('in.txt', '--test', 'grep -q 77 {}', '--max-tests', '12', '--json'));
    assert.deepEqual([byTests.ending, byTests.search.tests, byTests.confirmed], ['tests', 7, true]);
    assert.ok(byTests.bytes.after < byTests.bytes.before);
    assert.match(read('in.reduced.txt'), /77/);
    // Half of the time is for a machine that stalls: where fewer than 12 tests fit, nothing is verified.
    const byTime = await reduce('in.txt', '--test', 'sleep 0.8; grep -q 77 {}', '--max-time', '20');
    assert.equal(byTime.code, 0);
    assert.match(byTime.stderr, /verified, stopped at --max-time/);
    assert.match(read('in.reduced.txt'), /77/);
  });

  it('makes no more tests than it may, also if the failure is learned', async () => {
    write('in.txt', Array.from({ length: 200 }, (_, index) => `line ${index}\n`).join(''));
    const test = 'grep -q 77 {} && { echo boom; exit 3; }';
    for (const most of [5, 12]) {
      const limit = ['--same-failure', '--max-tests', `${most}`, '--json'];
      const { ending, tests } = finishedOf(await reduce('in.txt', '--test', test, ...limit));
      assert.equal(ending, 'tests');
      assert.ok(tests <= most && tests >= most - 1, `${tests} of ${most}`);
    }
  });

  it('writes nothing when interrupted before anything was removed', async () => {
    write('in.txt', 'a\nneedle\n');
    write('in.reduced.txt', 'an earlier result');
    const run = await whittleProcess(
      ['reduce', 'in.txt', '--test', 'sleep 5 # {}', '--json'],
      directory.path,
      /"started"/,
    );
    assert.equal(run.code, 130);
    assert.equal(run.stderr, 'whittle: Interrupted before anything was removed: no result is written.\n');
    assert.equal(read('in.reduced.txt'), 'an earlier result');
    assert.equal(finishedOf(run).confirmed, false);
  });

  it('keeps the best result when interrupted, with exit code 130 and nothing left', async () => {
    write('in.txt', Array.from({ length: 200 }, (_, index) => `line ${index}\n`).join(''));
    const args = ['reduce', 'in.txt', '--test', 'sleep 0.15; sleep 0.151; grep -q 77 {}', '--json'];
    const run = await whittleProcess(args, directory.path, /"accepted"/);
    assert.equal(run.code, 130);
    const finished = finishedOf(run);
    assert.deepEqual([finished.ending, finished.confirmed], ['interrupted', false]);
    assert.equal(readFileSync(at('in.reduced.txt')).length, finished.bytes.after);
    assert.ok(finished.bytes.after < finished.bytes.before);
    assert.deepEqual(processesWith('sleep 0.15'), []);
  });
});

describe('whittle reduce, whose oracle removes the directory it runs in', () => {
  unprotected();

  it('keeps the best result, with exit code 2', async () => {
    write('in.txt', Array.from({ length: 50 }, (_, index) => `line ${index}\n`).join(''));
    const breaking = 'grep -q 7 {} && { [ $(wc -l < {}) -gt 30 ] || rm -rf "$PWD"; }';
    mkdirSync(at('sub'));
    const run = await whittle(['reduce', '../in.txt', '--test', breaking], at('sub'));
    assert.equal(run.code, 2);
    assert.match(run.stderr, /can no longer start .* The best result so far is kept\./);
    assert.match(read('in.reduced.txt'), /7/);
    assert.ok(read('in.reduced.txt').length < read('in.txt').length);
  });
});
