/** A module of Go, and a parametrised test of Python, each with a bug in its source that its test finds. */
import type { Project } from './failingProjects';

/** The bug is in another package than the test; a file belongs to none, and a condition has a type of its own. */
export const goModule: Project['files'] = {
  'go.mod': 'module example.com/shop\n\ngo 1.16\n',
  'ignored.go': '// +build ignore\n\npackage main\n\nfunc main() {\n\tif 1 > 0 {\n\t}\n}\n',
  'price/price.go': `package price

type Flag bool

const isOn = 2 > 1

func Of(price int) (int, error) {
	if price > 100 {
		return 0, nil
	}
	return price, nil
}

func IsBig(price int) Flag {
	var is Flag
	is = price > 5
	return is
}
`,
  'cart/cart.go': `package cart

import "example.com/shop/price"

func Total(prices []int) int {
	sum := 0
	for _, one := range prices {
		value, err := price.Of(one)
		if err != nil {
			return 0
		}
		sum += value
	}
	return sum
}
`,
  'cart/cart_test.go': `package cart

import "testing"

func TestTotal(t *testing.T) {
	prices := []int{3, 4}
	prices = append(prices, 150)
	if got := Total(prices); got != 157 {
		t.Errorf("got %d, want %d", got, 157)
	}
}
`,
};

/** The rows of the test are numbered. */
export const withRows: Project = {
  files: {
    'test_cart.py': `import pytest

from cart import total


@pytest.mark.parametrize('items, wanted', [
    ([{'price': 2}], 2),
    ([{'price': 1}, {'price': 1}], 2),
    ([{'price': 2}, {'price': -3}], 5),
])
def test_total(items, wanted):
    print(items)
    assert total(items) == wanted
`,
    'cart.py': "def total(items):\n    return sum(item['price'] for item in items)\n",
    'pytest.ini': '[pytest]\n',
  },
  wrong: "item['price'] for",
  right: "abs(item['price']) for",
  isRepository: true,
};

/** So are the subtests of this one, which have no names. */
export const withNumbers: Project = {
  files: {
    'cart_test.go': `package cart

import "testing"

func TestTotal(t *testing.T) {
	for _, row := range []struct {
		items  []int
		wanted int
	}{
		{[]int{2}, 2},
		{[]int{1, 1}, 2},
		{[]int{2, -3}, 5},
	} {
		t.Run("", func(t *testing.T) {
			if got := Total(row.items); got != row.wanted {
				t.Errorf("got %d, want %d", got, row.wanted)
			}
		})
	}
}
`,
    'cart.go': `package cart

func Total(items []int) int {
	sum := 0
	for _, item := range items {
		if item < 0 {
			item = +item
		}
		sum += item
	}
	return sum
}
`,
    'go.mod': 'module example.com/cart\n\ngo 1.16\n',
  },
  wrong: 'item = +item',
  right: 'item = -item',
  isRepository: true,
};

/** Two conditions below the last statement let it pass; only one below the second `set` has to do with the bug. */
export const withTrigger: Project = {
  files: {
    'test/cache.test.js': `const assert = require('node:assert');
const { createCache } = require('../src/cache.js');

it('keeps what was set again', () => {
  let now = 0;
  const cache = createCache(60, () => now);
  cache.set('a', 1);
  now = 30;
  cache.set('a', 2);
  now = 60;
  assert.ok(cache.get('a'), 'it is there');
  assert.equal(cache.size(), 1);
});
`,
    'src/cache.js': `exports.createCache = (ttl, clock) => {
  const entries = [];
  const find = (key) => entries.filter((one) => one.key === key).at(-1);
  return {
    set(key, value) {
      const known = find(key);
      if (known) known.value = value;
      else entries.push({ key, value, expires: clock() + ttl });
    },
    get(key) {
      const one = find(key);
      const isOld = clock() >= one.expires;
      if (isOld) return undefined;
      return one.value;
    },
    size: () => entries.length,
  };
};
`,
    'package.json': { scripts: { test: 'mocha' } },
  },
  wrong: 'known.value = value;',
  right: 'Object.assign(known, { value, expires: clock() + ttl });',
};

/** The bug ignores the last argument, which only one test gives. */
export const withIgnored: Project = {
  files: {
    'test/note.test.js': `const assert = require('node:assert');
const { update } = require('../src/note.js');

it('updates', () => {
  assert.equal(update({ version: 1 }, 'a'), 200);
});

it('refuses an old version', () => {
  const note = { version: 1 };
  update(note, 'a', '1');
  assert.equal(update(note, 'b', '1'), 409);
});
`,
    'src/note.js': `exports.update = (note, text, version) => {
  const known = version === undefined ? undefined : Number(version);
  if (known !== undefined && known > note.version) return 409;
  note.version++;
  note.text = text;
  return 200;
};
`,
    'package.json': { scripts: { test: 'mocha' } },
  },
  wrong: 'known > note.version',
  right: 'known !== note.version',
};

/** With the bug, `undo` has no effect. */
export const withoutEffect: Project = {
  files: {
    'test/store.test.js': `const assert = require('node:assert');
const { createStore } = require('../src/store.js');

it('undoes', () => {
  const store = createStore();
  store.set(1);
  store.set(2);
  store.undo();
  assert.ok(store.get() === 1, 'it is undone');
});
`,
    'src/store.js': `exports.createStore = (isFrozen = false) => {
  const log = [];
  let value = 0;
  return {
    set(next) {
      if (isFrozen) return;
      log.push(next);
      value = next;
    },
    undo() {
      const last = log.pop();
      if (last !== undefined) value = last;
    },
    get: () => value,
  };
};
`,
    'package.json': { scripts: { test: 'mocha' } },
  },
  wrong: 'log.push(next)',
  right: 'log.push(value)',
};
