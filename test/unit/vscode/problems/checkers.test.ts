/** Problems as the editor shows them, and lines as their programs print them. */
import '../../../support/fakeEditor';
import assert from 'node:assert/strict';
import { expressionOf } from '../../../../src/oracle/judging/rule';
import { checkOf, type Finding } from '../../../../src/vscode/problems/reduceToProblem';

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
    const { pattern } = checkOf({ source: 'ts', code: '232', message: 'Wrong' })!;
    assert.doesNotMatch('a.ts(1,1): error TS2322: Wrong', expressionOf(pattern));
    assert.match('a.ts(1,1): error TS232: Wrong', expressionOf(pattern));
  });

  it('is none without a program that is known, or without words', () => {
    assert.equal(checkOf({ source: 'spell', message: 'Unknown word' }), undefined);
    assert.equal(checkOf({ source: 'eslint', message: '' }), undefined);
  });
});
