// A module with a mistake, and its failing test.
export const cartTest = `const { describe, it } = require('node:test');
const assert = require('node:assert');
const { Cart } = require('../lib/cart.js');

function filled(...prices) {
  const cart = new Cart();
  for (const price of prices) cart.add({ name: 'book', price, count: 1 });
  return cart;
}

describe('Cart', () => {
  it('is empty at first', () => {
    assert.equal(new Cart().items.length, 0);
  });

  it('keeps what is added', () => {
    const cart = filled(10, 20);
    assert.equal(cart.items.length, 2);
    assert.deepEqual(cart.items.map((item) => item.price), [10, 20]);
  });

  it('adds up', () => {
    const cart = filled(10, 20, 30);
    assert.ok(cart.items.every((item) => item.count === 1));
    assert.equal(cart.total(), 60);
  });
});
`;

export const cart = `exports.Cart = class {
  items = [];
  add(item) {
    this.items.push(item);
  }
  total() {
    return this.items.slice(1).reduce((sum, item) => sum + item.price, 0);
  }
};
`;
