/** A search that ends at statements: what is left is what a person wrote, and no statement, argument or entry of it can go alone. */
import assert from 'node:assert/strict';
import { pipeline } from '../../../src/strategies/pipelines/pipeline';
import { grammarOf } from '../../support/grammars';
import { drawing } from '../../support/random';
import { reduceText } from '../../support/reduceText';

const body = `const assert = require('assert');
function helper(a) {
  return a;
}

describe('cart', () => {
  let calls;
  beforeEach(() => {
    calls = [];
    console.log('x');
  });

  it('one', () => {
    helper(1);
  });

  it('two', () => {
    const items = [1, { a: 1, b: 2 }];
    helper(items);
    const sum = total(items, 3);
    calls.push(sum);
    assert.ok(sum >= 0, 'no');
  });
});
`;

const small = `const assert = require('assert');

describe('cart', () => {
  it('two', () => {
    const items = [{ b: 2 }];
    const sum = total(items);
    assert.ok(sum >= 0, 'no');
  });
});`;

/** Runs in all versions, and needs what is used of it. */
function holds(text: string): boolean {
  const needed = [
    "describe('cart'",
    "it('two'",
    'b: 2',
    'const items',
    'const sum',
    'total(items',
    "assert.ok(sum >= 0, 'no')",
  ];
  const isDefined = (use: string, definition: string) => !text.includes(use) || text.includes(definition);
  return (
    needed.every((one) => text.includes(one)) &&
    isDefined('assert.ok', "assert = require('assert')") &&
    isDefined('helper(', 'function helper') &&
    isDefined('calls.push', 'calls = []') &&
    // Sloppy: a declaration may go although its variable is used.
    !text.includes('it()')
  );
}

