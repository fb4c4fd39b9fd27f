/** Vouchers: what each takes off a sum, in cents. */
const vouchers = {
  TEN: { percent: 10 },
  HALF: { percent: 50, atLeast: 2000 },
  FIVER: { cents: 500 },
  WELCOME: { cents: 1500, once: true },
};

function voucher(code) {
  const found = vouchers[code];
  if (!found) throw new RangeError(`unknown voucher ${code}`);
  return { code, ...found };
}

/** Cents that a voucher takes off; never more than the sum. */
function reduction({ percent = 0, cents = 0, atLeast = 0 }, sum) {
  if (sum < atLeast) return 0;
  const off = Math.round((sum * percent) / 100) + cents;
  return Math.min(off, sum);
}

module.exports = { voucher, reduction };
