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
  let calls;
  beforeEach(() => {
    calls = [];
  });

  it('is empty at first', () => {
    assert.equal(total([]), 0);
  });

  it('has a total', () => {
    const sum = total([{ name: 'pear', price: 2 }]);
    calls.push(sum);
    assert.ok(sum >= 0, 'the total must not be negative');
  });
});
`,
  },
};
export const withNode = cart(`const { beforeEach, describe, it } = require('node:test');`);

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
    assert True


class TestQueue:
    @pytest.mark.parametrize('more', [0, 1])
    def test_size(self, filled, more):
        seen = []
        for item in range(more):
            filled.add(item)
            seen.append(item)
        assert filled.size() == more + 1

    def test_refuses(self):
        word = 'no'
        print(word)
        with pytest.raises(ValueError):
            check(word)
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
