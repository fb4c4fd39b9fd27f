/** What the graph of needs knows of each language besides its grammar. */

export interface NeedsRules {
  /** Names are looked up while the program runs: what a name needs is known less surely, and bodies of functions are not left out. */
  readonly isDynamic: boolean;
  /** What stands for the body of a function; `result`: the same where the function has to return something. */
  readonly shell: string;
  readonly shellOfResult?: string;
  /** Names that stand for operators and the like: by the type of the node, or by the operator. */
  readonly operators?: Readonly<Record<string, string>>;
  /** Are operators functions with the name `operator+`? */
  readonly namesOperators?: boolean;
}

const dynamic: NeedsRules = { isDynamic: true, shell: '{}' };
const compiled: NeedsRules = { isDynamic: false, shell: '{}' };
const declared: NeedsRules = { ...compiled, shell: ';' };

const byLanguage: Readonly<Record<string, NeedsRules>> = {
  c: declared,
  cpp: { ...declared, namesOperators: true },
  rust: {
    ...compiled,
    shellOfResult: '{loop{}}',
    operators: {
      '+': 'add',
      '-': 'sub neg',
      '*': 'mul deref',
      '/': 'div',
      '!': 'not',
      '==': 'eq',
      '!=': 'eq',
      '<': 'partial_cmp',
      '>': 'partial_cmp',
      '<=': 'partial_cmp',
      '>=': 'partial_cmp',
      for_expression: 'next into_iter',
      index_expression: 'index index_mut',
      try_expression: 'from',
    },
  },
  java: compiled,
  csharp: compiled,
  go: compiled,
  typescript: compiled,
  tsx: compiled,
};

export function needsRulesOf(language: string): NeedsRules {
  return byLanguage[language] ?? dynamic;
}
