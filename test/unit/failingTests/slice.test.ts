/** What of a test file stays: the statement that failed, and what computes the values that it reads. */
import assert from 'node:assert/strict';
import { kept } from '../../support/slices';

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

  it('has nothing of a function that only other tests call', async () => {
    const text = `let calls = [];
const seen = () => calls.map((call) => call.name);
function pre() {
  calls.push('pre');
}
function post() {
  calls.push('post');
}
it('other', () => {
  visit({ post });
  assert.deepEqual(seen(), ['a']);
});
it('this', () => {
  visit({ pre });
  assert.deepEqual(calls, ['pre']);
});
`;
    assert.deepEqual(await kept('javascript', text, "assert.deepEqual(calls, ['pre'])"), [
      'calls = []',
      "function pre() {\n  calls.push('pre');\n}",
      'visit({ pre });',
      "assert.deepEqual(calls, ['pre']);",
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

  it('has no rows of a callback around it, and of a test only the beginning', async () => {
    const text = `test('this', () => {
  [
    [1, 2],
  ].forEach((row) => {
    expect(f(row)).toBe(1);
  });
});
`;
    assert.deepEqual(await kept('javascript', text, 'expect(f', '].forEach', "test('this'"), [
      "test('this', () => ",
      '.forEach((row) => ',
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
