/** The first candidates of a folder: the files that one of them needs, and of a hub only what gives the names that are wanted. */
import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { defaultCommitRule, defaultLoop } from '../../../src/reduction/drive/loops';
import { walkBy } from '../../../src/reduction/drive/drive';
import { filesSubject } from '../../../src/reduction/subjects/files';
import { partsOf } from '../../../src/text/bundle';
import { candidateText, type Candidate } from '../../../src/text/source';
import { filesJobWith } from '../../support/jobs';
import { VirtualClock } from '../../support/virtualClock';

type Texts = Readonly<Record<string, string>>;

const textsOf = (bundle: string): Texts =>
  Object.fromEntries(partsOf(bundle).map(({ path, textStart, end }) => [path, bundle.slice(textStart, end).trim()]));

/** The candidates of the search, none of which holds. */
async function asked(texts: Texts): Promise<Texts[]> {
  const files = Object.entries(texts).map(([path, text]) => ({ path, text: `${text}\n`, encoding: 'utf8' as const }));
  const plan = await filesSubject(filesJobWith({ files, search: 'default' }));
  const found: Texts[] = [];
  const lab = new VirtualClock().lab<Candidate>(
    () => false,
    candidateText,
    () => 1,
  );
  await walkBy({ loop: defaultLoop, commit: defaultCommitRule, jobs: 1 }, () => plan.search(plan.original), lab, {
    signal: new AbortController().signal,
    onCommit: ({ candidate }) => found.push(textsOf(candidateText(candidate))),
  });
  plan.dispose();
  return found;
}

const parts = {
  'lib/add.js': "import { check } from './check.js';\nexport function add(a) {\n  return check(a);\n}",
  'lib/check.js': 'export const check = (a) => a;',
  'lib/sub.js': 'export function sub(a) {\n  return a;\n}',
};

function given(name: string): string {
  return `var ${name}_1 = require('./${name}.js');\nObject.defineProperty(exports, "${name}", { get: function () { return ${name}_1.${name}; } });`;
}

