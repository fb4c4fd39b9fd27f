/** Failures of compilers and bundlers. */
import { frames, type Tool } from './toolFailures';

export const compilers: readonly Tool[] = [
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
];
