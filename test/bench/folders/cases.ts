/** Projects with one bug, made at the time of the bench: of packages that are installed here, and from a seed. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

export interface FolderCase {
  readonly name: string;
  /** Claimed at most. */
  readonly files: number;
  /** Writes the project; it must fail. */
  make(folder: string): void;
  /** Words after `whittle repro`, in the project. */
  readonly args: readonly string[];
}

const asserting = "import assert from 'node:assert/strict';\nimport { test } from 'node:test';\n";

export const cases: readonly FolderCase[] = [
  {
    name: 'underscore',
    files: 5,
    make(folder) {
      copyScripts('underscore/modules', join(folder, 'modules'));
      spoil(join(folder, 'modules/_flatten.js'), 'depth - 1', 'depth');
      write(folder, {
        'package.json': '{"name": "underscore", "type": "module", "scripts": {"test": "node --test"}}\n',
        'test/arrays.test.js': `${asserting}import { chunk, first, flatten, range, uniq } from '../modules/index.js';\n
test('chunks', () => assert.deepEqual(chunk([1, 2, 3], 2), [[1, 2], [3]]));
test('finds', () => assert.equal(first(uniq(range(3))), 0));
test('flattens two levels', () => {\n  assert.deepEqual(flatten([1, [2, [3, [4]]]], 2), [1, 2, 3, [4]]);\n});\n`,
      });
    },
    args: ['test/arrays.test.js'],
  },
  {
    name: 'diff',
    files: 5,
    make(folder) {
      copyScripts('diff/libcjs', join(folder, 'lib'));
      spoil(join(folder, 'lib/diff/base.js'), 'newPos += component.count;', 'newPos += 1;');
      write(folder, {
        'package.json': '{"name": "diff", "scripts": {"test": "node --test"}}\n',
        'test/characters.test.js': `const assert = require('node:assert/strict');\nconst { test } = require('node:test');\nconst { diffChars, diffWords } = require('../lib/index.js');\n
test('equal words', () => assert.equal(diffWords('a b', 'a b').length, 1));
test('characters', () => {\n  assert.equal(diffChars('abc', 'abcd')[1].value, 'd');\n});\n`,
      });
    },
    args: ['test/characters.test.js'],
  },
  {
    name: 'yaml',
    files: 5,
    make(folder) {
      copyScripts('yaml/dist', join(folder, 'dist'));
      spoil(join(folder, 'dist/parse/lexer.js'), 'const quote = this.charAt(0);', 'const quote = this.quotes.open;');
      write(folder, {
        'main.js':
          "const YAML = require('./dist/index.js');\n\nconst text = 'name: \"a b\"\\nlist: [1, 2]\\n';\nconsole.log(YAML.parse(text), YAML.stringify({ a: [1] }));\n",
      });
    },
    args: ['.', '--test', 'node main.js', '--same-failure'],
  },
  {
    name: 'headers',
    files: 3,
    make: (folder) => write(folder, headers(50)),
    args: ['.', '--test', 'gcc -fsyntax-only main.c', '--match', 'size of array .check. is negative'],
  },
  {
    name: 'shop',
    files: 5,
    make: (folder) => write(folder, shop(20)),
    args: ['tests/test_shop.py'],
  },
];

type Texts = Readonly<Record<string, string>>;

function write(folder: string, texts: Texts): void {
  for (const [path, text] of Object.entries(texts)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

function copyScripts(from: string, to: string): void {
  const isScript = (path: string) => !/\.(?:ts|map|mjs|json)$/.test(path);
  cpSync(resolve('node_modules', from), to, { recursive: true, filter: isScript });
}

function spoil(path: string, right: string, wrong: string): void {
  const text = readFileSync(path, 'utf8');
  if (!text.includes(right)) throw new Error(`${path} has no ${right}`);
  writeFileSync(path, text.replace(right, wrong));
}

/** Numbers from a seed (Park and Miller). */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => (state = (state * 48271) % 2147483647) % below;
}

/** Each header includes earlier ones; one of them has a wrong size. */
function headers(count: number): Texts {
  const below = numbers(22);
  const texts: Record<string, string> = {};
  for (let n = 0; n < count; n++) {
    const earlier = n === 0 ? [] : [...new Set([n - 1, below(n), below(n)])];
    texts[`include/part${n}.h`] = [
      ...[`#ifndef PART${n}_H`, `#define PART${n}_H`],
      ...earlier.map((other) => `#include "part${other}.h"`),
      `typedef struct part${n} { int id; ${earlier.map((other) => `struct part${other} *p${other};`).join(' ')} } part${n};`,
      `#define SIZE${n} ${n === 17 ? 'SIZE16 - 1' : `(${n === 0 ? 1 : `SIZE${n - 1}`} + ${below(4)})`}`,
      `static inline int get${n}(const part${n} *part) { return part->id + SIZE${n}; }`,
      ...['#endif', ''],
    ].join('\n');
  }
  const last = count - 1;
  texts['main.c'] =
    `#include "include/part${last}.h"\n\nextern char check[SIZE17 >= SIZE16 ? 1 : -1];\n\nint main(void) {\n  part${last} part = { 1 };\n  return get${last}(&part);\n}\n`;
  texts['other.c'] = `#include "include/part3.h"\n\nint other(part3 *part) { return get3(part); }\n`;
  return texts;
}

/** A package of modules that use each other; one of them has a wrong discount. */
function shop(count: number): Texts {
  const below = numbers(7);
  const modules = Array.from({ length: count }, (_, n) => {
    const used = n === 0 ? [] : [...new Set([n - 1, below(n)])];
    const imports = used.map((other) => `from .part${other} import price${other}\n`).join('');
    const sum = [`${1 + below(9)}`, ...used.slice(0, 1).map((other) => `price${other}(amount)`)].join(' + ');
    return [
      `shop/part${n}.py`,
      `${imports}\n\ndef price${n}(amount):\n    """The price of part ${n}."""\n    return amount * ${1 + below(5)} + ${sum}\n`,
    ];
  });
  return {
    ...Object.fromEntries(modules),
    'shop/__init__.py': `from .cart import Cart\nfrom .part${count - 1} import price${count - 1}\n`,
    'shop/discount.py': 'def discount(total):\n    if total >= 100:\n        return total // 10\n    return -1\n',
    'shop/cart.py':
      'from .discount import discount\nfrom .part2 import price2\n\n\nclass Cart:\n    def __init__(self):\n        self.items = []\n\n    def add(self, amount):\n        self.items.append(price2(amount))\n        return self\n\n    def total(self):\n        total = sum(self.items)\n        return total - discount(total)\n',
    'pyproject.toml': '[project]\nname = "shop"\nversion = "1.0"\n\n[tool.pytest.ini_options]\n',
    'tests/test_shop.py':
      'from shop import Cart\n\n\ndef test_is_not_negative():\n    assert Cart().add(1).total() >= 0\n\n\ndef test_empty_cart_costs_nothing():\n    assert Cart().total() == 0\n',
  };
}
