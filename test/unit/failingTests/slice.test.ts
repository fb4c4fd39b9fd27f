/** What of a test file stays: the statement that failed, and what computes the values that it reads. */
import assert from 'node:assert/strict';
import { sliceOf } from '../../../src/failingTests/slice';
import { grammarOf } from '../../support/grammars';

/** The kept parts for a failure at the lines that have these words, innermost first. */
async function kept(language: string, text: string, ...words: readonly string[]): Promise<string[]> {
  const grammar = await grammarOf(language);
  const tree = grammar.tree(text);
  const lines = words.map((word) => text.slice(0, text.indexOf(word)).split('\n').length);
  const ranges = sliceOf(tree, text, language, lines);
  tree.delete();
  grammar.dispose();
  return ranges.map(({ start, end }) => text.slice(start, end));
}

describe('the slice of a failure', () => {
  it('has the statement and the values that it reads, but nothing of other tests', async () => {
    const text = `

const limit = 3;
it('other', () => {
  const sum = 1;
  assert.ok(sum);
});
it('this', () => {
  const noise = 1;
  const prices = [1, 2];
  prices.push(4);
  await prices.fetch(5);
  const sum = total(prices);
  use(noise);
  assert.ok(sum < limit);
});
`;
    assert.deepEqual(await kept('javascript', text, 'assert.ok(sum < limit)'), [
      'limit = 3',
      'prices = [1, 2]',
      'prices.push(4);',
      'await prices.fetch(5);',
      'sum = total(prices)',
      'assert.ok(sum < limit);',
    ]);
  });

  it('has calls of functions that may change a value that they are given, and what loops go through', async () => {
    const text = `const { seed } = require('./a');
function fill(cart, count) {
  for (let at = 0; at < count; at++) cart.add(at);
}
function has(cart, name) {
  assert.ok(cart.list().includes(name));
}
it('this', async () => {
  const cart = new Cart();
  fill(cart, 3);
  await seed(cart.items);
  has(cart, 1);
  console.log(cart);
  for (const name of ['a', 'b']) cart.add(name);
  assert.equal(cart.total(), 3);
});
`;
    assert.deepEqual(await kept('javascript', text, 'assert.equal'), [
      `require('./a')`,
      `function fill(cart, count) {\n  for (let at = 0; at < count; at++) cart.add(at);\n}`,
      'cart = new Cart()',
      'fill(cart, 3);',
      'await seed(cart.items);',
      `['a', 'b']`,
      'cart.add(name);',
      'assert.equal(cart.total(), 3);',
    ]);
  });

  it('has such calls in Go and Rust', async () => {
    const go = `package a
func TestThis(t *testing.T) {
	cart := &Cart{}
	cart.Add(1)
	Fill(cart, 3)
	for _, name := range []string{"a"} {
		cart.Name(name)
	}
	fmt.Println("noise")
	t.Log(1)
	if got := cart.Total(); got != 3 {
		t.Errorf("got %d", got)
	}
}
`;
    assert.deepEqual(await kept('go', go, 't.Errorf', 'if got'), [
      'cart := &Cart{}',
      'cart.Add(1)',
      'Fill(cart, 3)',
      '[]string{"a"}',
      'cart.Name(name)',
      'if got := cart.Total(); got != 3 ',
      't.Errorf("got %d", got)',
    ]);
    const rust = `#[test]
fn this() {
    let mut cart = Cart::new();
    cart.add(1);
    fill(&mut cart, 3);
    for name in ["a"] {
        cart.name(name);
    }
    println!("noise");
    assert_eq!(cart.total(), 3);
}
`;
    assert.deepEqual(await kept('rust', rust, 'assert_eq'), [
      'let mut cart = Cart::new();',
      'cart.add(1);',
      'fill(&mut cart, 3);',
      '["a"]',
      'cart.name(name);',
      'assert_eq!(cart.total(), 3)',
    ]);
  });

  it('has nothing behind the failure, unless that may have run before, in a loop or a callback', async () => {
    const inHelper = (body: string) => `function check(rows) {
${body}
}
it('this', () => {
  const rows = [1];
  check(rows);
});
`;
    const failing = 'assert.equal(rows.length, 2);';
    const behind = 'rows.push(3);';
    const around = ['rows = [1]', 'check(rows);'];
    const left = (body: string) => kept('javascript', inHelper(body), failing, 'check(rows);');
    assert.deepEqual(await left(`  ${failing}\n  ${behind}`), [failing, ...around]);
    assert.deepEqual(await left(`  if (rows) {\n    ${failing}\n    ${behind}\n  }`), [failing, ...around]);
    for (const loop of ['for (const row of rows) {', 'rows.forEach((row) => {']) {
      const end = loop.startsWith('for') ? '}' : '});';
      assert.ok((await left(`  ${loop}\n    ${failing}\n    ${behind}\n  ${end}`)).includes(behind), loop);
    }
  });

  it('has the helper in which it failed only at that place, and the call of it', async () => {
    const text = `const { names } = require('./a');
function check(got, wanted) {
  log(got);
  assert.deepEqual(got, wanted);
}
it('this', () => {
  const items = [1];
  check(names(items), ['a']);
});
`;
    assert.deepEqual(await kept('javascript', text, 'assert.deepEqual', 'check(names'), [
      `require('./a')`,
      'assert.deepEqual(got, wanted);',
      'items = [1]',
      `check(names(items), ['a']);`,
    ]);
  });

  it('has of a callback around it only the beginning', async () => {
    const text = `it('this', () => {
  rows().forEach((row) => {
    log(row);
    expect(f(row)).toBe(1);
  });
});
`;
    assert.deepEqual(await kept('typescript', text, 'expect(f', 'rows().forEach'), [
      'rows().forEach((row) => ',
      'expect(f(row)).toBe(1);',
    ]);
  });

  it('has fixtures, and the body of an expected error', async () => {
    const text = `import pytest

@pytest.fixture
def queue():
    return Queue([1])

def test_other(queue):
    word = 'other'

def test_refuses(queue):
    print('x')
    word = 'no'
    with pytest.raises(ValueError):
        queue.check(word)
`;
    assert.deepEqual(await kept('python', text, 'with pytest.raises'), [
      '@pytest.fixture\ndef queue():\n    return Queue([1])',
      `word = 'no'`,
      'with pytest.raises(ValueError):\n        queue.check(word)',
    ]);
  });

  it('has callbacks that change a value, and what passes them on', async () => {
    const text = `
const logger = (name) => (next) => {
  const own = [];
  own.push(name);
  calls.push(name);
  return next();
};
let calls;
beforeEach(() => {
  useClock();
  calls = [];
});
afterEach(() => {
  calls = undefined;
});
it('other', () => {
  run(logger('other'));
});
it('this', () => {
  const log = logger('outer');
  const store = make([log]);
  store.subscribe((x) => calls.push(x));
  use(1);
  expect(calls).toEqual(['outer']);
});
`;
    assert.deepEqual(await kept('javascript', text, 'expect(calls)'), [
      text.slice(text.indexOf('logger'), text.indexOf(';\nlet')),
      'calls',
      'calls = []',
      `const log = logger('outer');`,
      'store = make([log])',
      'store.subscribe((x) => calls.push(x));',
      `expect(calls).toEqual(['outer']);`,
    ]);
  });

  it('has a value that a callback computes, but not all that reads it', async () => {
    const text = `it('this', async () => {
  const order = [];
  const jobs = names.map((name) => queue.push(() => order.push(name)));
  await Promise.all(jobs);
  expect(order).toEqual(['a']);
  order.push('b');
  expect(order).toEqual(['a', 'b']);
});
function seen(all) {
  return all.filter((order) => order.startsWith('a'));
}
`;
    assert.deepEqual(await kept('javascript', text, `expect(order).toEqual(['a'])`), [
      'order = []',
      'jobs = names.map((name) => queue.push(() => order.push(name)))',
      `expect(order).toEqual(['a']);`,
    ]);
  });

  it('has the call that ends the test, and chains of calls on a variable', async () => {
    const text = `
it('this', function (done) {
  const cart = new Cart();
  cart.add('a').add('b');
  other.add('c');
  verify(cart, (error) => {
    assert.equal(error.name, cart.name);
    done();
  });
});
`;
    assert.deepEqual(await kept('javascript', text, 'assert.equal'), [
      'cart = new Cart()',
      `cart.add('a').add('b');`,
      'assert.equal(error.name, cart.name);',
      'done()',
    ]);
  });

  it('has callbacks of python', async () => {
    const text = `
def test_this(bank):
    seen = []
    def watch(name):
        print(name)
        seen.append(name)
    bank.observe(watch)
    bank.observe(lambda x: seen.append(x))
    print(seen)
    assert seen == ['a']
`;
    assert.deepEqual(await kept('python', text, 'assert seen'), [
      'seen = []',
      'def watch(name):\n        print(name)\n        seen.append(name)',
      'bank.observe(watch)',
      'bank.observe(lambda x: seen.append(x))',
      `assert seen == ['a']`,
    ]);
  });

  it('is nothing in a language of which nothing is known', async () => {
    assert.deepEqual(await kept('json', '{}', '{'), []);
  });
});
