/** One statement a line, and blanks as people write them; nothing but blanks changes. */
import assert from 'node:assert/strict';
import { layoutEdits } from '../../../src/syntax/layout';
import { genericElements } from '../../../src/syntax/generic/elements';
import { usualStep } from '../../../src/syntax/indentation';
import { grammarOf } from '../../support/grammars';
import { samples } from '../../support/samples';

async function laidOut(language: string, text: string, scope = { start: 0, end: text.length }): Promise<string> {
  const { elements } = await grammarOf(language);
  const edits = layoutEdits(elements(text), scope, ' '.repeat(usualStep(text)));
  return edits.reduceRight(
    (rest, { start, end, insert = '' }) => rest.slice(0, start) + insert + rest.slice(end),
    text,
  );
}

const examples: readonly (readonly [string, string, string])[] = [
  [
    'c',
    '*a(int)__attribute__ ((b(1)));c(){return a(0);}\n',
    '*a(int) __attribute__((b(1)));\nc() {\n  return a(0);\n}\n',
  ],
  [
    'c',
    'struct a{int b;char c[3];};struct d{int e;}f;\n',
    'struct a {\n  int b;\n  char c[3];\n};\nstruct d {\n  int e;\n} f;\n',
  ],
  [
    'c',
    'a(){do{b();}while(0);for(;c;)d ( e , 0 );}\n',
    'a() {\n  do {\n    b();\n  } while (0);\n  for (;c;) d(e, 0);\n}\n',
  ],
  ['c', 'int a;\n#define b( c ) ( c )\nint d [ 3 ];\n', 'int a;\n#define b( c ) ( c )\nint d [3];\n'],
  [
    'c',
    'void *a(long, long)\n  ;\nb() {\n  c =\n  d->e = 0;\n}\n',
    'void *a(long, long);\nb() {\n  c = d->e = 0;\n}\n',
  ],
  ['svelte', '<script>let a;\n\tb()\n\tc</script>\n', '<script>\n\tlet a;\n\tb()\n\tc\n</script>\n'],
  ['html', '<b><script>a</script></b>\n', '<b><script>\na\n</script></b>\n'],
  ['javascript', 'a\n= b(c\n  );\nreturn\nd\n', 'a = b(c);\nreturn\nd\n'],
  ['python', 'if a:\n  b\n  c\n', 'if a:\n  b\n  c\n'],
  ['lua', 'local function a()\n  b()\n  c()\nend\n', 'local function a()\n  b()\n  c()\nend\n'],
  ['javascript', 'if(a)b();else{c({d:1,e:[]});}\n', 'if (a) b();\nelse {\n  c({d: 1, e: []});\n}\n'],
  ['javascript', 'class a{static{}}\n', 'class a {\n  static {}\n}\n'],
  ['javascript', 'break//\n;\n', 'break //\n;\n'],
  ['javascript', 'a("x  ;  y");b(`  ${c}  `)\n', 'a("x  ;  y");\nb(`  ${c}  `)\n'],
  [
    'rust',
    '# ! [a (b , c)]\ntrait d { } fn e () {\nif let 0 = 0 { }\n}\n',
    '#![a(b, c)]\ntrait d {}\nfn e() {\n  if let 0 = 0 {}\n}\n',
  ],
  ['rust', 'fn a < b , c = d > ( ) { a :: < () > ; }\n', 'fn a<b, c = d>() {\n  a::<()>;\n}\n'],
  ['rust', 'fn a() { |b: < e as c > :: d| 0; }\n', 'fn a() {\n  |b: <e as c>::d| 0;\n}\n'],
  ['typescript', 'interface a < in b , out c > { }\n', 'interface a<in b, out c> {}\n'],
  [
    'rust',
    'fn a(& self, b: & mut c) -> & () { f(& d); ! e }\n',
    'fn a(&self, b: &mut c) -> &() {\n  f(&d);\n  !e\n}\n',
  ],
  ['rust', 'trait a < b > { }\nstatic c : Vec < u8 > = d :: e ;\n', 'trait a<b> {}\nstatic c: Vec<u8> = d::e;\n'],
  ['c', 'a() { return b -> c . d < e ? f : g; }\n', 'a() {\n  return b->c.d < e ? f : g;\n}\n'],
  [
    'cpp',
    'std :: vector < int , b > a;\ntemplate < class T > c d;\n',
    'std::vector<int, b> a;\ntemplate <class T> c d;\n',
  ],
  ['typescript', 'let a : Map < b , c > = d . e ( ) < f;\n', 'let a: Map<b, c> = d.e() < f;\n'],
  ['java', 'class A { List < B > c = d . e ( ) ; }\n', 'class A {\n  List<B> c = d.e();\n}\n'],
  ['json', `{"${'a'.repeat(70)}":[1,{"b":0}]}\n`, `{\n  "${'a'.repeat(70)}": [1, {"b": 0}]\n}\n`],
  ['json', '[{"":[{"":0}]}]\n', '[{"": [{"": 0}]}]\n'],
  ['python', 'def a(b):\n    c( b ,{ "d":0 })\n', 'def a(b):\n    c(b, { "d": 0 })\n'],
];

describe('the layout', () => {
  for (const [language, text, expected] of examples) {
    it(`of ${language}: ${text.trim().split('\n')[0]}`, async () =>
      assert.equal(await laidOut(language, text), expected));
  }

  it('keeps blanks before brackets where nothing is known of the language, and breaks lists only at commas', () => {
    const long = `(declare (${'a'.repeat(40)} 0) (${'b'.repeat(40)} 1))\n`;
    for (const text of ['(f (g x) [a])\n', long]) {
      const tree = genericElements(text);
      assert.deepEqual(layoutEdits(tree, { start: 0, end: text.length }, '  '), []);
    }
  });

  it('changes nothing outside the scope', async () => {
    assert.equal(await laidOut('c', 'a ( ) ; b ( ) ;\n', { start: 8, end: 16 }), 'a ( ) ; b();\n');
  });

  it('changes no header of a bundle', async () => {
    const bundle = '\0a ( b.c\0\nint c ( ) ;\n\0d.c\0\nint e ;\n';
    assert.equal(await laidOut('c', bundle), '\0a ( b.c\0\nint c();\n\0d.c\0\nint e;\n');
  });

  it('keeps the line ends of the file', async () => {
    assert.equal(await laidOut('c', 'int a;int b;\r\n'), 'int a;\r\nint b;\r\n');
  });

  for (const [language, { text }] of Object.entries(samples)) {
    it(`changes only blanks, and is the same again: ${language}`, async () => {
      const flat = text.replace(/(?<=[;{},]) *\n\s*/g, ' ');
      const { elements } = await grammarOf(language);
      for (const input of [text, ...(elements(flat).hasErrors ? [] : [flat])]) {
        const once = await laidOut(language, input);
        assert.equal(once.replace(/\s+/g, ''), input.replace(/\s+/g, ''));
        assert.equal(await laidOut(language, once), once);
      }
    });
  }
});
