/** How generated programs look in each language: every statement stands on a line of its own. */

export interface Syntax {
  readonly extension: string;
  readonly indent: string;
  /** Of a function of `a` and `b`. */
  heading(name: string): string;
  assignment(name: string, value: string): string;
  opening(word: 'if' | 'while', condition: string): string;
  returning(value: string): string;
  /** The line that ends a block; empty if indentation does. */
  readonly closing: string;
}

const braces = {
  indent: '  ',
  opening: (word: string, condition: string) => `${word} (${condition}) {`,
  returning: (value: string) => `return ${value};`,
  closing: '}',
};

export const syntaxes = {
  javascript: {
    ...braces,
    extension: 'js',
    heading: (name) => `function ${name}(a, b) {`,
    assignment: (name, value) => `let ${name} = ${value};`,
  },
  python: {
    extension: 'py',
    indent: '    ',
    heading: (name) => `def ${name}(a, b):`,
    assignment: (name, value) => `${name} = ${value}`,
    opening: (word, condition) => `${word} ${condition}:`,
    returning: (value) => `return ${value}`,
    closing: '',
  },
  c: {
    ...braces,
    extension: 'c',
    heading: (name) => `int ${name}(int a, int b) {`,
    assignment: (name, value) => `int ${name} = ${value};`,
  },
  typescript: {
    ...braces,
    extension: 'ts',
    heading: (name) => `function ${name}(a: number, b: number): number {`,
    assignment: (name, value) => `const ${name}: number = ${value};`,
  },
} satisfies { [Name in string]: Syntax };

export type LanguageName = keyof typeof syntaxes;
