// Who may import whom, type imports included: the floors of the house, and no circles.

/** Rooms from the ground up; the rooms of one floor do not know each other. */
const floors = [
  ['search', 'text', 'charts'],
  ['reducers', 'syntax'],
  ['strategies', 'oracle'],
  ['cluster', 'runners'],
  ['options'],
  ['reduction'],
  ['failingTests', 'agents'],
  ['reproduction'],
  ['host'],
  ['vscode', 'cli', 'library'],
  ['build'],
];

/** Rooms that know less than all that is below them. */
const knowing = { reducers: ['search'], syntax: ['text'], oracle: [], cluster: ['oracle'], runners: ['oracle'] };

/** A room may import only what is in it, and the rooms that it knows. */
function onlyBelow(room, floor) {
  const known = [room, ...(knowing[room] ?? floors.slice(0, floor).flat())];
  return {
    name: `${room}-only-below`,
    comment: `${room} stands below or beside this.`,
    severity: 'error',
    from: { path: `^src/${room}/` },
    to: { path: '^(src|test)/', pathNot: `^src/(${known.join('|')})/` },
  };
}

export default {
  forbidden: [
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'editor-only-in-vscode',
      comment: 'Only src/vscode and src/extension.ts know the editor.',
      severity: 'error',
      from: { pathNot: '^(src/vscode/|src/extension\\.ts$|test/vscode/|test/ui/testExplorer/)' },
      to: { path: '(^|/)vscode(/index\\.d\\.ts)?$' },
    },
    ...floors.flatMap((rooms, floor) => rooms.map((room) => onlyBelow(room, floor))),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    // It is taken for the package of that name.
    exclude: { path: '^esbuild\\.js$' },
  },
};
