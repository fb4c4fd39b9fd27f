/** The text of a file in the place of the statement that imports it. */
import assert from 'node:assert/strict';
import { inlineText, type Imported } from '../../../src/strategies/imports/inlineFiles';

const textOf = (statement: string, text: string, more: Partial<Imported> = {}) =>
  inlineText({ path: 'b.js', importer: 'a.js', statement, text, before: '', after: '', isFile: () => true, ...more });

const table = (cases: readonly (readonly [what: string, statement: string, text: string, wanted?: string])[]) => {
  for (const [what, statement, text, wanted] of cases) {
    it(what, () => assert.equal(textOf(statement, text), wanted));
  }
};

describe('inlined modules', () => {
  table([
    ['a default value', "import x from './b.js';", "export default p('l');\n", "const x = p('l');"],
    ['a default function', "import f from './b';", 'export default function f() {}\n', 'function f() {}'],
    [
      'one with another name',
      "import g from './b';",
      'export default function f() {}\n',
      'function f() {}\nconst g = f;',
    ],
    ['one without a name', "import g from './b';", 'export default async function () {}\n', 'async function g() {}'],
    ['a class without a name', "import C from './b';", 'export default class extends D {}\n', 'class C extends D {}'],
    ['a default name', "import g from './b';", 'let f = 1;\nexport default f;\n', 'let f = 1;\nconst g = f;'],
    [
      'names',
      "import { a, b as c } from './b';",
      'export const a = 1;\nexport class b {}\n',
      'const a = 1;\nclass b {}\nconst c = b;',
    ],
    ['a list of exports', "import { c } from './b';", 'let a;\nexport { a as c, d };\n', 'let a;\nconst c = a;'],
    ['all', "import * as n from './b';", 'export const a = 1;\n', 'const a = 1;\nconst n = { a };'],
    [
      'what it exports of others',
      "import { c } from './b';",
      "export { a as c } from './d';\n",
      "import { a as c } from './d';",
    ],
    [
      'an export of its default',
      "export { default as x } from './b';",
      'export default 1;\n',
      'const x = 1;\nexport { x };',
    ],
    ['an export of everything', "export * from './b';", 'export const a = 1;\n', 'export const a = 1;'],
    ['types', "import type { A } from './b';", 'export interface A {}\n', 'interface A {}'],
    ['not a name that it does not export', "import { c } from './b';", 'export const a = 1;\n'],
    ['not a part of a statement', "import('./b')", 'export const a = 1;\n'],
  ]);
});

describe('inlined modules of CommonJS', () => {
  table([
    ['a value', "const x = require('./b');", "'use strict';\nmodule.exports = p(1);\n", 'const x = p(1);'],
    ['a function', "var f = require('./b');", 'function f() {}\nmodule.exports = f;\n', 'function f() {}'],
    [
      'names of a list',
      "const { a, b: c } = require('./b');",
      'let a, b;\nmodule.exports = { a, b };\n',
      'let a, b;\nconst c = b;',
    ],
    ['names of a value', "const { a } = require('./b');", 'module.exports = f();\n', 'const { a } = f();'],
    ['a member', "const c = require('./b').a;", 'exports.a = () => 1;\n', 'const c = () => 1;'],
    ['members', "const { f } = require('./b');", 'function f() {}\nexports.f = f;\n', 'function f() {}'],
    ['everything', "const n = require('./b');", 'exports.f = 1;\n', 'const n = {};\nn.f = 1;'],
    ['only what it does', "require('./b');", 'g();\n', 'g();'],
    ['not a member that it does not have', "const c = require('./b').a;", 'exports.b = 1;\n'],
  ]);
});

describe('inlined files', () => {
  it('of Python are plain text', () => {
    const python = { path: 'lib/b.py', importer: 'lib/a.py' };
    const text = 'from os import sep\nfrom .c import d\ndef f():\n    return 1\n';
    const whole = 'from .c import d\ndef f():\n    return 1';
    const of = (statement: string, more = {}) => textOf(statement, text, { ...python, ...more });
    assert.equal(of('from .b import f', { before: 'from os import sep\n' }), whole);
    assert.equal(of('from lib.b import f as g', { before: 'from os import sep\n' }), `${whole}\ng = f`);
    assert.equal(of('import lib.b'), undefined);
    assert.equal(of('from .b import f', { after: 'def f():\n    pass\n' }), undefined, 'both define it');
    assert.equal(of('from lib.b import f', { importer: 'a.py' }), undefined, 'relative to another directory');
  });

  it('of C are plain text, and include by their new place', () => {
    const text = '#pragma once\n#include <a.h>\n#include "c.h"\nint f(void);\n';
    const c = { path: 'lib/b.h', importer: 'main.c', before: '#include <a.h>\n' };
    assert.equal(textOf('#include "lib/b.h"', text, c), '#include "lib/c.h"\nint f(void);');
    const elsewhere = { ...c, isFile: () => false };
    assert.equal(textOf('#include "lib/b.h"', text, elsewhere), '#include "c.h"\nint f(void);');
  });

  it('import by their new place, and nothing twice', () => {
    const text = "import c from '../c.js';\nimport d from './d.js';\nexport const a = c + d;\n";
    const moved = { path: 'x/lib/b.js', importer: 'x/a.js', after: "import c from './c.js';\n" };
    assert.equal(
      textOf("import { a } from './lib/b.js';", text, moved),
      "import d from './lib/d.js';\nconst a = c + d;",
    );
  });

  it('are left alone if both define a name', () => {
    for (const after of [
      'let b = 1;\n',
      "import b from 'p';\n",
      "const { c, b } = require('p');\n",
      'function b() {}\n',
    ]) {
      assert.equal(
        textOf("import { a } from './b';", 'export const a = 1;\nconst b = 2;\n', { after }),
        undefined,
        after,
      );
    }
  });

  it('of Rust are modules', () => {
    const given = { path: 'src/a.rs', importer: 'src/main.rs' };
    assert.equal(textOf('pub mod a;', 'fn f() {}\n', given), 'pub mod a {\nfn f() {}\n}');
    assert.equal(textOf('use a::f;', 'fn f() {}\n', given), undefined);
  });

  it('of style sheets and shells stand where they are named', () => {
    const given = { path: 'css/_a.scss', importer: 'main.scss' };
    assert.equal(textOf('@import "css/a";', '@import "b";\na {}\n', given), '@import "css/b";\na {}');
    assert.equal(textOf('@import "css/a", "css/b";', 'a {}\n', given), undefined);
    assert.equal(textOf('. ./a.sh', 'echo a\n', { path: 'a.sh', importer: 'main.sh' }), 'echo a');
  });

  it('of other languages are left alone', () => {
    assert.equal(textOf("require('./b')", 'x = 1\n', { path: 'b.rb', importer: 'a.rb' }), undefined);
  });
});
