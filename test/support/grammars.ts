/** Grammars for tests, from where the build has put them. */
import { resolve } from 'node:path';
import { openGrammar } from '../../src/syntax/grammar';
import type { Grammar } from '../../src/syntax/grammar';
import { languages } from '../../src/syntax/languages';

export const assets = resolve('dist');

export async function grammarOf(id: string): Promise<Grammar> {
  const language = languages.find((one) => one.id === id);
  if (!language) throw new Error(`no language ${id}`);
  return openGrammar(assets, language);
}

/** A small program of every language, with lists, nesting and comments. */
export const samples: Readonly<Record<string, string>> = {
  javascript: `import { a, b as c, d } from 'x';\n\n// note\nfunction f(p, q, ...rest) {\n  let x = [1, 2, , 3], y = { k: 1, l, m() {} };\n  if (p) { g(x, y); } else h();\n  for (let i = 0; i < 3; i++) x.push(i);\n  return q ? \`t\${x}\` : /re/g;\n}\nclass A extends B { static s = 1; #p; get v() { return this.#p; } }\nexport default f;\n`,
  typescript: `import type { A, B } from 'x';\n\ninterface I<T, U> { a: string; b?: T; c(x: number, y: U): void }\ntype U2 = 'a' | 'b' | 'c';\nenum E { One, Two, Three }\nexport function f<T>(p: T, q: number = 1): T & I<T, U2> { return p as never; }\nabstract class C implements I<string, E> { private x!: number; constructor(readonly y: string) { super(); } }\n`,
  tsx: `export const View = ({ a, b }: { a: string; b: number }) => (\n  <ul className="x" id={a}>\n    <li key={1}>{a}</li>\n    <li>text {b}</li>\n  </ul>\n);\n`,
  python: `import os, sys\nfrom x import (a, b, c)\n\n# note\n@deco\ndef f(p, q=1, *args, **kw):\n    """doc"""\n    x = [1, 2, 3]\n    y = {'k': 1, 'l': [i for i in x if i]}\n    if p and q:\n        return x; y = 2\n    elif q:\n        pass\n    else:\n        print(x, y, sep='')\n\nclass A(B, C):\n    z: int = 3\n`,
  c: `#include <stdio.h>\n#define N 3\nstruct s { int a, b; char *c; };\nenum e { ONE, TWO = 2, THREE };\nstatic int add(int a, int b) { return a + b; }\nint main(int argc, char **argv) {\n  int x[] = {1, 2, 3}, y = 0;\n  for (int i = 0; i < N; i++) y += x[i];\n  if (y > 2 && argc) printf("%d %s\\n", y, argv[0]);\n  return y | 1;\n}\n`,
  json: `{\n  "a": [1, 2, {"b": null}, []],\n  "c": {"d": true, "e": "f"},\n  "g": -1.5e3\n}\n`,
  html: `<!DOCTYPE html>\n<html lang="en">\n<head><title>t</title><style>a { b: c }</style></head>\n<body>\n<!-- note -->\n<ul id=x class="y z"><li>one<li>two</ul>\n<p>text <b>bold</b> more<br></p>\n<script>f(1, 2);</script>\n</body>\n</html>\n`,
};
