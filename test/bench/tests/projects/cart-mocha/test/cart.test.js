const assert = require('node:assert');
const { Cart, euros } = require('../src/cart');

const catalogue = {
  apple: 35,
  bread: 280,
  cheese: 1250,
  coffee: 899,
  wine: 1990,
};

/** Fills a cart by the names of the catalogue. */
function filled(cart, names) {
  for (const name of names) cart.add(name, catalogue[name]);
  return cart;
}

function assertReceipt(cart, rows) {
  const receipt = cart.receipt();
  assert.strictEqual(receipt.length, rows.length + 1);
  rows.forEach((row, at) => assert.strictEqual(receipt[at], row));
  assert.match(receipt.at(-1), /^total: \d+\.\d\d$/);
}

describe('Cart', () => {
  let cart;
  let changes;

  beforeEach(() => {
    cart = new Cart({ shipping: 490, freeFrom: 5000 });
    changes = [];
    cart.on('change', (kind, name, sum) => changes.push(`${kind} ${name} ${sum}`));
  });

  afterEach(() => cart.removeAllListeners());

  describe('lines', () => {
    it('is empty at first', () => {
      assert.deepStrictEqual(cart.lines, []);
      assert.strictEqual(cart.total(), 0);
    });

    it('counts the same thing on one line', () => {
      filled(cart, ['apple', 'bread', 'apple', 'apple']);
      cart.add('bread', catalogue.bread, 2);
      assert.deepStrictEqual(
        cart.lines.map(({ name, count }) => [name, count]),
        [
          ['apple', 3],
          ['bread', 3],
        ],
      );
    });

    it('removes some of a line, then all of it', () => {
      filled(cart, ['apple', 'apple', 'apple', 'cheese']);
      cart.remove('apple', 2);
      assert.strictEqual(cart.subtotal(), 35 + 1250);
      cart.remove('apple');
      cart.remove('honey');
      assert.strictEqual(cart.subtotal(), 1250);
    });
  });

  describe('vouchers', () => {
    const cases = [
      { codes: ['TEN'], names: ['wine', 'wine'], total: 3582 + 490 },
      { codes: ['HALF'], names: ['apple'], total: 35 + 490 },
      { codes: ['HALF'], names: ['wine', 'bread'], total: 1135 + 490 },
      { codes: ['FIVER', 'TEN'], names: ['wine', 'coffee'], total: 2150 + 490 },
    ];

    for (const { codes, names, total } of cases) {
      it(`takes ${codes.join(' and ')} off ${names.join(', ')}`, () => {
        filled(cart, names);
        for (const code of codes) cart.redeem(code);
        assert.strictEqual(cart.total(), total);
      });
    }

    it('redeems a welcome only once', () => {
      filled(cart, ['wine', 'wine']);
      cart.redeem('WELCOME').redeem('WELCOME');
      assert.strictEqual(cart.vouchers.length, 1);
    });

    it('refuses unknown codes', () => {
      assert.throws(() => cart.redeem('NOPE'), /unknown voucher NOPE/);
    });

    it('is never below nothing', () => {
      filled(cart, ['bread', 'apple', 'apple']);
      cart.add('bag', 15, 2).remove('apple', 1);
      cart.redeem('TEN');
      cart.redeem('FIVER');
      const total = cart.total() - cart.shipping;
      assert.ok(total >= 0, 'the total must not be negative');
    });
  });

  describe('receipt', () => {
    it('has a row for each line', () => {
      filled(cart, ['coffee', 'apple', 'coffee']);
      assertReceipt(cart, ['2 x coffee: 17.98', '1 x apple: 0.35']);
    });

    it('tells different prices of a thing apart', () => {
      filled(cart, ['wine', 'apple']);
      cart.add('wine', 990).add('wine', 1990).add('cheese', 1250);
      assertReceipt(cart, ['2 x wine: 39.80', '1 x apple: 0.35', '1 x wine: 9.90', '1 x cheese: 12.50']);
    });

    it('writes euros', () => {
      assert.deepStrictEqual([0, 5, 50, 100, 123456].map(euros), ['0.00', '0.05', '0.50', '1.00', '1234.56']);
    });
  });

  it('tells its listeners of each change', () => {
    filled(cart, ['bread', 'apple']);
    cart.remove('bread');
    cart.remove('milk');
    cart.redeem('TEN');
    assert.deepStrictEqual(changes, ['add bread 280', 'add apple 315', 'remove bread 35', 'redeem TEN 35']);
  });
});