describe('a search that ends at statements', () => {
  it('leaves the frame of tests, and declarations of what is used', async () => {
    const grammar = await grammarOf('javascript');
    const text = `let cart;
let unused;
describe('cart', () => {
  beforeEach(() => {
    cart = f(1, 2);
  });
  it('one', () => {});
});
`;
    const property = (rest: string) => rest.includes('cart = f(') && rest.includes('beforeEach(');
    const { text: rest } = reduceText(text, {
      grammar,
      strategy: pipeline,
      property,
      options: { until: 'statements' },
    });
    assert.equal(
      rest.trim(),
      `let cart;
describe('cart', () => {
  beforeEach(() => {
    cart = f(1);
  });
});`,
    );
  });

  it('leaves a teardown that closes what something else uses', async () => {
    const grammar = await grammarOf('javascript');
    const text = `before(() => {
  server = start();
});
after((done) => {
  calls.length = 0;
  server.close(done);
});
after(() => other.close());
`;
    const property = (rest: string) => rest.includes('server = start()');
    const options = { until: 'statements' } as const;
    const { text: rest } = reduceText(text, { grammar, strategy: pipeline, property, options });
    assert.equal(rest.trim(), text.replace('after(() => other.close());\n', '').trim());
  });

  it('takes imports and types along with their last use, where a compiler refuses what nothing uses', async () => {
    const text = `import { a } from './a';
import { b, c } from './b';
type Used = string;
type Unused = c;
test('one', () => {
  const value: Unused = b();
  check(value);
});
test('two', () => {
  const used: Used = a();
});
`;
    const areUsed = (rest: string) =>
      ['a', 'b', 'c', 'Used', 'Unused'].every(
        (name) => rest.match(new RegExp(`\\b${name}\\b(?!')`, 'g'))?.length !== 1,
      );
    const property = (rest: string) => rest.includes('const used: Used = a();') && areUsed(rest);
    const options = { until: 'statements' } as const;
    const grammar = await grammarOf('typescript');
    const { text: rest } = reduceText(text, { grammar, strategy: pipeline, property, options });
    assert.doesNotMatch(rest, /\.\/b'|Unused|one/);
  });

  it('leaves neither empty branches, nor imports and types that something uses, nor arguments that take the place of others', async () => {
    const grammar = await grammarOf('typescript');
    const text = `import { a, b, type Options } from './a';
import other from './other';
interface Item {
  name: string;
}
const items: Item[] = a({ more: 1 }, 2);
const options: Options = b(items, 2);
if (options.isWrong) {
  log(options);
  throw new Error('wrong');
}
`;
    const property = (rest: string) => ['Item[]', 'b(items', 'if (', 'a('].every((word) => rest.includes(word));
    const options = { until: 'statements' } as const;
    const { text: rest } = reduceText(text, { grammar, strategy: pipeline, property, options });
    assert.equal(
      rest.trim(),
      `import { a, b, type Options } from './a';
interface Item {
}
const items: Item[] = a();
const options: Options = b(items);
if (options.isWrong) {
  throw new Error();
}`,
    );
  });

  for (const start of ['', '\n', '// about\n\n']) {
    it(`leaves no statement that can go, after ${JSON.stringify(start)}`, async () => {
      const grammar = await grammarOf('javascript');
      const options = { until: 'statements' } as const;
      const { text } = reduceText(start + body, { grammar, strategy: pipeline, property: holds, options });
      assert.equal(text.trim(), small);
    });
  }

  it('leaves none that can go since another one went', async () => {
    const grammar = await grammarOf('javascript');
    const options = { until: 'statements' } as const;
    for (let seed = 1; seed <= 10; seed++) {
      const { text, property, small } = dependent(drawing(seed));
      const { text: rest } = reduceText(text, { grammar, strategy: pipeline, property, options });
      assert.equal(rest.trim(), small);
    }
  });
});

describe('a search that leaves calls whole', () => {
  const text = "const rows = [1, 2];\nsend(rows, { a: 1, b: 2 }, 'why');\nother();\nkeep(3);\n";
  const left = async (until: 'statements' | 'calls') => {
    const grammar = await grammarOf('javascript');
    const property = (one: string) => /rows = \[.*2\][^]*send\(rows/.test(one);
    return reduceText(text, { grammar, strategy: pipeline, property, options: { until } }).text.trim();
  };

  it('keeps arguments and fields, but neither messages nor rows', async () => {
    assert.equal(await left('calls'), 'const rows = [2];\nsend(rows, { a: 1, b: 2 });');
    assert.equal(await left('statements'), 'const rows = [2];\nsend(rows);');
  });

  for (const [use, rest] of [
    ['send(x.a, x.b)', '{ a: 1, b: 2 }'],
    ['send(x)', '{ a: 1, b: 2, c: 3 }'],
    ['send(x[name].a)', '{ a: 1, b: 2, c: 3 }'],
    ["send(x['c'])", '{ c: 3 }'],
  ]) {
    it(`leaves of an object the fields that ${use} may read`, async () => {
      const grammar = await grammarOf('javascript');
      const property = (one: string) => one.includes('const x =') && one.includes(use);
      const options = { until: 'calls' } as const;
      const whole = `const x = { a: 1, b: 2, c: 3 };\n${use};\n`;
      const { text } = reduceText(whole, { grammar, strategy: pipeline, property, options });
      assert.equal(text.trim(), `const x = ${rest};\n${use};`);
    });
  }

  it('leaves no import that is called as its module is', async () => {
    const grammar = await grammarOf('javascript');
    const whole = "import assert, { equal } from 'node:assert';\nequal(f(), 1);\n";
    const property = (one: string) => one.includes('equal(f()') && one.includes('from');
    const { text } = reduceText(whole, { grammar, strategy: pipeline, property, options: { until: 'calls' } });
    assert.equal(text.trim(), "import { equal } from 'node:assert';\nequal(f(), 1);");
  });
});

/** Calls in a random order, of which each may need others; the first is needed. */
function dependent(drawn: (below: number) => number) {
  const calls = Array.from({ length: 14 }, (_, index) => `call${index + 10}();`);
  const needs = calls.map((_, index) => calls.filter((_, other) => other > index && drawn(4) === 0));
  const isThere = (text: string, call: string) => text.includes(call);
  const property = (text: string) =>
    isThere(text, calls[0]) &&
    calls.every((call, index) => !isThere(text, call) || needs[index].every((one) => isThere(text, one)));
  const needed = new Set([calls[0]]);
  calls.forEach((call, index) => needed.has(call) && needs[index].forEach((one) => needed.add(one)));
  const shuffled = calls.map((call) => ({ call, at: drawn(1000) })).sort((a, b) => a.at - b.at);
  const order = shuffled.map(({ call }) => call);
  return { text: `${order.join('\n')}\n`, property, small: order.filter((call) => needed.has(call)).join('\n') };
}
