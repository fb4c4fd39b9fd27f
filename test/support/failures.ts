/** Outputs of failing programs, each with the pattern to learn from it. */

export interface Told {
  readonly what: string;
  readonly stdout?: string;
  readonly stderr?: string;
  readonly text?: string;
  readonly fileName?: string;
  readonly expected: string | undefined;
  /** Output of the same error in another place. */
  readonly same?: string;
  /** Output of another error. */
  readonly other?: string;
}

const frames = '    at go (/tmp/a/in.js:1:33)\n    at Module._compile (node:internal/modules/cjs/loader:1521:14)\n';

export const told: readonly Told[] = [
  {
    what: 'an uncaught error of Node',
    stderr: `/tmp/a/in.js:1\nfunction go(list) { throw new Error('x: y'); list.map(x => x.y); }\n               ^\n\nTypeError: Cannot read properties of undefined (reading 'map')\n${frames}\nNode.js v20.20.2\n`,
    text: 'go(list => list.map(x => x.y))',
    expected: String.raw`^TypeError: Cannot read properties of undefined \(reading 'map'\)$`,
    other: `TypeError: Cannot read properties of undefined (reading 'y')`,
  },
  {
    what: 'an assertion of Node',
    stderr: `node:assert:90\n  throw new AssertionError(obj);\n  ^\n\nAssertionError [ERR_ASSERTION]: Expected values to be strictly equal:\n\n1 !== 2\n\n${frames} {\n  generatedMessage: true,\n  code: 'ERR_ASSERTION'\n}\n`,
    expected: String.raw`^AssertionError \[ERR_ASSERTION\]: Expected values to be strictly equal:$`,
  },
  {
    what: 'a string that was thrown',
    stderr: `\n/tmp/a/in.js:1\nthrow "oops it broke";\n^\noops it broke\n(Use \`node --trace-uncaught ...\` to show where the exception was thrown)\n`,
    expected: '^oops it broke$',
  },
  {
    what: 'an error class of its own',
    stderr: `/tmp/a/in.js:3\nthrow new Trouble('deep');\n^\n\nTrouble: deep at 0x7ffe12 after 12.5ms\n${frames}`,
    expected: String.raw`^Trouble: deep at 0x[\da-fA-F]+ after [\d.]+ ?\w+$`,
    same: 'Trouble: deep at 0x55aa after 3 s',
  },
  {
    what: 'a test of mocha',
    stdout:
      '\n\n  sum\n    1) adds in order\n\n\n  0 passing (4ms)\n  1 failing\n\n  1) sum\n       adds in order:\n\n      AssertionError [ERR_ASSERTION]: Expected values to be loosely equal:\n\n-1 != 3\n\n      + expected - actual\n',
    expected: String.raw`^[ \t]*AssertionError \[ERR_ASSERTION\]: Expected values to be loosely equal:$`,
    same: '  AssertionError [ERR_ASSERTION]: Expected values to be loosely equal:',
  },
  {
    what: 'a test of jest',
    stderr:
      'FAIL ./a.test.js\n  sum\n    ✕ adds (3 ms)\n\n  ● sum › adds\n\n    expect(received).toBe(expected) // Object.is equality\n\n    Expected: 3\n    Received: -3\n\n      at Object.toBe (a.test.js:3:44)\n\nTests:       1 failed, 1 total\nTime:        0.339 s\n',
    expected: String.raw`^[ \t]*expect\(received\)\.toBe\(expected\) \/\/ Object\.is equality$`,
  },
  {
    what: 'an error that jest tells without its class',
    stderr: 'FAIL ./a.test.js\n  ✕ throws (1 ms)\n\n  ● throws\n\n    boom at start\n\n      at a.test.js:4:32\n',
    expected: String.raw`^[ \t]*boom at start$`,
  },
  {
    what: 'a file that jest cannot read',
    stderr: `FAIL ./c.test.js\n  ● Test suite failed to run\n\n    SyntaxError: /tmp/x 1/c.test.js: Unexpected token, expected "," (1:9)\n\n    > 1 | test("x" => ;\n`,
    fileName: 'c.test.js',
    expected: String.raw`^[ \t]*SyntaxError: .+? .+?: Unexpected token, expected "," \(\d+[:,]\d+\)$`,
    same: `    SyntaxError: /tmp/x 22/c.test.js: Unexpected token, expected "," (12:39)`,
  },
  {
    what: 'a test of vitest',
    stdout:
      '\n ❯ a.test.js (1 test | 1 failed) 7ms\n     × adds 6ms\n\n Test Files  1 failed (1)\n   Duration  250ms\n',
    stderr:
      '\n⎯⎯⎯⎯⎯⎯⎯ Failed Tests 1 ⎯⎯⎯⎯⎯⎯⎯\n\n FAIL  a.test.js > sum > adds\nAssertionError: expected -1 to be 3 // Object.is equality\n\n- Expected\n+ Received\n\n ❯ a.test.js:2:58\n',
    expected: String.raw`^AssertionError: expected -1 to be 3 \/\/ Object\.is equality$`,
  },
  {
    what: 'a test of Node in TAP',
    stdout: `TAP version 13\n# Subtest: adds\nnot ok 1 - adds\n  ---\n  duration_ms: 1.675084\n  failureType: 'testCodeFailure'\n  error: '-1 == 3'\n`,
    expected: String.raw`^[ \t]*error: '-1 == 3'$`,
  },
  {
    what: 'a Python traceback, which ends with the error',
    stderr: `Traceback (most recent call last):\n  File "/tmp/a/t.py", line 5, in outer\n    inner({})\nKeyError: 'missing'\n\nDuring handling of the above exception, another exception occurred:\n\nTraceback (most recent call last):\n  File "/tmp/a/t.py", line 8, in <module>\n    raise ValueError("Error: x")\nValueError: bad value at 0x7f00aa: 'missing'\n`,
    text: `d['missing']`,
    expected: String.raw`^ValueError: bad value at 0x[\da-fA-F]+: 'missing'$`,
  },
  {
    what: 'a Python syntax error',
    stderr: `  File "/tmp/a/s.py", line 1\n    def (\n        ^\nSyntaxError: invalid syntax\n`,
    expected: '^SyntaxError: invalid syntax$',
  },
  {
    what: 'a failed assertion of pytest',
    stdout:
      '=== FAILURES ===\n    def test_one():\n>       assert f() == 4\nE       assert 3 == 4\nE        +  where 3 = f()\n\ntest_a.py:3: AssertionError\n    def test_two():\n>       raise ValueError("x")\nE       ValueError: x\n=== 2 failed in 0.90s ===\n',
    expected: 'assert 3 == 4$',
    other: 'E       assert 3 == 5',
  },
  {
    what: 'an exception in a quiet pytest',
    stdout:
      'F                                [100%]\n=================== FAILURES ===================\n    def test_two():\n>       raise ValueError("x")\nE       ValueError: x\n\ntest_a.py:5: ValueError\n=========== short test summary info ============\nFAILED test_a.py::test_two - ValueError: x\n1 failed in 0.05s\n',
    expected: 'ValueError: x$',
  },
  {
    what: 'a runner whose headings speak of failures',
    stdout: '===== FAILURES =====\n--- 1 failed ---\nwidget 3 failed to load\n',
    expected: '^widget 3 failed to load$',
  },
  {
    what: 'a file that pytest cannot read',
    stdout:
      'mod = import_path(\nE     File "/tmp/a/test_s.py", line 1\nE       def (\nE           ^\nE   SyntaxError: invalid syntax\n=== 1 error in 0.83s ===\n',
    expected: 'SyntaxError: invalid syntax$',
  },
  {
    what: 'an error of gcc',
    stderr:
      'in.c: In function ‘main’:\nin.c:1:36: error: ‘foo’ undeclared (first use in this function)\n    1 | int main(void) { return foo; }\n',
    text: 'int main(void) { return foo; }',
    expected: String.raw`error: ‘foo’ undeclared \(first use in this function\)$`,
    same: 'in.c:9:2: error: ‘foo’ undeclared (first use in this function)',
    other: 'in.c:9:2: error: ‘bar’ undeclared (first use in this function)',
  },
  {
    what: 'an internal error of gcc',
    stderr: 'in.c: In function ‘f’:\nin.c:3:1: internal compiler error: in fold_binary, at fold-const.c:1234\n',
    expected: String.raw`internal compiler error: in fold_binary, at fold-const\.c:1234$`,
  },
  {
    what: 'an error of rustc',
    stderr:
      'warning: unused variable: `x`\n --> e.rs:1:46\n\nerror[E0308]: mismatched types\n --> e.rs:1:26\n\nerror: aborting due to 1 previous error\n',
    expected: String.raw`^error\[E0308\]: mismatched types$`,
  },
  {
    what: 'a panic of Rust',
    stderr: `\nthread 'main' (17578) panicked at src/in.rs:1:55:\nindex out of bounds: the len is 0 but the index is 4\nstack backtrace:\n`,
    expected: '^index out of bounds: the len is 0 but the index is 4$',
  },
  {
    what: 'an error of tsc',
    stdout: `in.ts(1,7): error TS2322: Type 'string' is not assignable to type 'number'.\nin.ts(2,1): error TS2304: Cannot find name 'foo'.\n`,
    text: 'const a: number = "x"; const b: string',
    fileName: 'in.ts',
    expected: String.raw`error TS2322: Type '.+?' is not assignable to type '.+?'\.$`,
    same: `in.ts(71,2): error TS2322: Type 'string' is not assignable to type 'number'.`,
    other: `in.ts(1,7): error TS2304: Cannot find name 'string'.`,
  },
  {
    what: 'a failed assertion of C',
    stderr: "seg: seg.c:3: main: Assertion `c == 1' failed.\nAborted\n",
    fileName: 'seg.c',
    expected: "Assertion `c == 1' failed\\.$",
  },
  { what: 'a crash, told by dash', stderr: 'Segmentation fault\n', expected: '^Segmentation fault$' },
  {
    what: 'a crash, told by bash',
    stderr: 'bash: line 1: 16760 Segmentation fault      (core dumped) ./seg\n',
    expected: 'Segmentation fault',
    same: 'bash: line 7: 9 Segmentation fault      ./seg /tmp/x',
  },
  {
    what: 'a sanitizer',
    stderr:
      '=================\n==7521==ERROR: AddressSanitizer: heap-use-after-free on address 0x602000000010 at pc 0x5\n',
    expected: String.raw`ERROR: AddressSanitizer: heap-use-after-free on address 0x[\da-fA-F]+ at pc 0x[\da-fA-F]+$`,
  },
  {
    what: 'an error behind what npm says of it',
    stderr: 'npm error Lifecycle script `test` failed with error:\nnpm error code 1\n',
    stdout: 'Error: no such widget\n    at x.js:1:1\n',
    expected: '^Error: no such widget$',
  },
  {
    what: 'an error that tells when it was',
    stderr: 'AssertionError: expected { iat: 1795859362 } to equal undefined\n',
    expected: String.raw`^AssertionError: expected \{ iat: \d+ \} to equal undefined$`,
    same: 'AssertionError: expected { iat: 1795859364 } to equal undefined',
    other: 'AssertionError: expected { nbf: 1795859362 } to equal undefined',
  },
  { what: 'a bare exit code', expected: undefined },
  { what: 'ordinary output', stdout: 'three files were read\n', expected: undefined },
];