const examples: readonly (readonly [title: string, texts: Texts, wanted: Texts])[] = [
  [
    'a hub of modules that gives names on',
    {
      ...parts,
      'lib/index.js': "export { add } from './add.js';\nexport { sub } from './sub.js';",
      'notes.md': 'Notes',
      'test/a.test.js': "import { add } from '../lib/index.js';\nadd(1);",
    },
    {
      'lib/add.js': parts['lib/add.js'],
      'lib/check.js': parts['lib/check.js'],
      'lib/index.js': "export { add } from './add.js';",
      'notes.md': 'Notes',
      'test/a.test.js': "import { add } from '../lib/index.js';\nadd(1);",
    },
  ],
  [
    'a hub that imports them, and lists them',
    {
      ...parts,
      'lib/index.js': "import { add } from './add.js';\nimport { sub } from './sub.js';\nexport { add, sub };",
      'main.js': "import { sub } from './lib/index.js';\nsub(1);",
    },
    {
      'lib/index.js': "import { sub } from './sub.js';\nexport { sub };",
      'lib/sub.js': parts['lib/sub.js'],
      'main.js': "import { sub } from './lib/index.js';\nsub(1);",
    },
  ],
  [
    'a hub of CommonJS',
    {
      'lib/a.js': 'exports.a = () => 1;',
      'lib/b.js': 'exports.b = () => 2;',
      'lib/index.js': "var a = require('./a.js');\nvar b = require('./b.js');\nexports.a = a.a;\nexports.b = b.b;",
      'main.js': "const { b } = require('./lib/index.js');\nb();",
    },
    {
      'lib/b.js': 'exports.b = () => 2;',
      'lib/index.js': "var b = require('./b.js');\nexports.b = b.b;",
      'main.js': "const { b } = require('./lib/index.js');\nb();",
    },
  ],
  [
    'a hub that gives on whatever its modules have',
    {
      ...parts,
      'lib/index.js': "export * from './add.js';\nexport * from './sub.js';",
      'main.js': "import { add } from './lib/index.js';\nadd(1);",
    },
    {
      'lib/add.js': parts['lib/add.js'],
      'lib/check.js': parts['lib/check.js'],
      'lib/index.js': "export * from './add.js';",
      'main.js': "import { add } from './lib/index.js';\nadd(1);",
    },
  ],
  [
    'a hub that TypeScript has compiled',
    {
      'lib/a.js': 'exports.a = () => 1;',
      'lib/b.js': 'exports.b = () => 2;',
      'lib/index.js': [given('a'), given('b')].join('\n'),
      'main.js': "const { b } = require('./lib/index.js');\nb();",
    },
    {
      'lib/b.js': 'exports.b = () => 2;',
      'lib/index.js': given('b'),
      'main.js': "const { b } = require('./lib/index.js');\nb();",
    },
  ],
  [
    'a hub whose own value is that of a module',
    {
      'lib/add.js': 'export default function add(a) {\n  return a;\n}',
      'lib/index.js': "export { default } from './add.js';\nexport { sub } from './sub.js';",
      'lib/sub.js': parts['lib/sub.js'],
      'main.js': "import sum from './lib/index.js';\nsum(1);",
    },
    {
      'lib/add.js': 'export default function add(a) {\n  return a;\n}',
      'lib/index.js': "export { default } from './add.js';",
      'main.js': "import sum from './lib/index.js';\nsum(1);",
    },
  ],
  [
    'a module that puts what another one has into its own object',
    {
      'lib/base.js':
        "var helpers = require('./helpers');\nvar all = {};\nassign(all, helpers);\nexports.parse = () => all.id();\nexports.other = 1;",
      'lib/helpers.js': 'exports.id = () => 1;\nexports.skip = () => 2;',
      'main.js': "const { parse } = require('./lib/base');\nmodule.exports = parse();",
    },
    {
      'lib/base.js':
        "var helpers = require('./helpers');\nvar all = {};\nassign(all, helpers);\nexports.parse = () => all.id();",
      'lib/helpers.js': 'exports.id = () => 1;',
      'main.js': "const { parse } = require('./lib/base');\nmodule.exports = parse();",
    },
  ],
  [
    'a module whose functions are called by words',
    {
      'lib/parser.js': "exports.parse = () => ({ type: 'Program' });",
      'lib/visitor.js': 'exports.Program = () => 1;\nexports.Block = () => 2;',
      'main.js':
        "const { parse } = require('./lib/parser');\nconst visitor = require('./lib/visitor');\nvisitor[parse().type]();",
    },
    {
      'lib/parser.js': "exports.parse = () => ({ type: 'Program' });",
      'lib/visitor.js': 'exports.Program = () => 1;',
      'main.js':
        "const { parse } = require('./lib/parser');\nconst visitor = require('./lib/visitor');\nvisitor[parse().type]();",
    },
  ],
  [
    'a program in C, beside another one',
    {
      'a.h': 'int a(void);',
      'b.h': 'int b(void);',
      'main.c': '#include "a.h"\n#include "b.h"\nint main(void) {\n  return b();\n}',
      'other.c': '#include "a.h"\nint main(void) {\n  return a();\n}',
    },
    {
      'a.h': '',
      'b.h': 'int b(void);',
      'main.c': '#include "a.h"\n#include "b.h"\nint main(void) {\n  return b();\n}',
    },
  ],
  [
    'a program of two files in C, with lines of the preprocessor',
    {
      'a.c': '#include <string.h>\n#include "a.h"\n#include "b.h"\nint a(void) {\n  return strlen("a");\n}',
      'a.h': '#ifdef __cplusplus\nextern "C" {\n#endif\nint a(void);\nint b(void);\n#ifdef __cplusplus\n}\n#endif',
      'b.h': 'int c(void);',
      'main.c': '#include "a.h"\nint main(void) {\n  return a();\n}',
    },
    {
      'a.c': '#include <string.h>\n#include "a.h"\nint a(void) {\n  return strlen("a");\n}',
      'a.h': '#ifdef __cplusplus\nextern "C" {\n#endif\nint a(void);\n#ifdef __cplusplus\n}\n#endif',
      'main.c': '#include "a.h"\nint main(void) {\n  return a();\n}',
    },
  ],
  [
    'a package of Python',
    {
      'shop/__init__.py': 'from .cart import total\nfrom .tax import rate',
      'shop/cart.py': 'def total(items):\n    return len(items)',
      'shop/tax.py': 'def rate():\n    return 2',
      'test_shop.py': 'from shop import total\n\n\ndef test_total():\n    assert total([1]) == 2',
    },
    {
      'shop/__init__.py': 'from .cart import total',
      'shop/cart.py': 'def total(items):\n    return len(items)',
      'test_shop.py': 'from shop import total\n\n\ndef test_total():\n    assert total([1]) == 2',
    },
  ],
  [
    'a module of a package of Python, with a method `main`',
    {
      'shop/__init__.py': 'from .tax import rate',
      'shop/cart.py': 'class Cart:\n    def main(self):\n        return 1\n\n    def other(self):\n        return 2',
      'shop/tax.py': 'def rate():\n    return 2',
      'test_shop.py': 'from shop.cart import Cart\n\n\ndef test_total():\n    assert Cart().main() == 2',
    },
    {
      'shop/__init__.py': '',
      'shop/cart.py': 'class Cart:\n    def main(self):\n        return 1',
      'test_shop.py': 'from shop.cart import Cart\n\n\ndef test_total():\n    assert Cart().main() == 2',
    },
  ],
];

describe('the files that are needed', function () {
  this.timeout(60_000); // loads grammars

  for (const [title, texts, wanted] of examples) {
    it(`of ${title} are among the first two candidates`, async () => {
      const first = (await asked(texts)).slice(0, 2);
      assert.ok(
        first.some((one) => isDeepStrictEqual(one, wanted)),
        JSON.stringify(first, null, 1),
      );
    });
  }
});
