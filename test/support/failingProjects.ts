/** Small projects, each with a bug in its source that one of its tests finds. */

/** A project whose first file is the test. In the second one `wrong` stands for `right`. */
export interface Project {
  readonly files: Readonly<Record<string, unknown>>;
  readonly wrong: string;
  readonly right: string;
  /** A repository: its first commit is right. */
  readonly isRepository?: boolean;
}

const cart = (start: string): Project => ({
  files: {
    'test/cart.test.js': `${start}
const assert = require('node:assert');
const { names, total } = require('../src/cart.js');

function hasNames(items, wanted) {
  assert.deepEqual(names(items), wanted);
}

describe('cart', () => {
  let calls;
  beforeEach(() => {
    calls = [];
    console.log('{"noise": 1');
  });

  it('is empty at first', () => {
    assert.equal(total([]), 0);
  });

  it('has a total', () => {
    const items = [];
    items.push({ name: 'pear', price: 2 });
    items.push({ name: 'fig', price: 3 });
    hasNames(items, ['pear', 'fig']);
    const sum = total(items);
    calls.push(sum);
    assert.ok(sum >= 0, 'the total must not be negative');
  });

  it("passes 'quoted' $names [1]", () => {
    assert.ok(names);
  });
});
`,
    'src/cart.js': `exports.total = (items) => items.reduce((sum, item) => sum - item.price, 0);
exports.names = (items) => items.map((item) => item.name);
`,
    'package.json': { scripts: { test: 'mocha' } },
  },
  wrong: 'sum - item',
  right: 'sum + item',
});

export const withMocha = cart('');

/** Where a revision tells, more candidates would be taken, and each is tested twice: a short test does. */
export const withRevision: Project = {
  ...withMocha,
  isRepository: true,
  files: {
    ...withMocha.files,
    'test/cart.test.js': `const assert = require('node:assert');
const { total } = require('../src/cart.js');

describe('cart', () => {
  it('is empty at first', () => assert.equal(total([]), 0));

  it('has a total', () => {
    const sum = total([{ price: 2 }]);
    assert.ok(sum >= 0, 'the total must not be negative');
  });
});
`,
  },
};
export const withNode = cart(`const { beforeEach, describe, it } = require('node:test');`);

const [[test, text], ...sources] = Object.entries(withNode.files);
const passing = `it('has a total', () => {
    assert.equal(total([]), 0);
  });

  it("passes`;

/** The second of two tests with the same title passes. */
export const withTwins: Project = {
  ...withNode,
  files: { [test]: String(text).replace('it("passes', passing), ...Object.fromEntries(sources) },
};

export const python: Project = {
  files: {
    'tests/test_queue.py': `import pytest
from lib import Queue, check


@pytest.fixture
def filled():
    queue = Queue()
    queue.add(1)
    return queue


def test_passes():
    assert check


class TestQueue:
    @pytest.mark.parametrize('more', [0, 1])
    def test_size(self, filled, more):
        for item in range(more):
            filled.add(item)
        assert filled.size() == more + 1
`,
    'lib.py': `class Queue:
    def __init__(self):
        self.items = []

    def add(self, item):
        self.items.append(item)

    def size(self):
        return len(self.items) + 1


def check(word):
    if word == 'no':
        raise ValueError(word)
`,
    'pyproject.toml': '[tool.pytest.ini_options]\npythonpath = ["."]\n',
  },
  wrong: 'len(self.items) + 1',
  right: 'len(self.items)',
};

/** The error that its test wants is not raised. */
export const raises: Project = {
  files: {
    ...python.files,
    'tests/test_queue.py': `import pytest
from lib import Queue, check


class TestQueue:
    def test_size(self):
        assert Queue().size() == 1

    def test_refuses(self):
        word = 'non'
        print(word)
        with pytest.raises(ValueError):
            check(word)
`,
  },
  wrong: `word == 'no'`,
  right: `word in ('no', 'non')`,
};

/** Its test is known by the script of its package only. */
export const withScript: Project = {
  files: {
    'test/cart.test.js': `const { names, total } = require('../src/cart.js');

function check(holds, message) {
  if (!holds) throw new Error(message);
}

check(total([]) === 0, 'an empty cart costs nothing');
const items = [{ name: 'pear', price: 2 }, { name: 'fig', price: 3 }];
check(names(items).length === 2, 'two names');
const sum = total(items);
check(sum >= 0, 'the total must not be negative');
`,
    'src/cart.js': withMocha.files['src/cart.js'],
    'package.json': { scripts: { test: 'node test/cart.test.js' } },
  },
  wrong: 'sum - item',
  right: 'sum + item',
};

/** The same for a revision, by which each candidate is tested twice. */
export const scriptWithRevision: Project = {
  ...withScript,
  isRepository: true,
  files: {
    ...withScript.files,
    'test/cart.test.js': `const { total } = require('../src/cart.js');

if (total([]) !== 0) throw new Error('an empty cart costs nothing');
if (total([{ price: 2 }]) < 0) throw new Error('the total must not be negative');
`,
  },
};

export const rust: Project = {
  files: {
    'tests/cart.rs': `use cart::{names, total};

#[test]
fn is_empty_at_first() {
    assert_eq!(total(&[]), 0);
}

#[test]
fn has_a_total() {
    let items = [("pear", 2), ("fig", 3)];
    let all = names(&items);
    println!("{}", all.len());
    let sum = total(&items);
    assert!(sum >= 0, "the total must not be negative");
}
`,
    'src/lib.rs': `pub fn total(items: &[(&str, i64)]) -> i64 {
    items.iter().fold(0, |sum, item| sum - item.1)
}

pub fn names(items: &[(&str, i64)]) -> Vec<String> {
    items.iter().map(|item| item.0.to_string()).collect()
}
`,
    'Cargo.toml': '[package]\nname = "cart"\nversion = "1.0.0"\nedition = "2021"\n',
  },
  wrong: 'sum - item',
  right: 'sum + item',
};

/** The bug is a condition; what the test compares comes by a way that no slice follows. */
export const withCondition: Project = {
  files: {
    'test/cart.test.js': `const assert = require('node:assert');
const { total } = require('../src/cart.js');

describe('cart', () => {
  it('is empty at first', () => assert.equal(total([]), 0));

  it('has a total', () => {
    const label = 'all';
    const seen = [];
    total([{ price: 2 }, { price: 3 }], (sum) => seen.push(sum));
    assert.ok(label);
    assert.deepEqual(seen, [2, 5]);
  });
});
`,
    'src/cart.js': `exports.total = (items, tell = () => {}) => {
  let sum = 0;
  for (const item of items) {
    if (item.price < 0) tell((sum += item.price));
  }
  return sum;
};
`,
    'package.json': { scripts: { test: 'mocha' } },
  },
  wrong: 'item.price < 0',
  right: 'item.price > 0',
};

export const pythonCondition: Project = {
  files: {
    'tests/test_cart.py': `from cart import total


def test_total():
    label = 'all'
    seen = []
    total([2, 3], seen.append)
    assert label
    assert seen == [2, 5]
`,
    'cart.py': `"""A cart."""
from __future__ import annotations


def total(prices, tell):
    sum = 0
    for price in prices:
        if price < 0:
            sum += price
            tell(sum)
    return sum
`,
    'pyproject.toml': '[tool.pytest.ini_options]\npythonpath = ["."]\n',
  },
  wrong: 'price < 0',
  right: 'price > 0',
};
