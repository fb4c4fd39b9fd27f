// The program of the example: it prints the totals of the orders in a JSON file. It has a bug, and crashes on one of them.
const { readFileSync } = require('node:fs');

const { orders } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
for (const order of orders) console.log(total(order).toFixed(2));

/** With the discount "one-free", the cheapest item is free. */
function total({ items, discount }) {
  const sum = items.reduce((all, { price, count }) => all + price * count, 0);
  return discount === 'one-free' ? sum - cheapest(items).price : sum;
}

function cheapest(items) {
  const [first] = [...items].sort((one, other) => one.price - other.price);
  return first;
}
