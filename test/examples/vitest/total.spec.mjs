import { expect, it } from 'vitest';
import './toSurvive.mjs';

/** The code to test: the price of an order. It does not know free items. */
function total(order) {
  const price = (item) => item.price ?? fail('an item has no price');
  return order.items.map(price).reduce((sum, one) => sum + one, 0);
}

function fail(message) {
  throw new TypeError(message);
}

const item = (number) => ({ name: `item ${number}`, tags: ['a', 'b'], price: number === 31 ? null : number });
const order = (items) => JSON.stringify({ id: 1, customer: { name: 'A. B.' }, items });

it('takes an order with prices', async () => {
  await expect(order([item(1), item(2)])).toSurvive((text) => total(JSON.parse(text)), { language: 'json' });
});

it('takes a big order', async () => {
  const items = Array.from({ length: 60 }, (_, number) => item(number));
  await expect(order(items)).toSurvive((text) => total(JSON.parse(text)), { language: 'json' });
});
