/** The grammar of a file: by its name, or by VS Code's language id. */
import { basename, extname } from 'node:path';

export interface Language {
  /** Name for users and options. */
  readonly id: string;
  /** The npm package that holds the prebuilt grammar, and the grammar's file in it. */
  readonly package: string;
  readonly wasm: string;
  /** The package's `grammar.json`, from which the build reads the rules for deleting; some packages have none. */
  readonly rules?: string;
  /** File name endings, lower case, with the dot. */
  readonly extensions: readonly string[];
  /** VS Code's language ids. */
  readonly languageIds: readonly string[];
  /** Programs read the language in spite of errors, as browsers do. */
  readonly lenient?: boolean;
  /** Files of other languages have the same endings: Prolog, configurations. */
  readonly isGuess?: boolean;
  /** Languages of parts that the grammar leaves as text. */
  readonly embedded?: readonly string[];
  /** Are files with errors split by brackets before they are parsed? */
  readonly isSplit?: boolean;
  /** Single signs that the grammar misreads. It is given a letter in their place. */
  readonly misread?: RegExp;
  /** By node type: the text for a node that would be left empty, if the language needs one. */
  readonly fillers: Readonly<Record<string, string>>;
}

const ofPages = ['javascript', 'typescript', 'tsx', 'css', 'json'];

/** To add a language, add a row here and its package to package.json: CONTRIBUTING.md. */
export const languages: readonly Language[] = [
  row('javascript', 'tree-sitter-javascript', '.js .mjs .cjs .jsx', 'javascript javascriptreact'),
  row('typescript', 'tree-sitter-typescript', '.ts .mts .cts', 'typescript', { rules: 'typescript/src/grammar.json' }),
  row('tsx', 'tree-sitter-typescript', '.tsx', 'typescriptreact', { rules: 'tsx/src/grammar.json' }),
  row('python', 'tree-sitter-python', '.py .pyi .pyw', 'python', { fillers: { block: 'pass' } }),
  row('c', 'tree-sitter-c', '.c .h .i', 'c', { isSplit: true }),
  row('cpp', 'tree-sitter-cpp', '.cc .cpp .cxx .c++ .hh .hpp .hxx .h++ .ii .ipp .inl .tcc .cu .cuh', 'cpp cuda-cpp', {
    isSplit: true,
  }),
  row('java', 'tree-sitter-java', '.java', 'java'),
  row('go', 'tree-sitter-go', '.go', 'go'),
  row('rust', 'tree-sitter-rust', '.rs', 'rust'),
  row('json', 'tree-sitter-json', '.json .jsonc .json5 .map .webmanifest .jsonl .geojson', 'json jsonc jsonl'),
  row('html', 'tree-sitter-html', '.html .htm .xhtml', 'html', { lenient: true, embedded: ofPages }),
  row('css', 'tree-sitter-css', '.css', 'css'),
  row('bash', 'tree-sitter-bash', '.sh .bash .zsh .ksh .bats', 'shellscript'),
  row('ruby', 'tree-sitter-ruby', '.rb .rake .gemspec .ru', 'ruby'),
  row('php', 'tree-sitter-php', '.php .phtml', 'php', { rules: 'php/src/grammar.json' }),
  row('csharp', 'tree-sitter-c-sharp', '.cs .csx', 'csharp', { wasm: 'tree-sitter-c_sharp.wasm' }),
  row('scala', 'tree-sitter-scala', '.scala .sc .sbt', 'scala'),
  row('kotlin', '@tree-sitter-grammars/tree-sitter-kotlin', '.kt .kts', 'kotlin'),
  row('yaml', '@tree-sitter-grammars/tree-sitter-yaml', '.yaml .yml', 'yaml dockercompose'),
  row('toml', '@tree-sitter-grammars/tree-sitter-toml', '.toml', 'toml'),
  row('lua', '@tree-sitter-grammars/tree-sitter-lua', '.lua', 'lua'),
  row('zig', '@tree-sitter-grammars/tree-sitter-zig', '.zig .zon', 'zig'),
  row('haskell', 'tree-sitter-haskell', '.hs', 'haskell'),
  row('ocaml', 'tree-sitter-ocaml', '.ml', 'ocaml', { rules: 'grammars/ocaml/src/grammar.json' }),
  row('elixir', 'tree-sitter-elixir', '.ex .exs', 'elixir'),
  row('r', '@eagleoutice/tree-sitter-r', '.r', 'r'),
  row(
    'xml',
    '@cursorless/tree-sitter-wasms/out',
    '.xml .svg .xsd .xsl .xslt .wsdl .rss .atom .plist .xaml',
    'xml xsl',
    // Its scanner takes the sign after a `]` for text, also the `<` of a tag.
    { misread: /\](?=[<&]|\]\]>)/g },
  ),
  row('perl', '@cursorless/tree-sitter-wasms/out', '.pl .pm', 'perl', { isGuess: true }),
  row('dart', '@repomix/tree-sitter-wasms/out', '.dart', 'dart'),
  row('solidity', '@repomix/tree-sitter-wasms/out', '.sol', 'solidity'),
  row('swift', '@repomix/tree-sitter-wasms/out', '.swift', 'swift'),
  row('vue', '@repomix/tree-sitter-wasms/out', '.vue', 'vue', { embedded: ofPages }),
  row('svelte', '@tree-sitter-grammars/tree-sitter-svelte', '.svelte', 'svelte', { embedded: ofPages }),
  row('ini', '@vscode/tree-sitter-wasm/wasm', '.ini .cfg .conf .properties', 'ini properties', { isGuess: true }),
  row('powershell', '@vscode/tree-sitter-wasm/wasm', '.ps1 .psm1 .psd1', 'powershell'),
];

