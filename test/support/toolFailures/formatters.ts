/** Failures of formatters and renderers. */
import { frames, type Tool } from './toolFailures';

export const formatters: readonly Tool[] = [
  {
    tool: 'prettier',
    fileName: 'backbone.js',
    failures: [
      {
        kind: undefined,
        output: '[error] backbone.js: Error: Comment "the parents" was not printed. Please report this error!\n',
        again: '[error] src/backbone.js: Error: Comment "the parents" was not printed. Please report this error!\n',
      },
      {
        kind: '[error] …: SyntaxError',
        output: '[error] backbone.js: SyntaxError: Unexpected token (3:14)\n[error]   1 | a\n',
        again: '[error] lib/backbone.js: SyntaxError: Missing semicolon (1:2)\n',
      },
      {
        kind: '[error] …: TypeError',
        output: `[error] backbone.js: TypeError: path.getValue(...).startsWith is not a function\n[error]     at printNode (/n/prettier/index.js:1:2)\n`,
        again: '[error] ../a/backbone.js: TypeError: x is undefined\n',
      },
      { kind: undefined, output: '[error] No parser could be inferred for file "backbone.js".\n' },
    ],
  },
  {
    tool: 'black',
    fileName: 'locks.py',
    failures: [
      {
        kind: undefined,
        output:
          'error: cannot format locks.py: INTERNAL ERROR: Black produced code that is not equivalent to the source.  Please report a bug.  This diff might be helpful: /tmp/blk_1234.log\n1 file failed to reformat.\n',
        again:
          'error: cannot format /tmp/x/locks.py: INTERNAL ERROR: Black produced code that is not equivalent to the source.  Please report a bug.  This diff might be helpful: /tmp/blk_99.log\n',
      },
      { kind: undefined, output: 'error: cannot format locks.py: Cannot parse: 2:4: def (\n' },
    ],
  },
  {
    tool: 'graphviz',
    fileName: 'in.gv',
    failures: [
      { kind: undefined, output: "Error: in.gv: syntax error in line 3 near '}'\n" },
      {
        kind: 'class2.c:…: merge_chain: Assertion',
        output: "dot: class2.c:84: merge_chain: Assertion `ED_to_virt(e) == NULL' failed.\nAborted\n",
        again: "/usr/bin/dot: class2.c:91: merge_chain: Assertion `f != NULL' failed.\nAborted\n",
      },
      {
        kind: 'position.c:…: make_lrvn: Assertion',
        output: "dot: position.c:7: make_lrvn: Assertion `ED_to_virt(e) == NULL' failed.\nAborted\n",
      },
    ],
  },
  {
    tool: 'svgo',
    fileName: 'va.svg',
    failures: [
      {
        kind: 'TypeError',
        output: `TypeError: Cannot read properties of undefined (reading 'toFixed')\n${frames('convertPathData (/n/x.js:1:1)')}`,
      },
      {
        kind: 'SvgoParserError',
        output: 'SvgoParserError: va.svg:1:9: Unencoded <\n\n> 1 | <\n',
      },
    ],
  },
  {
    tool: 'sass',
    fileName: 'in.scss',
    failures: [
      {
        kind: undefined,
        output: 'Error: Undefined variable.\n  ╷\n1 │ a { b: $c }\n  ╵\n  in.scss 1:8  root stylesheet\n',
      },
      { kind: undefined, output: 'Error: expected "{".\n  ╷\n1 │ a\n  ╵\n  in.scss 1:2  root stylesheet\n' },
    ],
  },
  {
    tool: 'less',
    fileName: 'in.less',
    failures: [
      { kind: 'ParseError', output: 'ParseError: Unrecognised input in /t/in.less on line 1, column 3:\n1 a }\n' },
      { kind: 'NameError', output: 'NameError: variable @x is undefined in /t/in.less on line 1, column 8:\n' },
    ],
  },
  {
    tool: 'graphql',
    command: 'node graphql.mjs in.graphql',
    fileName: 'in.graphql',
    failures: [
      {
        kind: undefined,
        output: `GraphQLError: Syntax Error: Expected Name, found "}".\n${frames('x (/n/x.js:1:1)')}`,
      },
      { kind: undefined, output: `GraphQLError: Unknown type "Shop".\n${frames('x (/n/x.js:1:1)')}` },
    ],
  },
  {
    tool: 'terser',
    fileName: 'in.js',
    failures: [
      { kind: undefined, output: 'Parse error at in.js:3,4\n    a }\n      ^\nERROR: Unexpected token: punc (})\n' },
      {
        kind: 'TypeError',
        output: `TypeError: Cannot read properties of undefined (reading 'value')\n${frames('join_object_assignments (/n/terser.js:1:2)')}`,
        again: `TypeError: node.walk is not a function\n${frames('x (/n/terser.js:1:2)')}`,
      },
      { kind: undefined, output: 'ERROR: `name` is not a supported option\n' },
    ],
  },
  {
    tool: 'swc',
    fileName: 'in.js',
    failures: [
      { kind: undefined, output: "  × Expected ';', '}' or <eof>\n   ╭─[in.js:1:1]\n 1 │ a b\n   ╰────\n" },
      { kind: undefined, output: '  × Unterminated string constant\n   ╭─[in.js:1:1]\n 1 │ "\n   ╰────\n' },
    ],
  },
];
