/** What the graph of needs knows of each language besides its grammar. */

export interface NeedsRules {
  /** Names are looked up while the program runs: what a name needs is known less surely, and bodies of functions are not left out. */
  readonly isDynamic: boolean;
  /** What stands for the body of a function; `result`: the same where the function has to return something. */
  readonly shell: string;
  readonly shellOfResult?: string;
  /** Names that stand for operators and the like: by the type of the node, or by the operator. */
  readonly operators?: Readonly<Record<string, string>>;
  /** Names that a name stands for, without a word of it in the text. */
  readonly alike?: Readonly<Record<string, readonly string[]>>;
  /** Are variables declared? Then an assignment gives no local name. */
  readonly declares?: boolean;
  /** Are the fields of a field without a name those of the type around it? */
  readonly embeds?: boolean;
  /** Are names of other files only those that a file imports? */
  readonly isModular?: boolean;
  /** Are operators functions with the name `operator+`? */
  readonly namesOperators?: boolean;
  /** Do programs meet code that is compiled elsewhere, and knows the layout of classes? */
  readonly isLinked?: boolean;
  /** Is there no grammar? */
  readonly isPlain?: boolean;
}

const dynamic: NeedsRules = { isDynamic: true, shell: '{}' };
const variables: NeedsRules = { ...dynamic, declares: true };
const compiled: NeedsRules = { isDynamic: false, shell: '{}' };
const declared: NeedsRules = { ...compiled, shell: ';' };

const byLanguage: Readonly<Record<string, NeedsRules>> = {
  c: declared,
  cpp: { ...declared, namesOperators: true, isLinked: true },
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
    alike: {
      collect: ['from_iter', 'extend'],
      into: ['from'],
      try_into: ['try_from'],
      parse: ['from_str'],
      to_string: ['fmt'],
      to_owned: ['clone'],
      // Traits that others are based on.
      BorrowMut: ['Borrow'],
      AsMut: ['AsRef'],
      DerefMut: ['Deref'],
      IndexMut: ['Index'],
      Copy: ['Clone'],
      Eq: ['PartialEq'],
      PartialOrd: ['PartialEq'],
      Ord: ['PartialOrd', 'Eq', 'PartialEq'],
      Error: ['Debug', 'Display'],
      FnMut: ['FnOnce'],
      DoubleEndedIterator: ['Iterator'],
      ExactSizeIterator: ['Iterator'],
      FusedIterator: ['Iterator'],
    },
  },
  javascript: { ...variables, isModular: true },
  ...{ html: variables, kotlin: variables, scala: variables, swift: variables, dart: variables, solidity: variables },
  vue: { ...variables, isModular: true },
  svelte: { ...variables, isModular: true },
  python: { ...dynamic, isModular: true },
  java: { ...compiled, shellOfResult: '{throw null;}' },
  csharp: { ...compiled, shellOfResult: '{throw null;}', operators: { element_access_expression: 'this[]' } },
  go: {
    ...compiled,
    shellOfResult: '{panic(0)}',
    embeds: true,
    alike: {
      error: ['Error'],
      Reader: ['Read'],
      Writer: ['Write'],
      Closer: ['Close'],
      ReadCloser: ['Read', 'Close'],
      WriteCloser: ['Write', 'Close'],
      ReadWriter: ['Read', 'Write'],
      Copy: ['Read', 'Write'],
      Stringer: ['String'],
      fmt: ['String', 'Error', 'Format'],
      sort: ['Len', 'Less', 'Swap'],
      heap: ['Len', 'Less', 'Swap', 'Push', 'Pop'],
      http: ['ServeHTTP'],
    },
  },
  typescript: { ...compiled, isModular: true },
  tsx: { ...compiled, isModular: true },
};

/** `language`: undefined, there is no grammar. */
export function needsRulesOf(language: string | undefined): NeedsRules {
  return language === undefined ? { ...dynamic, isPlain: true } : (byLanguage[language] ?? dynamic);
}

export function hasNeedsRules(language: string): boolean {
  return language in byLanguage;
}
