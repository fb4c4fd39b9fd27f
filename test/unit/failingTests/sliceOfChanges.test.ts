/** What of a test file stays since it may change a value that is read: calls, loops, but nothing behind the failure. */
import assert from 'node:assert/strict';
import { kept } from '../../support/slices';

describe('the slice of a failure, where values are changed', () => {
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
for (const cart of carts) it('other', () => check(cart));
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

  it('has clocks, what is closed over, and nothing of other suites', async () => {
    const text = `import { debounce } from './a.js';
describe('other', () => {
  beforeEach(async () => {
    await warm(spy);
  });
  it('x', () => check(1));
});
describe('this', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  it('this', () => {
    const spy = jest.fn();
    const run = debounce(spy, 100, { maxWait: 3 });
    assert.ok(size(spy));
    run(1);
    jest.runAllTimers();
    expect(spy).toHaveBeenCalledWith(1);
  });
});
`;
    assert.deepEqual(await kept('javascript', text, 'expect(spy)'), [
      'jest.useFakeTimers();',
      'spy = jest.fn()',
      'run = debounce(spy, 100, { maxWait: 3 })',
      'run(1);',
      'jest.runAllTimers();',
      'expect(spy).toHaveBeenCalledWith(1);',
    ]);
  });

  it('has all statements before the failure if none reads what the sources make', async () => {
    const text = `from main import main

class TestOther:
    def setUp(self):
        self.store = 1

class TestThis(Base):
    def setUp(self):
        self.good, self.bad = fill(3)

    def test_a(self, capsys):
        code = main(['a'])
        out, err = capsys.readouterr()
        assert err == 'no'

    def test_b(self):
        self.assertTrue(self.good)
        login(self.bad)
        assert main(self.bad) == 3
`;
    assert.deepEqual(await kept('python', text, 'assert err'), [
      `code = main(['a'])`,
      'out, err = capsys.readouterr()',
      `assert err == 'no'`,
    ]);
    assert.deepEqual(await kept('python', text, 'assert main'), [
      'self.good, self.bad = fill(3)',
      'login(self.bad)',
      'assert main(self.bad) == 3',
    ]);
  });

  it('has classes and types of TypeScript, and methods of Rust', async () => {
    const script = `import { Store } from './store';
interface Row { a: number }
class Fake { constructor(private d: Row) {} }
it('x', () => {
  const store = new Store(new Fake({ a: 1 }));
  expect(store.rows()).toEqual([]);
});
`;
    assert.deepEqual(await kept('typescript', script, 'expect(store'), [
      'interface Row { a: number }',
      'class Fake { constructor(private d: Row) {} }',
      'store = new Store(new Fake({ a: 1 }))',
      'expect(store.rows()).toEqual([]);',
    ]);
    const rust = `use grid::Sheet;
struct Temp {}
impl Temp { fn new() -> Self { Temp {} } }
impl Fixture {
    fn new() -> Self { Fixture { sheet: Sheet::new() } }
    fn with(mut self, at: &str) -> Self { self.sheet.set(at).unwrap(); self }
}
#[test]
fn cycles() -> Result<(), String> {
    let mut sheet = Fixture::new().with("A1").sheet;
    sheet.set("B1", "5")?;
    assert_eq!(sheet.get("A1"), Some(5));
    Ok(())
}
`;
    assert.deepEqual(await kept('rust', rust, 'assert_eq'), [
      'fn new() -> Self { Fixture { sheet: Sheet::new() } }',
      'fn with(mut self, at: &str) -> Self { self.sheet.set(at).unwrap(); self }',
      'let mut sheet = Fixture::new().with("A1").sheet;',
      'sheet.set("B1", "5")?;',
      'assert_eq!(sheet.get("A1"), Some(5))',
    ]);
  });
});
