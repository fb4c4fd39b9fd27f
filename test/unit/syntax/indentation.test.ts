/** Indentation of lines after the deletion of their surroundings. */
import assert from 'node:assert/strict';
import { reindentation, usualStep } from '../../../src/syntax/indentation';
import { genericElements } from '../../../src/syntax/generic/elements';
import { edited, render, sourceText } from '../../../src/text/source';
import { grammarOf } from '../../support/grammars';

async function indented(language: string, text: string, step = 4, scope = { start: 0, end: text.length }) {
  const grammar = language === 'none' ? undefined : await grammarOf(language);
  const tree = (grammar?.elements ?? genericElements)(text);
  grammar?.dispose();
  return render(edited(sourceText(text), reindentation(tree, scope, step)));
}

describe('indentation', () => {
  it('matches the nesting that is left', async () => {
    const text = `enum Slot {
        Free,
        Taken
    }
    type One = Slot;

     fn take() -> impl Sized {
        loop {
            match take() {
                One::Taken => {}
            }
        }
    }
`;
    const rest = `enum Slot {
    Free,
    Taken
}
type One = Slot;

fn take() -> impl Sized {
    loop {
        match take() {
            One::Taken => {}
        }
    }
}
`;
    assert.equal(await indented('rust', text), rest);
  });

  it('keeps the blocks of Python as they are, whatever their indentation', async () => {
    const text =
      'class A:\n        def f(a,\n              b):\n            if a:\n                            g(\n     a)\n                            h()\n            return\n';
    const rest =
      'class A:\n    def f(a,\n        b):\n        if a:\n            g(\n     a)\n            h()\n        return\n';
    assert.equal(await indented('python', text), rest);
  });

  it('leaves the lines of strings, comments and text alone', async () => {
    const python = 'def f():\n        a = """x\n            y\n          """\n        return a\n';
    assert.equal(
      await indented('python', python),
      'def f():\n    a = """x\n            y\n          """\n    return a\n',
    );
    const script =
      'function f() {\n        /* x\n             y */\n        return `a\n         ${\n         b} c`;\n    }\n';
    assert.equal(
      await indented('javascript', script),
      'function f() {\n    /* x\n             y */\n    return `a\n         ${\n         b} c`;\n}\n',
    );
  });

  it('aligns closing tokens with their opening lines: brackets, words, tags', async () => {
    assert.equal(await indented('javascript', 'f({\n      a: [\n      ],\n    });\n', 2), 'f({\n  a: [\n  ],\n});\n');
    assert.equal(await indented('ruby', 'def f\n      g\n    end\n', 2), 'def f\n  g\nend\n');
    assert.equal(
      await indented('html', '<ul>\n      <li>\n      </li>\n    </ul>\n', 2),
      '<ul>\n  <li>\n  </li>\n</ul>\n',
    );
  });

  it('needs no grammar, handles tabs, and never adds anything', async () => {
    assert.equal(
      await indented('none', 'a {\n      b {\n        c\n      }\n    }\n', 2),
      'a {\n  b {\n    c\n  }\n}\n',
    );
    assert.equal(await indented('go', 'func f() {\n\t\t\tg()\n\t\t}\n'), 'func f() {\n\tg()\n}\n');
    assert.equal(await indented('c', 'int f() {\n\t\t\tg(\n\t\t\t  a);\n}\n'), 'int f() {\n\tg(\n\t  a);\n}\n');
    const tidy = 'if (a) {\n b();\n} else {\n  c(\n d);\n}\n';
    assert.equal(await indented('javascript', tidy), tidy);
  });

  it('changes nothing outside the scope', async () => {
    const text = '{\n    {\n            a();\n        }\n    }\n';
    assert.equal(
      await indented('javascript', text, 4, { start: text.indexOf('a'), end: text.length }),
      '{\n    {\n            a();\n    }\n}\n',
    );
  });

  it('uses the most common step of the text', () => {
    assert.equal(usualStep('a\n  b\n  c\n     d\ne\n  f\n'), 2);
    assert.equal(usualStep('a\n\tb\n'), 2);
  });
});
