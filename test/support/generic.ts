/** Small files in languages without a grammar here, and random text that looks like code. */
import fc from 'fast-check';

export const files = {
  sql: `PRAGMA x = ON;\n\nCREATE TABLE t (\n  id INT,\n  name TEXT DEFAULT 'a;b'\n);\n-- two rows\nINSERT INTO t VALUES (1, 'needle'), (2, 'it''s');\nSELECT count(*) FROM t WHERE id > 0;\n`,
  dot: `digraph g {\n  node [shape=box, color="#f00"];\n\n  a -> b;\n  b -> c [label="x y"];\n}\n`,
  scss: `@use "x";\n\n.a,\n.b {\n  color: red;\n  &:hover { margin: 0 1px }\n}\n\n// sits here\n@include m($x, $y: 2);\n`,
  markdown: `# Title\n\nDon't read this (it is, well, short).\n\n- one\n  - deeper (a, b)\n- two\n\n\`\`\`sh\nrm -r "$x"\n\`\`\`\n`,
  xml: `<?xml version="1.0"?>\n<list>\n  <item id="1" kind="a">\n    <b>text</b> more\n  </item>\n  <item/>\n</list>\n`,
  jq: `def f(x): if x > 1 then "a" else .b // "c" end;\n.[] | select(.k == 1) | { a: .x, b: f(.y) } | [.a, .b]\n`,
  fortran: `program p\n  implicit none\n  integer :: i, n\n  do i = 1, 3\n    if (i > 1) then\n      print *, 'needle', i\n    end if\n  end do\nend program p\n`,
};

/** Brackets, quotes, tags, separators, comments and indentation in any order. */
export const nonsense = fc.string({
  unit: fc.constantFrom(
    ...['(', ')', '[', ']', '{', '}', '"', "'", '`', ',', ';', '|', '=', '->', '/*', '*/', '//', '# ', '--', '\\'],
    ...[
      '<a>',
      '</a>',
      '<b c="d">',
      '<b/>',
      '</b>',
      '<!-- ',
      '-->',
      'begin',
      ' end',
      'if ',
      'fi',
      'word',
      '12',
      'é',
      '😀',
    ],
    ...[' ', ' ', '\n', '\n', '\r\n', '\n  ', '\n    ', '\n\n', '\t', '\0', '\ufeff', 'some longer words'],
  ),
  maxLength: 60,
});