/** The language of a file; undefined if there is no grammar. VS Code's language id comes before the file name. */
export function languageOf(fileName: string, languageId?: string): Language | undefined {
  const extension = extname(basename(fileName)).toLowerCase();
  return (
    languages.find((language) => languageId !== undefined && language.languageIds.includes(languageId)) ??
    languages.find((language) => language.extensions.includes(extension))
  );
}

/** The language of a part of a page, by what stands before it: `<script lang="ts">`, `<style>`, `{{`, `{#if`. */
export function languageAfter(head: string): string | undefined {
  if (/^<style\b/i.test(head)) return 'css';
  if (!/^(?:<script\b|\{\{|\{(?:[#:@](?:else )?[a-z]+ +)?$)/i.test(head)) return undefined;
  const [, kind = ''] = /(?<![-\w])(?:lang|type)\s*=\s*["']?(?:(?:text|application)\/)?([\w+-]+)/i.exec(head) ?? [];
  if (/json|importmap/.test(kind)) return 'json';
  if (/^(?:ts|typescript)$/.test(kind)) return 'typescript';
  if (kind === 'tsx') return kind;
  return /^(?:|module|js|jsx|babel|javascript|ecmascript)$/.test(kind) ? 'javascript' : undefined;
}

/**
 * Longer texts are read in coarse pieces, UTF-16 units: a syntax tree, or tables of all elements and tokens, would fill the memory
 * (docs/notes/size.md).
 */
export const longestRead = 2_500_000;

/** The same of a language: where each member of a file is parsed by itself, no syntax tree is as long as the text. */
export function longestOf({ isSplit }: Language): number {
  return isSplit ? 6_000_000 : longestRead;
}

/** By its id, or one of VS Code's. Throws a sentence with the remedy. */
export function languageNamed(name: string): Language {
  const found = languages.find(({ id, languageIds }) => id === name || languageIds.includes(name));
  if (found) return found;
  throw new Error(`There is no language "${name}": use one of ${languages.map(({ id }) => id).join(', ')}.`);
}

/** `from`: the package of the grammar, or the folder of one with many grammars, which has no `grammar.json`. */
function row(
  id: string,
  from: string,
  extensions: string,
  languageIds: string,
  rest: Partial<Language> = {},
): Language {
  const [, name, folder] = /^((?:@[^/]+\/)?[^/]+)(\/.+)?$/.exec(from)!;
  const wasm = `tree-sitter-${id}.wasm`;
  return {
    ...{ id, package: name, fillers: {} },
    ...(folder ? { wasm: `${folder.slice(1)}/${wasm}` } : { wasm, rules: 'src/grammar.json' }),
    extensions: extensions.split(' '),
    languageIds: languageIds.split(' '),
    ...rest,
  };
}
