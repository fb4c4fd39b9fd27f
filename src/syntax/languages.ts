/** Which grammar a file has: by its name, or by the language id that VS Code gives it. */
import { basename, extname } from 'node:path';

export interface Language {
  /** What people and options call it. */
  readonly id: string;
  /** The npm package that holds the prebuilt grammar, and the grammar's file in it. */
  readonly package: string;
  readonly wasm: string;
  /** File name endings, lower case, with the dot. */
  readonly extensions: readonly string[];
  /** VS Code's language ids. */
  readonly languageIds: readonly string[];
  /** Programs read it whatever its errors, as browsers do. */
  readonly lenient?: boolean;
}

/** To add a language, add a row here and its package to package.json: CONTRIBUTING.md. */
export const languages: readonly Language[] = [
  {
    id: 'javascript',
    package: 'tree-sitter-javascript',
    wasm: 'tree-sitter-javascript.wasm',
    extensions: ['.js', '.mjs', '.cjs', '.jsx'],
    languageIds: ['javascript', 'javascriptreact'],
  },
  {
    id: 'typescript',
    package: 'tree-sitter-typescript',
    wasm: 'tree-sitter-typescript.wasm',
    extensions: ['.ts', '.mts', '.cts'],
    languageIds: ['typescript'],
  },
  {
    id: 'tsx',
    package: 'tree-sitter-typescript',
    wasm: 'tree-sitter-tsx.wasm',
    extensions: ['.tsx'],
    languageIds: ['typescriptreact'],
  },
  {
    id: 'python',
    package: 'tree-sitter-python',
    wasm: 'tree-sitter-python.wasm',
    extensions: ['.py', '.pyi', '.pyw'],
    languageIds: ['python'],
  },
  {
    id: 'c',
    package: 'tree-sitter-c',
    wasm: 'tree-sitter-c.wasm',
    extensions: ['.c', '.h', '.i'],
    languageIds: ['c'],
  },
  {
    id: 'json',
    package: 'tree-sitter-json',
    wasm: 'tree-sitter-json.wasm',
    extensions: ['.json', '.jsonc', '.json5', '.map', '.webmanifest'],
    languageIds: ['json', 'jsonc'],
  },
  {
    id: 'html',
    package: 'tree-sitter-html',
    wasm: 'tree-sitter-html.wasm',
    extensions: ['.html', '.htm', '.xhtml'],
    languageIds: ['html'],
    lenient: true,
  },
];

/** The language of a file; undefined where we have no grammar. VS Code's own choice comes before the file's name. */
export function languageOf(fileName: string, languageId?: string): Language | undefined {
  const extension = extname(basename(fileName)).toLowerCase();
  return (
    languages.find((language) => languageId !== undefined && language.languageIds.includes(languageId)) ??
    languages.find((language) => language.extensions.includes(extension))
  );
}
