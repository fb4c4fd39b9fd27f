/** Failures of test runners, linters, builds and databases. */
import { frames, type Tool } from './toolFailures';

export const testRunners: readonly Tool[] = [
  {
    tool: 'sqlite3',
    fileName: 'in.sql',
    failures: [
      { kind: undefined, output: 'Parse error near line 1: no such table: t\n' },
      { kind: undefined, output: 'Runtime error near line 3: UNIQUE constraint failed: t.a (19)\n' },
      { kind: undefined, output: 'sqlite3: sqlite3.c:80112: sqlite3VdbeExec: error in the schema\n' },
      {
        kind: 'sqlite3.c:…: sqlite3BtreeNext: Assertion',
        output: "sqlite3: sqlite3.c:71234: sqlite3BtreeNext: Assertion `pCur->eState==1' failed.\n",
        again: "/usr/bin/sqlite3: sqlite3.c:71236: sqlite3BtreeNext: Assertion `pCur->iPage>=0' failed.\n",
      },
    ],
  },
  {
    tool: 'eslint',
    fileName: 'in.js',
    failures: [
      {
        kind: 'no-unused-vars',
        output:
          "\n/tmp/in.js\n  1:7  error  'x' is assigned a value but never used  no-unused-vars\n\n✖ 1 problem (1 error, 0 warnings)\n",
        again: "\n/x/in.js\n  12:70  error  'other' is defined but never used  no-unused-vars\n\n✖ 1 problem\n",
      },
      {
        kind: '@stylistic/semi',
        output: '\n/tmp/in.js\n  1:7  error  Missing semicolon  @stylistic/semi\n\n✖ 1 problem (1 error, 0 warnings)\n',
      },
      { kind: undefined, output: '\n/tmp/in.js\n  1:7  error  Parsing error: Unexpected token }\n\n✖ 1 problem\n' },
      {
        kind: 'TypeError',
        output: `Oops! Something went wrong! :(\n\nESLint: 9.1.0\n\nTypeError: Cannot read properties of undefined (reading 'name')\nOccurred while linting /tmp/in.js:1\n${frames('go (/n/x.js:1:1)')}`,
      },
    ],
  },
  {
    tool: 'pytest',
    fileName: 'test_a.py',
    failures: [
      {
        kind: undefined,
        output:
          '=== FAILURES ===\n>       assert f() == 4\nE       assert 3 == 4\n\ntest_a.py:3: AssertionError\n=== 1 failed in 0.90s ===\n',
      },
      {
        kind: 'ValueError',
        output:
          '=== FAILURES ===\n>       raise ValueError("x")\nE       ValueError: x\n\ntest_a.py:5: ValueError\n=== 1 failed in 0.05s ===\n',
        again: '=== FAILURES ===\nE       ValueError: other\n=== 1 failed in 0.05s ===\n',
      },
    ],
  },
  {
    tool: 'jest',
    fileName: 'a.test.js',
    failures: [
      {
        kind: undefined,
        output:
          'FAIL ./a.test.js\n  ● sum › adds\n\n    expect(received).toBe(expected) // Object.is equality\n\n    Expected: 3\n',
      },
      {
        kind: 'TypeError',
        output:
          'FAIL ./a.test.js\n  ● sum › adds\n\n    TypeError: f is not a function\n\n      at go (a.test.js:1:1)\n',
      },
      {
        kind: 'YAMLSemanticError',
        output:
          'FAIL ./a.test.js\n  ● notes › reads\n\n    YAMLSemanticError: Nested mappings are not allowed in compact mappings\n',
      },
    ],
  },
  {
    tool: 'mocha',
    fileName: 'a.test.js',
    failures: [
      {
        kind: undefined,
        output:
          '  0 passing (4ms)\n  1 failing\n\n  1) sum\n       adds:\n\n      AssertionError: toString was overwritten\n      at go (a.test.js:1:1)\n',
      },
      {
        kind: 'TypeError',
        output:
          '  0 passing (4ms)\n  1 failing\n\n  1) sum\n       adds:\n     TypeError: o.f is not a function\n      at go (a.test.js:1:1)\n',
      },
    ],
  },
  {
    tool: 'make and cmake',
    fileName: 'Makefile',
    failures: [
      { kind: undefined, output: 'Makefile:1: *** missing separator.  Stop.\n' },
      { kind: undefined, output: "make: *** No rule to make target 'x', needed by 'all'.  Stop.\n" },
      {
        kind: undefined,
        output:
          'CMake Error at CMakeLists.txt:3 (message):\n  it is broken\n\n\n-- Configuring incomplete, errors occurred!\n',
      },
      {
        kind: undefined,
        output:
          'CMake Error at CMakeLists.txt:9 (add_library):\n  add_library given no sources\n\n\n-- Configuring incomplete, errors occurred!\n',
      },
    ],
  },
  {
    tool: 'postgres',
    fileName: 'in.sql',
    failures: [
      { kind: undefined, output: 'psql:in.sql:3: ERROR:  relation "shop" does not exist\n' },
      {
        kind: '42703',
        output: 'psql:in.sql:3: ERROR:  42703: column "a" does not exist\nLINE 1: select a\n',
        again: 'psql:in.sql:9: ERROR:  42703: column "b" does not exist\n',
      },
      { kind: '23505', output: 'psql:in.sql:3: ERROR:  23505: duplicate key value violates unique constraint "k"\n' },
    ],
  },
  {
    tool: 'mysql',
    fileName: 'in.sql',
    failures: [
      {
        kind: 'ERROR 1146 (42S02)',
        output: "ERROR 1146 (42S02) at line 1: Table 'a.b' doesn't exist\n",
        again: "ERROR 1146 (42S02) at line 7: Table 'c.d' doesn't exist\n",
      },
      { kind: 'ERROR 1064 (42000)', output: 'ERROR 1064 (42000) at line 1: You have an error in your SQL syntax\n' },
    ],
  },
  {
    tool: 'ruff and mypy',
    fileName: 'in.py',
    failures: [
      {
        kind: 'F821',
        output: 'in.py:1:1: F821 Undefined name `x`\nFound 1 error.\n',
        again: 'in.py:9:1: F821 Undefined name `y`\n',
      },
      { kind: 'E501', output: 'in.py:1:1: E501 Line too long (99 > 88)\nFound 1 error.\n' },
      {
        kind: '[assignment]',
        output:
          'in.py:1: error: Incompatible types in assignment (expression has type "str", variable has type "int")  [assignment]\nFound 1 error in 1 file\n',
      },
    ],
  },
];
