/** A failing test of a bank, which fails by the few cents of a fee. */
import type { Project } from './failingProjects';

/** The bug shows by a small amount: turned round, the condition would make any payment one that is refused. */
export const withLimit: Project = {
  files: {
    'test/bank.test.js': `const assert = require('node:assert');
const { Bank } = require('../src/bank.js');

describe('bank', () => {
  it('has nothing at first', () => assert.equal(new Bank(25).has, 0));

  it('refuses what is not there', () => {
    const label = 'pen';
    const bank = new Bank(25);
    bank.deposit(9990);
    bank.pay(1990, label);
    bank.pay(2500, 'ink');
    assert.throws(() => bank.pay(5440), /not enough/);
  });
});
`,
    'src/bank.js': `exports.Bank = class {
  constructor(fee) {
    this.fee = fee;
    this.has = 0;
  }

  deposit(amount) {
    this.has += amount;
  }

  pay(amount) {
    if (this.has < amount) throw new Error('not enough');
    this.has -= amount + this.fee;
  }
};
`,
    'package.json': { scripts: { test: 'mocha' } },
  },
  wrong: 'this.has < amount',
  right: 'this.has < amount + this.fee',
};

/** No condition decides it, and a value that is dropped fails elsewhere: the received one is a literal of the sources. */
export const withLiteral: Project = {
  files: {
    'test/rate.test.js': `const assert = require('node:assert');
const { rate, label } = require('../src/rate.js');

describe('rate', () => {
  it('has a label', () => assert.equal(label(3), 'VAT 3%'));

  it('has a base', () => {
    const names = ['a', 'b'];
    assert.ok(names.length);
    const base = rate(0);
    assert.strictEqual(base, 19);
  });
});
`,
    'src/rate.js': `const base = 18;
const rates = { low: 7, 18: 'no value' };
exports.rate = (extra) => Number(rates.low > 0) * base + extra;
exports.label = (rate) => 'VAT ' + rate + '%';
`,
    'package.json': { scripts: { test: 'mocha' } },
  },
  wrong: 'base = 18',
  right: 'base = 19',
};
