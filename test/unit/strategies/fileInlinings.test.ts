/** Files go into those that import them, or with their names; the property is a plain function of all of them. */
import assert from 'node:assert/strict';
import { defaultCommitRule, defaultLoop } from '../../../src/reduction/drive/loops';
import { walkBy } from '../../../src/reduction/drive/drive';
import { filesSubject } from '../../../src/reduction/subjects/files';
import type { FilesJob } from '../../../src/reduction/job';
import { partsOf } from '../../../src/text/bundle';
import { candidateText, render, type Candidate } from '../../../src/text/source';
import { filesJobWith } from '../../support/jobs';
import { VirtualClock } from '../../support/virtualClock';

const texts = {
  'lib/make.js':
    "import { one as first } from './one.js';\nexport default function build(a) {\n  return first(a);\n}\n",
  'lib/one.js': 'export const one = (a) => a;\n',
  'lib/x.js': "import make from './make.js';\nexport default make('needle');\n",
  'main.js': "import x from './lib/x.js';\n\ncrash(x);\n",
};

const inlined = `const one = (a) => a;
const first = one;
function build(a) {
  return first(a);
}
const make = build;
const x = make('needle');

crash(x);
`;

const jobOf = (search: string, given: Readonly<Record<string, string>> = texts): FilesJob =>
  filesJobWith({ files: Object.entries(given).map(([path, text]) => ({ path, text, encoding: 'utf8' })), search });

const textsOf = (bundle: string) =>
  new Map(partsOf(bundle).map(({ path, textStart, end }) => [path, bundle.slice(textStart, end)]));

/** Every import has its file, and what the crash needs is there. */
function crashes(bundle: string): boolean {
  const left = textsOf(bundle);
  const imports = Array.from(left, ([path, text]) =>
    Array.from(text.matchAll(/from '\.\/(.*)'/g), ([, name]) => `${path.replace(/[^/]*$/, '')}${name}`),
  );
  const needed = [/crash\(x\)/, /import x|x = make/, /\bmake\('needle'\)/, /import make|make = build/];
  const others = [/return first\(a\)/, /as first|first = one/, /one = \(a\) => a/];
  return imports.flat().every((path) => left.has(path)) && [...needed, ...others].every((one) => one.test(bundle));
}

async function result(jobs: number, job: FilesJob, holds = crashes) {
  const lab = new VirtualClock().lab<Candidate>(
    (candidate) => holds(candidateText(candidate)),
    candidateText,
    (candidate) => 10 + (candidateText(candidate).length % 7),
  );
  const mode = { loop: defaultLoop, commit: defaultCommitRule, jobs };
  const plan = await filesSubject(job);
  const asked: string[] = [];
  const walked = await walkBy(mode, () => plan.search(plan.original), lab, {
    signal: new AbortController().signal,
    onCommit: ({ candidate }) => asked.push(candidateText(candidate)),
  });
  plan.dispose();
  return { asked, left: Object.fromEntries(textsOf(render(walked.result!))) };
}

