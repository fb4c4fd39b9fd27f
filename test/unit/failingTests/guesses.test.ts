/** First guesses at what of a test file need not stay. */
import assert from 'node:assert/strict';
import { guessesBy } from '../../../src/failingTests/guesses';
import { sliceOf } from '../../../src/failingTests/slice';
import { candidateText, sourceText } from '../../../src/text/source';
import { tidyCuts } from '../../../src/text/tidy';
import { grammarOf } from '../../support/grammars';

/** What each guess leaves of the text, for a failure at the line with this word. */
async function left(language: string, text: string, word: string): Promise<string[]> {
  const grammar = await grammarOf(language);
  const tree = grammar.tree(text);
  const slice = sliceOf(tree.rootNode, text, language, [text.slice(0, text.indexOf(word)).split('\n').length], true);
  const guesses = guessesBy(tree.rootNode, language, slice);
  tree.delete();
  grammar.dispose();
  return guesses.map((ranges) => {
    const edits = tidyCuts(text, ranges, { start: 0, end: text.length });
    return candidateText({ base: sourceText(text), edits });
  });
}

describe('guesses at a test file', () => {
  it('are all statements outside the slice, or only other tests', async () => {
    const text = `// @vitest-environment node
import { a } from './a.js';
describe('a', () => {
  // comment
  it('other', () => {
    check(1);
  });

  it('one more', () => {
    check(2);
  });

  beforeEach(() => {
    reset();
  });
  it('this', () => {
    const b = a(); log(b);
    assert.ok(b);
  });
});
`;
    const hook = `  beforeEach(() => {\n    reset();\n  });\n`;
    const rest = (own: string) =>
      `// @vitest-environment node\nimport { a } from './a.js';\ndescribe('a', () => {\n${own}    assert.ok(b);\n  });\n});\n`;
    assert.deepEqual(await left('javascript', text, 'assert.ok'), [
      rest(`  it('this', () => {\n    const b = a();\n`),
      rest(`${hook}  it('this', () => {\n    const b = a(); log(b);\n`),
    ]);
  });

  it('are those of python', async () => {
    const text = `import os
from a import b

def test_other():
    assert b()

class TestA:
    def setup_method(self):
        self.c = b()
        print(1)

    def test_this(self):
        os.getcwd()
        assert self.c
`;
    const [first] = await left('python', text, 'assert self.c');
    assert.equal(
      first,
      `import os
from a import b

class TestA:
    def setup_method(self):
        self.c = b()

    def test_this(self):
        assert self.c
`,
    );
  });

  it('leave what Go compiles: the next use of a variable stays, and imports that nothing uses go', async () => {
    const text = `package a

import (
	"fmt"
	"os"
	strs "strings"
	"testing"
	"x.org/y/v2"
)

func TestA(t *testing.T) {
	n, err := y.Get(strs.ToLower("A"))
	fmt.Println(os.Args)
	if err != nil {
		t.Fatal(err)
	}
	log(err)
	if n != 2 {
		t.Errorf("got %d", n)
	}
}

func TestB(t *testing.T) {
	fmt.Println()
}
`;
    const [first] = await left('go', text, 't.Errorf');
    assert.equal(
      first,
      `package a

import (
	strs "strings"
	"testing"
	"x.org/y/v2"
)

func TestA(t *testing.T) {
	n, err := y.Get(strs.ToLower("A"))
	if err != nil {
		t.Fatal(err)
	}
	if n != 2 {
		t.Errorf("got %d", n)
	}
}
`,
    );
  });

  it('leave the rows of a test, and all methods of a type that stays', async () => {
    const text = `package a

type clock struct{ now int }

func (c *clock) Now() int { return c.now }

type other struct{}

func (o other) Now() int { return 1 }

func TestA(t *testing.T) {
	c := &clock{}
	rows := []int{1, 2}
	unused := 3
	for _, row := range rows {
		t.Run("x", func(t *testing.T) {
			if at(c, row) != 1 {
				t.Fatal("wrong")
			}
		})
	}
}
`;
    const [first] = await left('go', text, 't.Fatal');
    assert.equal(first, text.replace(/type other[^]*return 1 }\n\n/, '').replace('\tunused := 3\n', ''));
    const script = `const rows = [[1, 2]];\nother();\nfor (const [a, b] of rows) it(title(a), () => expect(a).toBe(b));\n`;
    const [one] = await left('javascript', script, 'expect');
    assert.equal(one, script.replace('other();\n', ''));
  });

  it('leave what closes, stops or restores something that stays', async () => {
    const text = `let server;
let calls;
beforeEach(() => (server = start()));
afterEach((done) => {
  calls = undefined;
  server.close(done);
});
afterAll(() => pool.end());
it('this', () => {
  expect(get(server)).toBe(1);
});
`;
    const [first] = await left('javascript', text, 'expect');
    assert.equal(first, text.replace('let calls;\n', '').replace('afterAll(() => pool.end());\n', ''));
  });
});
