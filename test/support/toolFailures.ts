/** Different failures of one tool each, in the forms of their output, and the kind that each has. */

interface ToolFailure {
  /** As `plainLine` tells it; undefined where the output has no name that is better than the tool's, a file's or a level's. */
  readonly kind: string | undefined;
  readonly output: string;
  /** The same kind elsewhere: other names, lines and paths. */
  readonly again?: string;
}

export interface Tool {
  readonly tool: string;
  readonly command?: string;
  readonly fileName: string;
  readonly failures: readonly ToolFailure[];
}

const frames = (...at: string[]) => at.map((one) => `    at ${one}\n`).join('');

export const tools: readonly Tool[] = [
  {
    tool: 'prettier',
    fileName: 'backbone.js',
    failures: [
      {
        kind: undefined,
        output: '[error] backbone.js: Error: Comment "the parents" was not printed. Please report this error!\n',
        again: '[error] src/backbone.js: Error: Comment "the parents" was not printed. Please report this error!\n',
      },
      {
        kind: '[error] …: SyntaxError',
        output: '[error] backbone.js: SyntaxError: Unexpected token (3:14)\n[error]   1 | a\n',
        again: '[error] lib/backbone.js: SyntaxError: Missing semicolon (1:2)\n',
      },
      {
        kind: '[error] …: TypeError',
        output: `[error] backbone.js: TypeError: path.getValue(...).startsWith is not a function\n[error]     at printNode (/n/prettier/index.js:1:2)\n`,
        again: '[error] ../a/backbone.js: TypeError: x is undefined\n',
      },
      { kind: undefined, output: '[error] No parser could be inferred for file "backbone.js".\n' },
    ],
  },
  {
    tool: 'black',
    fileName: 'locks.py',
    failures: [
      {
        kind: undefined,
        output:
          'error: cannot format locks.py: INTERNAL ERROR: Black produced code that is not equivalent to the source.  Please report a bug.  This diff might be helpful: /tmp/blk_1234.log\n1 file failed to reformat.\n',
        again:
          'error: cannot format /tmp/x/locks.py: INTERNAL ERROR: Black produced code that is not equivalent to the source.  Please report a bug.  This diff might be helpful: /tmp/blk_99.log\n',
      },
      { kind: undefined, output: 'error: cannot format locks.py: Cannot parse: 2:4: def (\n' },
    ],
  },
  {
    tool: 'rustc',
    fileName: 'table.rs',
    failures: [
      {
        kind: 'error[E0308]',
        output: 'error[E0308]: mismatched types\n --> table.rs:1:26\n\nerror: aborting due to previous error\n',
        again: 'error[E0308]: `if` and `else` have incompatible types\n --> x/table.rs:9:1\n',
      },
      {
        kind: 'error[E0382]',
        output: 'error[E0382]: borrow of moved value: `a`\n --> table.rs:4:5\n',
        again: 'error[E0382]: use of moved value: `b`\n --> table.rs:9:5\n',
      },
      { kind: undefined, output: 'error: expected one of `!` or `::`, found `x`\n --> table.rs:1:1\n' },
      {
        kind: 'compiler/rustc_borrowck/src/region_infer/mod.rs:2264:9',
        output:
          "thread 'rustc' panicked at 'no entry found for key', compiler/rustc_borrowck/src/region_infer/mod.rs:2264:9\nnote: run with `RUST_BACKTRACE=1`\n\nerror: internal compiler error: unexpected panic\n",
        again:
          "thread 'rustc' panicked at 'no entry at all', compiler/rustc_borrowck/src/region_infer/mod.rs:2264:9\nnote: x\n",
      },
      {
        kind: '/rustc/abc/compiler/rustc_middle/src/ty/layout.rs:1128:30',
        output:
          "thread 'rustc' (917) panicked at /rustc/abc/compiler/rustc_middle/src/ty/layout.rs:1128:30:\nnonscalar layout for type S\nstack backtrace:\n",
        again:
          "thread 'rustc' (5) panicked at /rustc/abc/compiler/rustc_middle/src/ty/layout.rs:1128:30:\nnonscalar layout for type T<u8>\n",
      },
      {
        kind: 'compiler/rustc_typeck/src/variance/mod.rs:50:13',
        output:
          "error: internal compiler error: compiler/rustc_typeck/src/variance/mod.rs:50:13: asked to compute variance for wrong kind of item\n\nthread 'rustc' panicked at 'Box<dyn Any>', compiler/rustc_errors/src/lib.rs:1392:9\n",
        again:
          "error: internal compiler error: compiler/rustc_typeck/src/variance/mod.rs:50:13: asked for more\n\nthread 'rustc' panicked at 'Box<dyn Any>', compiler/rustc_errors/src/lib.rs:1392:9\n",
      },
    ],
  },
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
    tool: 'gcc',
    fileName: 'in.c',
    failures: [
      {
        kind: undefined,
        output: 'in.c:3:1: internal compiler error: in fold_binary, at fold-const.c:1234\n0x5e verify()\n',
        again: 'x/in.c:9:1: internal compiler error: in fold_binary, at fold-const.c:1234\n',
      },
      {
        kind: undefined,
        output:
          'during RTL pass: expand\nin.c: In function f:\nin.c:3:1: internal compiler error: Segmentation fault\n',
        again: 'during RTL pass: expand\nx/in.c:9:1: internal compiler error: Segmentation fault\n',
      },
      {
        kind: undefined,
        output:
          'during GIMPLE pass: vect\nin.c: In function f:\nin.c:3:1: internal compiler error: Segmentation fault\n',
      },
      { kind: undefined, output: "in.c:1:9: error: expected ';' before '}' token\n" },
      {
        kind: '[-Werror=unused-variable]',
        output: "in.c:1:9: error: unused variable 'x' [-Werror=unused-variable]\n",
        again: "in.c:9:1: error: unused variable 'other' [-Werror=unused-variable]\n",
      },
    ],
  },
  {
    tool: 'clang',
    fileName: 'in.c',
    failures: [
      {
        kind: 'llvm/lib/IR/Function.cpp:…: llvm::Argument* llvm::Function::getArg(unsigned int) const: Assertion',
        output:
          "clang: llvm/lib/IR/Function.cpp:87: llvm::Argument* llvm::Function::getArg(unsigned int) const: Assertion `i < NumArgs' failed.\nPLEASE submit a bug report\nclang: error: clang frontend command failed with exit code 134\n",
        again:
          "clang-14: llvm/lib/IR/Function.cpp:91: llvm::Argument* llvm::Function::getArg(unsigned int) const: Assertion `NumArgs' failed.\n",
      },
      {
        kind: 'fatal error: error in backend: Cannot select',
        output:
          'fatal error: error in backend: Cannot select: intrinsic %llvm.preserve\nclang: error: clang frontend command failed with exit code 70\n',
        again: 'fatal error: error in backend: Cannot select: t3: i32 = add t1\n',
      },
      { kind: undefined, output: "in.c:1:5: error: use of undeclared identifier 'x'\n" },
      {
        kind: undefined,
        output:
          'clang: error: unable to execute command: Segmentation fault (core dumped)\nclang: error: clang frontend command failed due to signal\n',
      },
    ],
  },
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
    tool: 'tsc',
    fileName: 'in.ts',
    failures: [
      {
        kind: 'error TS2322',
        output: "in.ts(1,7): error TS2322: Type 'string' is not assignable to type 'number'.\n",
        again: "src/in.ts(9,1): error TS2322: Type 'A' is not assignable to type 'B'.\n",
      },
      {
        kind: 'error TS2304',
        output: "in.ts(1,7): error TS2304: Cannot find name 'foo'.\n",
        again: "in.ts(5,2): error TS2304: Cannot find name 'bar'.\n",
      },
      {
        kind: 'TypeError',
        output: `/n/tsc.js:1\n            throw e;\n            ^\n\nTypeError: Cannot read properties of undefined (reading 'kind')\n${frames('getModifierFlagsWorker (/n/tsc.js:9:1)')}\nNode.js v20\n`,
        again: `TypeError: Cannot read properties of null (reading 'x')\n${frames('y (/n/tsc.js:9:1)')}`,
      },
      { kind: undefined, output: `Error: Debug Failure. False expression.\n${frames('fail (/n/tsc.js:1:1)')}` },
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
    tool: 'esbuild',
    fileName: 'in.js',
    failures: [
      { kind: undefined, output: '✘ [ERROR] Unexpected "}"\n\n    in.js:1:2:\n      1 │ a }\n\n1 error\n' },
      { kind: undefined, output: '✘ [ERROR] Expected ";" but found "x"\n\n    in.js:1:2:\n\n1 error\n' },
      {
        kind: '✘ [ERROR] panic: runtime error: index out of range',
        output: '✘ [ERROR] panic: runtime error: index out of range [5] with length 3 (while parsing "in.js")\n',
        again: '✘ [ERROR] panic: runtime error: index out of range [0] with length 0\n',
      },
      {
        kind: '✘ [ERROR] panic: runtime error: invalid memory address or nil pointer dereference',
        output:
          '✘ [ERROR] panic: runtime error: invalid memory address or nil pointer dereference (while parsing "in.js")\n',
      },
    ],
  },
  {
    tool: 'terser',
    fileName: 'in.js',
    failures: [
      { kind: undefined, output: 'Parse error at in.js:3,4\n    a }\n      ^\nERROR: Unexpected token: punc (})\n' },
      {
        kind: 'TypeError',
        output: `TypeError: Cannot read properties of undefined (reading 'value')\n${frames('join_object_assignments (/n/terser.js:1:2)')}`,
        again: `TypeError: node.walk is not a function\n${frames('x (/n/terser.js:1:2)')}`,
      },
      { kind: undefined, output: 'ERROR: `name` is not a supported option\n' },
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
        output: `Error: EACCES: permission denied, open '/root/x'\n${frames('x (node:fs:1:1)')}`,
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
    tool: 'go',
    fileName: 'in.go',
    failures: [
      {
        kind: 'panic: runtime error: slice bounds out of range',
        output:
          'panic: runtime error: slice bounds out of range [:5] with capacity 3\n\ngoroutine 1 [running]:\nmain.main()\n',
        again: 'panic: runtime error: slice bounds out of range [2:1]\n\ngoroutine 7 [running]:\n',
      },
      { kind: undefined, output: 'panic: runtime error: integer divide by zero\n\ngoroutine 1 [running]:\n' },
      {
        kind: 'panic: interface conversion',
        output: 'panic: interface conversion: interface {} is string, not int\n\ngoroutine 1 [running]:\n',
      },
      {
        kind: undefined,
        output: 'fatal error: all goroutines are asleep - deadlock!\n\ngoroutine 1 [chan receive]:\n',
      },
      { kind: undefined, output: '# command-line-arguments\n./in.go:3:2: undefined: x\n' },
    ],
  },
  {
    tool: 'cargo',
    fileName: 'lib.rs',
    failures: [
      {
        kind: 'error[E0425]',
        output:
          'error[E0425]: cannot find value `x` in this scope\n --> src/lib.rs:1:26\n\nerror: could not compile `a` (lib) due to 1 previous error\n',
      },
      {
        kind: undefined,
        output:
          'error: unused variable: `x`\n --> src/lib.rs:1:26\n\nerror: could not compile `a` (lib) due to 1 previous error\n',
      },
    ],
  },
  {
    tool: 'java',
    fileName: 'In.java',
    failures: [
      {
        kind: 'Exception in thread "main" java.lang.IllegalStateException',
        output: 'Exception in thread "main" java.lang.IllegalStateException: closed\n\tat In.main(In.java:3)\n',
        again: 'Exception in thread "main" java.lang.IllegalStateException: open\n\tat In.main(In.java:9)\n',
      },
      {
        kind: undefined,
        output: 'Exception in thread "main" java.lang.RuntimeException: boom\n\tat In.main(In.java:3)\n',
      },
      { kind: undefined, output: "In.java:3: error: ';' expected\n    int x\n         ^\n1 error\n" },
      { kind: undefined, output: 'In.java:3: error: cannot find symbol\n  symbol:   variable x\n1 error\n' },
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
    tool: 'biome',
    fileName: 'in.ts',
    failures: [
      {
        kind: 'lint/correctness/noSelfAssign',
        output:
          'in.ts:1:5 lint/correctness/noSelfAssign ━━━━━━━━━━\n\n  × a is assigned to itself.\n\nlint ━━━━━━━━━━\n\n  × Some errors were emitted while running checks.\n',
        again: 'x/in.ts:9:1 lint/correctness/noSelfAssign ━━━━━━━━━━\n\n  × b.c is assigned to itself.\n',
      },
      {
        kind: 'lint/style/useConst',
        output:
          'in.ts:1:5 lint/style/useConst ━━━━━━━━━━\n\n  × This let declares a variable that is only assigned once.\n\nlint ━━━━━━━━━━\n\n  × Some errors were emitted while running checks.\n',
      },
      {
        kind: 'crates/biome_js_analyze/src/utils.rs:53:29',
        output:
          'Biome encountered an unexpected error\n\nSource Location: crates/biome_js_analyze/src/utils.rs:53:29\nThread Name: biome::worker_1\nMessage: internal error: entered unreachable code: you should map\n',
        again:
          'Biome encountered an unexpected error\n\nSource Location: crates/biome_js_analyze/src/utils.rs:53:29\nThread Name: biome::worker_0\nMessage: internal error: another word\n',
      },
    ],
  },
  {
    tool: 'swc',
    fileName: 'in.js',
    failures: [
      { kind: undefined, output: "  × Expected ';', '}' or <eof>\n   ╭─[in.js:1:1]\n 1 │ a b\n   ╰────\n" },
      { kind: undefined, output: '  × Unterminated string constant\n   ╭─[in.js:1:1]\n 1 │ "\n   ╰────\n' },
    ],
  },
  {
    tool: 'graphviz',
    fileName: 'in.gv',
    failures: [
      { kind: undefined, output: "Error: in.gv: syntax error in line 3 near '}'\n" },
      {
        kind: 'class2.c:…: merge_chain: Assertion',
        output: "dot: class2.c:84: merge_chain: Assertion `ED_to_virt(e) == NULL' failed.\nAborted\n",
        again: "/usr/bin/dot: class2.c:91: merge_chain: Assertion `f != NULL' failed.\nAborted\n",
      },
      {
        kind: 'position.c:…: make_lrvn: Assertion',
        output: "dot: position.c:7: make_lrvn: Assertion `ED_to_virt(e) == NULL' failed.\nAborted\n",
      },
    ],
  },
  {
    tool: 'svgo',
    fileName: 'va.svg',
    failures: [
      {
        kind: 'TypeError',
        output: `TypeError: Cannot read properties of undefined (reading 'toFixed')\n${frames('convertPathData (/n/x.js:1:1)')}`,
      },
      {
        kind: 'SvgoParserError',
        output: 'SvgoParserError: va.svg:1:9: Unencoded <\n\n> 1 | <\n',
      },
    ],
  },
  {
    tool: 'sass',
    fileName: 'in.scss',
    failures: [
      {
        kind: undefined,
        output: 'Error: Undefined variable.\n  ╷\n1 │ a { b: $c }\n  ╵\n  in.scss 1:8  root stylesheet\n',
      },
      { kind: undefined, output: 'Error: expected "{".\n  ╷\n1 │ a\n  ╵\n  in.scss 1:2  root stylesheet\n' },
    ],
  },
  {
    tool: 'less',
    fileName: 'in.less',
    failures: [
      { kind: 'ParseError', output: 'ParseError: Unrecognised input in /t/in.less on line 1, column 3:\n1 a }\n' },
      { kind: 'NameError', output: 'NameError: variable @x is undefined in /t/in.less on line 1, column 8:\n' },
    ],
  },
  {
    tool: 'graphql',
    command: 'node graphql.mjs in.graphql',
    fileName: 'in.graphql',
    failures: [
      {
        kind: undefined,
        output: `GraphQLError: Syntax Error: Expected Name, found "}".\n${frames('x (/n/x.js:1:1)')}`,
      },
      { kind: undefined, output: `GraphQLError: Unknown type "Shop".\n${frames('x (/n/x.js:1:1)')}` },
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
