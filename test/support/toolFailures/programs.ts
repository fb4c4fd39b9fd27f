/** Failures of programs, and of what runs them. */
import { frames, type Tool } from './toolFailures';

export const programs: readonly Tool[] = [
  {
    tool: 'a Rust program',
    fileName: 'main.rs',
    failures: [
      {
        kind: undefined,
        output:
          "thread 'main' (4) panicked at src/main.rs:1:55:\nindex out of bounds: the len is 0 but the index is 4\n",
      },
      { kind: undefined, output: "thread 'main' (4) panicked at src/main.rs:7:5:\nattempt to divide by zero\n" },
    ],
  },
  {
    tool: 'node',
    fileName: 'in.js',
    failures: [
      {
        kind: 'ReferenceError',
        output: `/t/in.js:1\nfoo()\n^\n\nReferenceError: foo is not defined\n${frames('Object.<anonymous> (/t/in.js:1:1)')}`,
        again: `ReferenceError: Cannot access 'x' before initialization\n${frames('go (/t/in.js:8:1)')}`,
      },
      { kind: 'RangeError', output: `RangeError: Maximum call stack size exceeded\n${frames('go (/t/in.js:1:1)')}` },
      {
        kind: 'SyntaxError',
        output: `/t/in.js:1\na }\n  ^\n\nSyntaxError: Unexpected token '}'\n${frames('wrapSafe (node:internal:1:1)')}`,
      },
      {
        kind: undefined,
        output: `AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:\n\n1 !== 2\n\n${frames('go (/t/in.js:1:1)')}`,
      },
      { kind: undefined, output: `Error: it is broken\n${frames('go (/t/in.js:1:1)')}` },
      {
        kind: 'TypeError [ERR_INVALID_ARG_TYPE]',
        output: `TypeError [ERR_INVALID_ARG_TYPE]: The "path" argument must be of type string.\n${frames('x (node:fs:1:1)')}`,
        again: `TypeError [ERR_INVALID_ARG_TYPE]: The "cb" argument must be of type function.\n${frames('x (node:fs:1:1)')}`,
      },
      {
        kind: 'Error: EACCES',
        output: `Error: EACCES: permission denied, open '/etc/x'\n${frames('x (node:fs:1:1)')}`,
      },
    ],
  },
  {
    tool: 'python',
    fileName: 'in.py',
    failures: [
      {
        kind: 'KeyError',
        output: `Traceback (most recent call last):\n  File "/t/in.py", line 5, in f\n    d[k]\nKeyError: 'missing'\n`,
        again: `Traceback (most recent call last):\n  File "/u/in.py", line 9, in g\n    d[k]\nKeyError: 7\n`,
      },
      {
        kind: 'ZeroDivisionError',
        output: 'Traceback (most recent call last):\n  File "/t/in.py", line 1\nZeroDivisionError: division by zero\n',
      },
      {
        kind: 'sqlite3.OperationalError',
        output:
          'Traceback (most recent call last):\n  File "/t/in.py", line 1\nsqlite3.OperationalError: no such table: t\n',
      },
      { kind: 'SyntaxError', output: '  File "/t/in.py", line 1\n    def (\n        ^\nSyntaxError: invalid syntax\n' },
      {
        kind: undefined,
        output: 'Traceback (most recent call last):\n  File "/t/in.py", line 1\nAssertionError: it is negative\n',
      },
      {
        kind: undefined,
        output: 'Traceback (most recent call last):\n  File "/t/in.py", line 1\nException: it is broken\n',
      },
    ],
  },
  {
    tool: 'ruby',
    fileName: 'in.rb',
    failures: [
      {
        kind: '(NoMethodError)',
        output: "in.rb:1:in `<main>': undefined method `foo' for nil:NilClass (NoMethodError)\n",
        again: "x/in.rb:7:in `go': undefined method `bar' for 1:Integer (NoMethodError)\n",
      },
      {
        kind: '(ZeroDivisionError)',
        output: "in.rb:1:in `/': divided by 0 (ZeroDivisionError)\n\tfrom in.rb:1:in `<main>'\n",
      },
      { kind: undefined, output: "in.rb:1:in `<main>': it is broken (RuntimeError)\n" },
    ],
  },
  {
    tool: 'perl',
    fileName: 'in.pl',
    failures: [
      { kind: undefined, output: 'Can\'t locate object method "x" via package "Y" at in.pl line 3.\n' },
      {
        kind: undefined,
        output: 'syntax error at in.pl line 1, near "}"\nExecution of in.pl aborted due to compilation errors.\n',
      },
    ],
  },
  {
    tool: 'php',
    fileName: 'in.php',
    failures: [
      {
        kind: 'PHP Fatal error: Uncaught TypeError',
        output: 'PHP Fatal error:  Uncaught TypeError: strlen(): Argument #1 must be of type string in /t/in.php:1\n',
        again: 'PHP Fatal error:  Uncaught TypeError: f(): Return value must be int in /u/in.php:9\n',
      },
      { kind: undefined, output: 'PHP Fatal error:  Uncaught Exception: it is broken in /t/in.php:1\n' },
      { kind: undefined, output: 'PHP Parse error:  syntax error, unexpected token "}" in /t/in.php on line 1\n' },
    ],
  },
  {
    tool: 'bash',
    fileName: 'in.sh',
    failures: [
      { kind: undefined, output: "in.sh: line 3: syntax error near unexpected token `fi'\n" },
      { kind: undefined, output: 'in.sh: line 3: x: unbound variable\n' },
      { kind: undefined, output: 'in.sh: line 1: 16760 Segmentation fault      (core dumped) ./seg\n' },
    ],
  },
  {
    tool: 'a C program with sanitizers',
    fileName: 'in.c',
    failures: [
      {
        kind: 'AddressSanitizer: heap-use-after-free',
        output: '=====\n==75==ERROR: AddressSanitizer: heap-use-after-free on address 0x602000000010 at pc 0x5\n',
        again: '=====\n==99==ERROR: AddressSanitizer: heap-use-after-free on address 0x7 at pc 0x6\n',
      },
      {
        kind: 'AddressSanitizer: SEGV',
        output: '==75==ERROR: AddressSanitizer: SEGV on unknown address 0x000000000000 (pc 0x5)\n',
      },
      {
        kind: 'LeakSanitizer: detected memory leaks',
        output: '==7==ERROR: LeakSanitizer: detected memory leaks (in a)\n',
      },
      {
        kind: 'runtime error: signed integer overflow',
        output:
          "in.c:3:5: runtime error: signed integer overflow: 2147483647 + 1 cannot be represented in type 'int'\n",
        again: "in.c:9:1: runtime error: signed integer overflow: 5 * 7 cannot be represented in type 'long'\n",
      },
      { kind: undefined, output: 'in.c:3:5: runtime error: division by zero\n' },
      { kind: undefined, output: "in: in.c:3: main: Assertion `c == 1' failed.\nAborted\n" },
      { kind: undefined, output: 'Segmentation fault\n' },
    ],
  },
  {
    tool: 'valgrind',
    fileName: 'in.c',
    failures: [
      {
        kind: 'Invalid read',
        output:
          '==12== Memcheck, a memory error detector\n==12== Invalid read of size 4\n==12==    at 0x1: main (in.c:3)\n==12== ERROR SUMMARY: 1 errors from 1 contexts\n',
        again: '==99== Invalid read of size 8\n==99== ERROR SUMMARY: 7 errors from 2 contexts\n',
      },
      {
        kind: 'Conditional jump',
        output:
          '==12== Memcheck, a memory error detector\n==12== Conditional jump or move depends on uninitialised value(s)\n==12== ERROR SUMMARY: 1 errors from 1 contexts\n',
      },
    ],
  },
  {
    tool: 'a C++ program',
    fileName: 'in.cc',
    failures: [
      {
        kind: "terminate called after throwing an instance of 'std::out_of_range'",
        output:
          "terminate called after throwing an instance of 'std::out_of_range'\n  what():  vector::_M_range_check: __n (which is 5) >= this->size() (which is 3)\nAborted\n",
        again: "terminate called after throwing an instance of 'std::out_of_range'\n  what():  basic_string::substr\n",
      },
      {
        kind: undefined,
        output:
          "terminate called after throwing an instance of 'std::runtime_error'\n  what():  it is broken\nAborted\n",
      },
      {
        kind: "terminate called after throwing an instance of 'std::bad_alloc'",
        output: "terminate called after throwing an instance of 'std::bad_alloc'\n  what():  std::bad_alloc\nAborted\n",
      },
    ],
  },
];
