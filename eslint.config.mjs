// Lint rules. Which room may import which is in .dependency-cruiser.mjs.
import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['dist', 'out', '**/node_modules', 'test/vscode/fixture'] },
  ...tseslint.configs.recommended,
  {
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/consistent-type-imports': 'error',
      'max-lines': ['warn', { max: 250, skipBlankLines: true, skipComments: true }],
      'no-duplicate-imports': 'error',
      eqeqeq: 'error',
      'prefer-const': 'error',
    },
  },
  {
    files: ['src/**/*.ts'],
    rules: { 'max-lines': ['error', { max: 250 }], 'max-lines-per-function': ['error', { max: 45 }] },
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['src/oracle/platform/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...['Literal[value=/%/]', 'TemplateElement[value.raw=/%/]'].map((selector) => ({
          selector: selector.replace('%', String.raw`\/bin\/|\/(?:proc|dev)\b|\bSIG[A-Z]{3,}\b`),
          message: 'Only src/oracle/platform/ knows programs, files and signals of one system.',
        })),
        ...[
          'MemberExpression[property.name=platform]:matches([object.name=process], [object.name=os])',
          'MemberExpression[object.name=process][property.value=platform]',
          'VariableDeclarator[init.name=process] Property[key.name=platform]',
          'ImportDeclaration[source.value=/^(node:)?(os|process)$/] ImportSpecifier[imported.name=platform]',
        ].map((selector) => ({
          selector,
          message: 'Only src/oracle/platform/ asks which system this is: see its traits.',
        })),
        { selector: 'Literal[raw=/^0o/]', message: 'Only src/oracle/platform/ knows modes of files.' },
      ],
    },
  },
  { files: ['**/*.js', 'test/**'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
);
