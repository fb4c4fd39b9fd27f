// Lint rules; among them the floors of the house: a room may use only rooms below it, and only VS Code's own rooms VS Code.
import tseslint from 'typescript-eslint';

/** Rooms from the ground up; the rooms of one floor do not know each other. */
const floors = [
  ['search', 'text', 'charts'],
  ['reducers', 'syntax'],
  ['strategies', 'oracle'],
  ['cluster'],
  ['reduction', 'runners'],
  ['vscode', 'cli'],
];

/** Rooms that know less than all that is below them. */
const knowing = { reducers: ['search'], syntax: ['text'], oracle: [], cluster: ['oracle'], runners: ['oracle'] };

const editor = { name: 'vscode', message: 'Only src/vscode and src/extension.ts know the editor.' };

function forbidden(room, floor) {
  const lower = knowing[room] ?? floors.slice(0, floor).flat();
  const others = floors.flat().filter((other) => other !== room && !lower.includes(other));
  return {
    files: [`src/${room}/**/*.ts`],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: room === 'vscode' ? [] : [editor],
          patterns: others.map((other) => ({
            group: [`**/${other}/*`],
            message: `${room} stands below or beside ${other}.`,
          })),
        },
      ],
    },
  };
}

export default tseslint.config(
  { ignores: ['dist', 'out', '**/node_modules', 'test/vscode/fixture'] },
  ...tseslint.configs.recommended,
  {
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/consistent-type-imports': 'error',
      'no-restricted-imports': ['error', { paths: [editor] }],
      'max-lines': ['warn', { max: 220, skipBlankLines: true, skipComments: true }],
      eqeqeq: 'error',
      'prefer-const': 'error',
    },
  },
  ...floors.flatMap((rooms, floor) => rooms.map((room) => forbidden(room, floor))),
  { files: ['src/extension.ts', 'test/vscode/**/*.ts'], rules: { 'no-restricted-imports': 'off' } },
  { files: ['**/*.js'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
  { files: ['test/**'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
);