describe('files that one other file imports', () => {
  const job = jobOf('default+until=statements');

  it('go into it, one after the other, with any number of workers', async () => {
    const one = await result(1, job);
    assert.deepEqual(one.left, { 'main.js': inlined });
    assert.deepEqual(await result(4, job), one);
  });

  it('stay if the search only deletes', async () => {
    const { left } = await result(1, jobOf('default+until=statements+simplify=off'));
    assert.deepEqual(left, texts);
  });

  it('go into their neighbour too, if it ends with the import, or begins with it', async () => {
    const needs = (bundle: string) => {
      const left = textsOf(bundle);
      const all = [...left.values()].join('\n');
      const [, imported] = /from '\.\/(.*)'/.exec(all) ?? [];
      return /\bf = 1;/.test(all) && /\bg = 1;/.test(all) && (imported ? left.has(imported) : left.size === 1);
    };
    for (const end of ['', '\n', '\n\n']) {
      const texts = { 'a.js': `let g = 1;\nimport { f } from './b.js';${end}`, 'b.js': 'export let f = 1;\n' };
      const { left } = await result(1, jobOf('default+until=statements', texts), needs);
      assert.deepEqual(left, { 'a.js': `let g = 1;\nlet f = 1;${end && '\n'}` });
    }
    const texts = { 'a.js': 'export let f = 1;\n', 'b.js': "import { f } from './a.js';\nlet g = 1;\n" };
    const { left } = await result(1, jobOf('default+until=statements', texts), needs);
    assert.deepEqual(left, { 'b.js': 'let f = 1;\nlet g = 1;\n' });
  });

  for (const [language, texts, left] of [
    [
      'Python',
      { 'lib/cart.py': 'def f():\n    return 1\n', 'main.py': 'from lib.cart import f\n\nf()\n' },
      { 'main.py': 'def f():\n    return 1\n\nf()\n' },
    ],
    [
      'C',
      { 'lib/cart.h': 'int f(void);\n', 'main.c': '#include "lib/cart.h"\nint g = f();\n' },
      { 'main.c': 'int f(void);\nint g = f();\n' },
    ],
  ] as const) {
    it(`go into it in ${language}`, async () => {
      const needs = (bundle: string) => {
        const files = textsOf(bundle);
        const all = [...files.values()].join('\n');
        const isThere = /lib.cart/.test(all) === [...files.keys()].some((path) => path.startsWith('lib/'));
        return (
          isThere && /(?:def|int) f\(/.test(all) && /^(?:int g = )?f\(\)/m.test(all) && !/f\(\):\s*$|pass/.test(all)
        );
      };
      assert.deepEqual((await result(1, jobOf('default+until=statements', texts), needs)).left, left);
    });
  }
});

describe('a root whose statements call other files', () => {
  const letters = [...'abcdefghijkl'];
  const texts = {
    ...Object.fromEntries(letters.map((a) => [`lib/${a}.js`, `export function ${a}(one) {\n  return one;\n}\n`])),
    'main.js': `${letters.map((a) => `import { ${a} } from './lib/${a}.js';\n`).join('')}
run(() => {
${letters.map((a) => `  ${a}({ one: 1 }, 2);\n`).join('')}});
`,
  };
  /** Every name has its function, and a file or none; \`c\` is called. */
  const holds = (bundle: string) => {
    const left = textsOf(bundle);
    const all = [...left.values()].join('\n');
    const called = Array.from(all.matchAll(/^ *(\w)\(/gm), ([, name]) => name);
    const isThere = (name: string) => new RegExp(`function ${name}\\(one\\) \\{\\s+return`).test(all);
    const isImported = (name: string) => left.has(`lib/${name}.js`) === new RegExp(`import .*/${name}\\.js`).test(all);
    return /run\(/.test(all) && called.includes('c') && called.every(isThere) && letters.every(isImported);
  };

  it('loses statements with all that they need, and no parts of those that stay', async () => {
    const { asked, left } = await result(1, jobOf('default+until=calls', texts), holds);
    assert.deepEqual(left, {
      'main.js': 'function c(one) {\n  return one;\n}\n\nrun(() => {\n  c({ one: 1 }, 2);\n});\n',
    });
    const isSmall = (bundle: string) => Object.keys(textsOf(bundle)).length < 3 && holds(bundle);
    const first = asked.findIndex(isSmall);
    assert.ok(first >= 0 && first < 12, `test ${first}`);
    assert.ok(asked.length < 65, `${asked.length} tests`);
  });
});

describe('files that are named', () => {
  const count = 20;
  const names = Array.from({ length: count }, (_, n) => `part${String.fromCharCode(97 + n)}`);

  for (const [what, main, head, naming, path] of [
    [
      'in a style sheet',
      'main.scss',
      '// all\n\n',
      (name: string) => `@import "parts/${name}";`,
      (name: string) => `parts/_${name}.scss`,
    ],
    [
      'by url(…)',
      'main.css',
      '',
      (name: string) => `@import url(parts/${name}.css);`,
      (name: string) => `parts/${name}.css`,
    ],
    [
      'in a page',
      'main.html',
      '',
      (name: string) => `<script src="parts/${name}.js"></script>`,
      (name: string) => `parts/${name}.js`,
    ],
    [
      'by a link',
      'main.md',
      '',
      (name: string) => `See [it](parts/${name}.md#top).`,
      (name: string) => `parts/${name}.md`,
    ],
    ['in a script', 'main.sh', '', (name: string) => `. ./parts/${name}.sh`, (name: string) => `parts/${name}.sh`],
    [
      'in a list',
      'main.yaml',
      'all:\n',
      (name: string) => `  - parts/${name}.yaml`,
      (name: string) => `parts/${name}.yaml`,
    ],
    [
      'below a directory of sources',
      'src/java/Main.java',
      '',
      (name: string) => `import a.b.${name};`,
      (name: string) => `src/java/a/b/${name}.java`,
    ],
    ['as a module', 'src/main.rs', '', (name: string) => `mod ${name};`, (name: string) => `src/${name}.rs`],
  ] as const) {
    it(`${what} go with their names, many at once`, async () => {
      const parts = names.map((name): [string, string] => [path(name), 'x\n']);
      const all = `${head}${names.map((name) => `${naming(name)}\n`).join('')}`;
      const job = jobOf('default+until=statements', { ...Object.fromEntries(parts), [main]: all });
      const loads = (bundle: string) => {
        const left = textsOf(bundle);
        const isSame = (name: string) => Boolean(left.get(main)?.includes(naming(name))) === left.has(path(name));
        return left.has(path('partk')) && names.every(isSame);
      };
      const { asked, left } = await result(1, job, loads);
      assert.deepEqual(Object.keys(left).sort(), [main, path('partk')].sort());
      assert.ok(asked.length < 2.5 * count, `${asked.length} tests`);
    });
  }
});
