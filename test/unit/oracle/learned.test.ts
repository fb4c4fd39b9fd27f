/** Rules learned from failures, in the words of many programs (and from the real programs at hand). */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { lessonOf } from '../../../src/oracle/judging/learnedRule';
import { judgeOf } from '../../../src/oracle/judging/rule';
import { describedRule, toldFailure } from '../../../src/oracle/judging/ruleWords';
import type { Said } from '../../../src/oracle/processes/output';
import { told } from '../../support/failures';
import { freshDirectory } from '../../support/files';

const directory = freshDirectory();

describe('the learned rule', function () {
  this.timeout(180_000); // starts compilers

  for (const { what, stdout = '', stderr = '', text = '', fileName = 'in.js', expected, same, other } of told) {
    it(`finds the line of ${what}`, () => {
      const said: Said = { stdout, stderr };
      const { rule } = lessonOf({ status: 1, ...said }, { text, fileName });
      const [pattern] = rule.match ?? [];
      assert.equal(pattern?.pattern, expected);
      const judge = judgeOf(rule);
      assert.equal(judge(1, said), 'holds');
      assert.equal(judge(0, said), 'fails');
      if (!pattern) return assert.deepEqual(rule, { exit: { codes: [1] } });
      const empty = { stdout: '', stderr: '' };
      assert.equal(judge(1, empty), 'fails');
      if (same) assert.equal(judge(1, { ...empty, [pattern.stream!]: same }), 'holds', same);
      if (other) assert.equal(judge(1, { ...empty, [pattern.stream!]: other }), 'fails', other);
    });
  }

  for (const [what, stderr, elsewhere] of [
    [
      'Python',
      'Traceback (most recent call last):\n  File "/a/tool.py", line 9, in main\n    f()\n  File "/a/tool.py", line 3, in f\n    b[9]\nIndexError: list index out of range\n',
      (said: string) => said.replace('line 3, in f', 'line 5, in g'),
    ],
    [
      'Node',
      'TypeError: a is not iterable\n    at new Map (<anonymous>)\n    at f (/a/tool.js:3:7)\n    at main (/a/tool.js:9:1)\n',
      (said: string) => said.replace('tool.js:3:7', 'tool.js:5:7'),
    ],
  ] as const) {
    it(`tells failures at two places of a program apart, if that is asked for: ${what}`, () => {
      const rules = [false, true].map(
        (atPlace) => lessonOf({ status: 1, stdout: '', stderr }, { text: '', fileName: 'in' }, atPlace).rule,
      );
      const verdicts = (said: string) => rules.map((rule) => judgeOf(rule)(1, { stdout: '', stderr: said }));
      assert.deepEqual(verdicts(stderr.replaceAll('/a/', '/b/c/')), ['holds', 'holds']);
      assert.deepEqual(verdicts(elsewhere(stderr)), ['holds', 'fails']);
    });
  }

  it('asks for no place of a program that has called itself too often, or of the input', () => {
    const deep = 'RangeError: Maximum call stack size exceeded\n    at f (/a/tool.js:3:7)\n';
    const own = 'TypeError: a is not iterable\n    at f (/a/in.js:3:7)\n';
    for (const stderr of [deep, own]) {
      const { match } = lessonOf({ status: 1, stdout: '', stderr }, { text: '', fileName: 'in.js' }, true).rule;
      assert.equal(match?.length, 1);
    }
  });

  it('accepts any failure of mocha, whose exit code is the number of failed tests', () => {
    const stdout = '  0 passing (4ms)\n  2 failing\n\n     TypeError: o.f is not a function\n';
    const { exit } = lessonOf({ status: 2, stdout, stderr: '' }, { text: '', fileName: 'a.js' }).rule;
    assert.deepEqual(exit, { codes: [0], not: true });
  });

  it('matches the line that it was learned from, for any line', () => {
    const lines = [
      'Error: (a|b)* [x] {1} \\d $& ^ "q" /usr/lib/node_modules/x/y.js:1:2 $file.js',
      'Error:    spaces \t tabs   ',
      `Error: ${'long '.repeat(200)}`,
      `Error: ${'/usr/lib/x.js is not '.repeat(12)}`,
      'TypeError: \u{1f600} é ‘ünïcode’ in $file.js line 12 column 3',
    ];
    for (const line of lines) {
      const said = { stdout: '', stderr: `${line}\n` };
      const rule = lessonOf({ status: 1, ...said }, { text: 'ünïcode q', fileName: '$file.js' }).rule;
      assert.equal(rule.match?.length, 1, line);
      assert.equal(judgeOf(rule)(1, said), 'holds', `${line}\n${describedRule(rule)}`);
    }
  });

  it('is told as the line that it was learned from, not as a regular expression', () => {
    const told = (line: string) =>
      toldFailure(lessonOf({ status: 1, stdout: '', stderr: `${line}\n` }, { text: '', fileName: 'in.js' }).rule);
    assert.equal(
      told('✘ [ERROR] panic: Internal error (while *parsing*)'),
      '"✘ [ERROR] panic: Internal error (while *parsing*)" (exit code 1)',
    );
    assert.equal(told('Error: no  such file in.js at 0xdeadbeef?'), '"Error: no such file … at …?" (exit code 1)');
    assert.equal(told(''), 'exit code 1');
    const own = { exit: { codes: [1] }, match: [{ stream: 'stderr' as const, pattern: '^a(b|c)' }] };
    assert.equal(toldFailure(own), 'exit code 1, and stderr matches /^a(b|c)/');
  });

  it('is the same for the same real failure in another directory and on another line', () => {
    const run = (name: string, source: string) => {
      writeFileSync(join(directory.path, name), source);
      const { status, stdout, stderr } = spawnSync('node', [join(directory.path, name)], { encoding: 'utf8' });
      return { status: status!, stdout, stderr };
    };
    const source = 'function one(a) { return a.b.c; }\none({});\n';
    const first = run('first.js', source);
    const rule = lessonOf(first, { text: source, fileName: 'first.js' }).rule;
    const judge = judgeOf(rule);
    const again = run('other.js', `\n\n${source}`);
    assert.equal(judge(again.status, again), 'holds', describedRule(rule));
    const others = ['function one(a) { return a.b.d; } one({})', 'function one(a { return a.b.c; }', 'one({})', ''];
    for (const other of others) {
      const end = run('third.js', other);
      assert.equal(judge(end.status, end), 'fails', other);
    }
  });

  it('distinguishes errors of a real compiler', () => {
    const tsc = (source: string) => {
      writeFileSync(join(directory.path, 'a.ts'), source);
      const args = [resolve('node_modules', 'typescript', 'bin', 'tsc'), '--noEmit', '--lib', 'es5', 'a.ts'];
      const { status, stdout, stderr } = spawnSync('node', args, { encoding: 'utf8', cwd: directory.path });
      return { status: status!, stdout, stderr };
    };
    const source = 'interface Deep { a: number }\nconst x: Deep = { a: "text" };\n';
    const judge = judgeOf(lessonOf(tsc(source), { text: source, fileName: 'a.ts' }).rule);
    const fewer = tsc('interface Deep { a: number }\n\n\n   const y: Deep = { a: "" };\n');
    assert.equal(judge(fewer.status, fewer), 'holds');
    const another = tsc('const x: Deep = { a: "text" };\n');
    assert.equal(judge(another.status, another), 'fails', another.stdout + another.stderr);
  });
});
