/** A cart: lines, vouchers, and the receipt they make. All sums are cents. */
const { EventEmitter } = require('node:events');
const { voucher, reduction } = require('./vouchers');

class Cart extends EventEmitter {
  constructor({ shipping = 0, freeFrom = Infinity } = {}) {
    super();
    this.shipping = shipping;
    this.freeFrom = freeFrom;
    this.lines = [];
    this.vouchers = [];
  }

  add(name, price, count = 1) {
    const line = this.lines.find((one) => one.name === name && one.price === price);
    if (line) line.count += count;
    else this.lines.push({ name, price, count });
    this.emit('change', 'add', name, this.subtotal());
    return this;
  }

  remove(name, count = Infinity) {
    const line = this.lines.find((one) => one.name === name);
    if (!line) return this;
    line.count -= count;
    if (line.count <= 0) this.lines.splice(this.lines.indexOf(line), 1);
    this.emit('change', 'remove', name, this.subtotal());
    return this;
  }

  redeem(code) {
    const one = voucher(code);
    if (one.once && this.vouchers.some((other) => other.code === code)) return this;
    this.vouchers.push(one);
    this.emit('change', 'redeem', code, this.subtotal());
    return this;
  }

  subtotal() {
    return this.lines.reduce((sum, { price, count }) => sum + price * count, 0);
  }

  total() {
    let left = this.subtotal();
    for (const one of this.vouchers) left -= reduction(one, left);
    const shipping = this.lines.length === 0 || left >= this.freeFrom ? 0 : this.shipping;
    return left + shipping;
  }

  receipt() {
    const rows = this.lines.map(({ name, price, count }) => `${count} x ${name}: ${euros(price * count)}`);
    return [...rows, `total: ${euros(this.total())}`];
  }
}

function euros(cents) {
  return (cents / 100).toFixed(2);
}

module.exports = { Cart, euros };
