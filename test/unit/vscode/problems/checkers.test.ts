/** Problems as the editor shows them, and lines as their programs print them. */
import assert from 'node:assert/strict';
import { expressionOf } from '../../../../src/oracle/judging/rule';
import { checkOf, type Finding, wordingIn } from '../../../../src/vscode/problems/checkers';

const cases: [Finding, line: string][] = [
  [
    { source: 'ts', code: '2322', message: "Type 'string' is not assignable to type 'number'." },
    "src/a.ts(3,7): error TS2322: Type 'string' is not assignable to type 'number'.",
  ],
  [
    { source: 'eslint', code: 'no-unused-vars', message: "'value' is assigned a value but never used." },
    "  12:9  error  'value' is assigned a value but never used  no-unused-vars",
  ],
  [
    { source: 'Ruff', code: 'F401', message: '`os` imported but unused' },
    'a.py:1:8: F401 [*] `os` imported but unused',
  ],
  [
    { source: 'mypy', code: 'arg-type', message: 'Argument 1 to "f" has incompatible type "str"; expected "int"' },
    'a.py:4: error: Argument 1 to "f" has incompatible type "str"; expected "int"  [arg-type]',
  ],
  [
    { source: 'clangd', code: 'undeclared_var_use', message: "Use of undeclared identifier 'x' (fix available)" },
    "a.c:3:10: error: Use of undeclared identifier 'x'",
  ],
  [
    { source: 'rustc', code: 'E0308', message: 'mismatched types\nexpected `u32`' },
    'src/main.rs:2:5: error[E0308]: mismatched types',
  ],
];

describe('a problem of the editor', () => {
  for (const [problem, line] of cases) {
    it(`of ${problem.source} is known by its line, and others are not taken for it`, () => {
      const { pattern } = checkOf(problem)!;
      assert.match(line, expressionOf(pattern));
      assert.doesNotMatch(line.replace(/type|value|imported|identifier/i, 'thing'), expressionOf(pattern));
    });
  }

  it('has its code in the line, if the program prints it', () => {
    const { pattern, told } = checkOf({ source: 'ts', code: '232', message: 'Wrong.' })!;
    assert.doesNotMatch('a.ts(1,1): error TS2322: Wrong', expressionOf(pattern));
    assert.match('a.ts(1,1): error TS232: Wrong', expressionOf(pattern));
    assert.equal(told, 'TS232: Wrong');
  });

  it('is none without a program that is known, or without words', () => {
    assert.equal(checkOf({ source: 'spell', message: 'Unknown word' }), undefined);
    assert.equal(checkOf({ source: 'eslint', message: '' }), undefined);
  });
});

describe('a problem that the program words in another way', () => {
  const found = (output: string, { source, code }: Finding, fileName: string) =>
    wordingIn(output, { source, code, message: 'Otherwise' }, fileName, { line: 3, character: 8 });
  const ts = { source: 'ts', code: 2322, message: '' };

  it('is known by its code and its line in the file', () => {
    const output = [
      'src/other.ts(4,9): error TS2322: Of another file',
      'src/cart.ts(14,9): error TS2322: In another line',
      'src/cart.ts(4,9): error TS23225: Of another code',
      'src/cart.ts(4,9): error TS2304: Of another code',
      "src/cart.ts(4,3): error TS2322: Type '\"a\"' cannot be assigned to 'number'.",
    ];
    assert.equal(found(output.join('\n'), ts, 'cart.ts'), "Type '\"a\"' cannot be assigned to 'number'.");
    assert.equal(found(output.slice(0, -1).join('\n'), ts, 'cart.ts'), undefined);
    assert.equal(found(output.at(-1)!.replace('cart', 'my-cart'), ts, 'cart.ts'), undefined);
  });

  it('has its code before the message or after it, as its program prints it', () => {
    const rows: [Finding, string, string][] = [
      [{ source: 'eslint', code: 'no-x', message: '' }, '/a/cart.js\n  4:9  error  No x here  no-x\n', 'No x here'],
      [{ source: 'mypy', code: 'arg-type', message: '' }, 'cart.js:4: error: No x here  [arg-type]', 'No x here'],
      [{ source: 'Ruff', code: 'F401', message: '' }, 'cart.js:4:1: F401 No x here', 'No x here'],
    ];
    for (const [finding, output, words] of rows) assert.equal(found(output, finding, 'cart.js'), words);
  });

  it('is known by line and column where no code is printed', () => {
    const clangd = { source: 'clangd', code: 'undeclared_var_use', message: '' };
    const output = "cart.c:4:1: error: another one\ncart.c:4:9: error: 'x' undeclared (first use in this function)\n";
    assert.equal(found(output, clangd, 'cart.c'), "'x' undeclared (first use in this function)");
    assert.equal(found(output.replace(':9:', ':10:'), clangd, 'cart.c'), undefined);
    const rust = { source: 'rustc', code: 'E0308', message: '' };
    assert.equal(found('src/main.rs:4:9: error[E0308]: types differ', rust, 'main.rs'), 'types differ');
  });
});
