/** In which way a run fails: what counts as a failure of its own, and which are told apart. */
import assert from 'node:assert/strict';
import { namesInErrors, wayOf } from '../../../src/oracle/judging/otherFailure';

const said = (status: number, stderr = '', stdout = '') => wayOf({ status, said: { stdout, stderr } });
const stack = (file: string) => `    at parse (/tools/${file}:12:3)\n    at main (/tools/main.js:1:1)\n`;

describe('the way in which a run fails', () => {
  it('is none if it succeeds, or ends with no more than an exit code that says no', () => {
    assert.equal(said(0, 'Error: boom\n'), undefined);
    assert.equal(said(1), undefined);
    assert.equal(said(2), undefined);
  });

  it('is a signal, or an exit code of which nothing else is told', () => {
    assert.deepEqual(said(139, 'sh: line 1: 71 Segmentation fault (core dumped) tool\n'), {
      told: '139 (SIGSEGV)',
      isCrash: true,
    });
    assert.deepEqual(said(3), { told: 'exit code 3', isCrash: false });
  });

  it('is none for what programs say of broken input, even with a stack', () => {
    assert.equal(said(1, "a.c:1:2: error: expected ';' before '}' token\n"), undefined);
    assert.equal(said(1, `SyntaxError: Unexpected token (1:2)\n${stack('parse.js')}`), undefined);
    assert.equal(said(1, "NameError: name 'x' is not defined\n"), undefined);
  });

  it('is a crash with a stack, an assertion or an internal error, and otherwise an error line', () => {
    for (const line of [
      `TypeError: node.body.map is no iterator\n${stack('print.js')}`,
      "tool: parse.c:12: visit: Assertion `n > 0' failed.\n",
      'a.c:3:1: internal compiler error: in build, at tree.c:12\n',
      "thread 'main' panicked at src/main.rs:1:2:\nno entry\n",
    ]) {
      assert.equal(said(1, line)?.isCrash, true, line);
    }
    assert.deepEqual(said(1, 'error: the loop of main never ends\n'), {
      told: 'error: the loop of main never ends',
      isCrash: false,
    });
  });

  it('is a crash that any program may have, if it has a stack', () => {
    const line = "TypeError: Cannot read properties of undefined (reading 'type')\n";
    assert.equal(said(1, line), undefined);
    assert.equal(said(1, line + stack('print.js'))?.isCrash, true);
  });

  it('is none if it is the input itself that fails so, as it lacks statements', () => {
    const root = '/tmp/whittle-run-aaaaaa-1-bbbbbbbb-cccccc/1';
    assert.equal(
      said(1, `TypeError: a.map is no function\n    at total (${root}/in.js:1:2)\n${stack('print.js')}`),
      undefined,
    );
    const trace = `Traceback (most recent call last):\n  File "${root}/in.py", line 1, in <module>\nValueError: too many values\n`;
    assert.equal(said(1, trace), undefined);
    assert.equal(said(1, trace.replace(root, '/tools'))?.isCrash, true);
  });

  it('is the same for other numbers and names, and another one for another file of the program', () => {
    const one = said(1, `TypeError: a.b.c is 12 "x"\n${stack('print.js')}`);
    assert.equal(one?.told, 'TypeError: … is … … (print.js)');
    assert.deepEqual(said(1, `TypeError: q.z is 7 "yy"\n${stack('print.js')}`), one);
    assert.notDeepEqual(said(1, `TypeError: q.z is 7 "yy"\n${stack('parse.js')}`), one);
  });
});

describe('the names in errors', () => {
  const named = (stderr: string) => namesInErrors({ stderr, stdout: '' }).named ?? [];

  it('are those in the error lines of compilers, linkers and interpreters', () => {
    assert.deepEqual(named("a.c:1:2: error: 'f' undeclared (first use)\na.c:1:2: note: 'g' is a function\n"), ['f']);
    assert.deepEqual(named('error[E0425]: cannot find function `run` in this scope\n --> a.rs:1:1\n'), ['run']);
    assert.deepEqual(named("a.o: in function `main':\na.c:(.text+0x5): undefined reference to `one'\n"), ['one']);
    assert.deepEqual(named("a.ts(1,2): error TS2304: Cannot find name 'One'.\n"), ['One']);
    assert.deepEqual(named('./a.go:3:2: undefined: sum\n'), ['sum']);
    assert.deepEqual(named("AttributeError: 'Walker' object has no attribute 'visit_A'\n"), ['Walker', 'visit_A']);
    assert.deepEqual(named('ReferenceError: total is not defined\n    at main (a.js:1:1)\n'), ['total']);
  });

  it('are operators too', () => {
    assert.deepEqual(named('a.cc:1:2: error: no match for ‘operator!=<int*>’ (of ‘A’ and ‘n::B’)\n'), [
      ...['operator!=', 'int', 'A', 'n', 'B'],
    ]);
  });

  it('are none of warnings, and none of what a tool says of itself', () => {
    assert.deepEqual(named("a.c:1:2: warning: unused variable 'x'\n"), []);
    assert.deepEqual(named("a.c:1:2: internal compiler error: in 'expand', at a.cc:1\n"), []);
  });
});
