/** The settings: `npm run manifest` writes them to package.json. `src/vscode/window/settings.ts` reads their values. */
import { defaultSearch } from '../../reduction/searches/searchValue';
import { defaultUnit, units, type Unit } from '../../strategies/isolation';
import { automatic } from '../../vscode/oracles/placements';
import { choice, cluster, jobs, place, search, type Schema } from './schemas';

/** In the order in which the Settings editor shows them. */
const groups = { search: 'Search', tests: 'Tests', editor: 'Editor' } as const;

interface Setting {
  readonly group: keyof typeof groups;
  readonly scope: 'resource' | 'window' | 'machine-overridable';
  readonly schema: Schema;
  readonly usual: unknown;
  /** Markdown. */
  readonly text: string;
}

const limit: Schema = { type: 'integer', minimum: 0 };

const unitWords: Readonly<Record<Unit, string>> = {
  lines: 'Whole lines.',
  words: 'Lines, then words and signs of the lines that are left.',
  chars: 'Lines, then words, then characters.',
};

/** In the order of their group. */
const table: Readonly<Record<string, Setting>> = {
  search: {
    group: 'search',
    scope: 'resource',
    schema: search,
    usual: defaultSearch,
    text: 'How to search: `NAME[:REDUCER][+OPTION=VALUE]…`, for example `default`, `hddr:probdd` or `hddr:probdd+p0=0.3`. [Choose a search](command:whittle.chooseSearch), or run `whittle searches` in a terminal for all searches, list reducers and options.',
  },
  jobs: {
    group: 'tests',
    scope: 'machine-overridable',
    schema: jobs,
    usual: 0,
    text: 'Number of tests at once. `0` uses all processor cores but one, and fewer if a test itself keeps several busy. The result is the same for any number, unless the search has `+commit=first-finished`.',
  },
  cluster: {
    group: 'tests',
    scope: 'machine-overridable',
    schema: cluster,
    usual: {},
    text: 'Workers on other machines that test the candidates. `redis` is the address of the Redis that they share, `oracle` the name of the command that they know (`whittle worker --redis … --oracle NAME=COMMAND`). A password does not belong here: *Whittle: Set Redis Password* keeps it with the secrets of VS Code, and `redis://:${env:NAME}@HOST:PORT` reads it from an environment variable. `rediss://` uses TLS.',
  },
  timeout: {
    group: 'tests',
    scope: 'resource',
    schema: limit,
    usual: 0,
    text: 'Time-out of one test, in milliseconds. `0` adapts it: at first ten times the first run, then five times the slowest recent test that showed the bug, and at least 1000.',
  },
  memory: {
    group: 'tests',
    scope: 'machine-overridable',
    schema: limit,
    usual: 0,
    text: "Most memory of one test, in MB (`0` = half of the machine's memory). A test that takes more is ended, and its candidate does not count as a failure.",
  },
  protect: {
    group: 'tests',
    scope: 'resource',
    schema: { type: 'boolean' },
    usual: true,
    text: 'Run candidates where they can change no files but their own. Turn this off only for a test that must write elsewhere: a candidate is a program that lacks words, and may delete your files.',
  },
  targetSize: {
    group: 'search',
    scope: 'resource',
    schema: limit,
    usual: 0,
    text: 'Stop as soon as at most this many tokens are left, or changes in an isolation (`0` = no limit).',
  },
  maxTests: {
    group: 'search',
    scope: 'resource',
    schema: limit,
    usual: 0,
    text: 'Maximum number of tests (`0` = no limit). The best result so far is kept.',
  },
  maxTime: {
    group: 'search',
    scope: 'resource',
    schema: limit,
    usual: 0,
    text: 'Maximum time in seconds, without pauses (`0` = no limit). The best result so far is kept.',
  },
  place: {
    group: 'tests',
    scope: 'resource',
    schema: place,
    usual: automatic.name,
    text: 'Where the candidate is during a test. With `overlay` and `in-place` the command runs in the workspace folder, or in a copy of it, and `${file}` is the candidate in its own place, so that imports work.',
  },
  warm: {
    group: 'tests',
    scope: 'resource',
    schema: { type: 'boolean' },
    usual: true,
    text: 'Keep mocha, jest, vitest and pytest running from one candidate to the next, which is quicker. New processes test the result, and what leads to it.',
  },
  fadedOpacity: {
    group: 'editor',
    scope: 'window',
    schema: { type: 'number', minimum: 0.1, maximum: 0.9 },
    usual: 0.4,
    text: 'Opacity of removed text in the editor; half as much again in high-contrast themes.',
  },
  isolateUnit: {
    group: 'search',
    scope: 'resource',
    schema: choice(units.map((name) => ({ name, description: unitWords[name] }))),
    usual: defaultUnit,
    text: 'The finest changes that *Isolate Difference* makes.',
  },
};

export const settingGroups: readonly {
  readonly id: string;
  readonly title: string;
  readonly properties: Readonly<Record<string, Schema>>;
}[] = Object.entries(groups).map(([id, title]) => ({ id, title, properties: settingsOf(id) }));

function settingsOf(wanted: string): Readonly<Record<string, Schema>> {
  const own = Object.entries(table).filter(([, { group }]) => group === wanted);
  return Object.fromEntries(
    own.map(([name, { scope, schema, usual, text }], order) => [
      `whittle.${name}`,
      { ...schema, default: usual, scope, order: order + 1, markdownDescription: text },
    ]),
  );
}
