/** JSON schemas of the settings and of the fields of a task of type `whittle`, from the table of options. Texts stand in English; `manifest.ts` takes them out. */
import { defaultReducer, reducers } from '../../reducers/registry';
import type { Schema } from '../../options/kinds';
import { options } from '../../options/options';
import { rowsOf, sentenceOf, type AnyRow } from '../../options/values';
import { optionNames } from '../../reduction/searches/searchValue';
import { hddr } from '../../strategies/lists/hdd';
import { strategies } from '../../strategies/registry';

const oneOf = (all: readonly { readonly name: string }[]) => `(?:${all.map(({ name }) => name).join('|')})`;

/** `defaultSnippets`: what is offered in settings.json and tasks.json; *Choose Search…* has its sentences from there. */
const search: Schema = {
  pattern: `^${oneOf(strategies)}(?::${oneOf(reducers)})?(?:\\+(?:${optionNames.join('|')})=[^+]+)*$`,
  patternErrorMessage: 'Write NAME[:REDUCER][+OPTION=VALUE]…, for example default, hddr:ddmin or hddr:probdd+p0=0.3.',
  defaultSnippets: [
    ...strategies.map(({ name, description }) => ({ label: name, description, body: name })),
    ...reducers.map(({ name, description }) => ({
      label: `${hddr.name}:${name}`,
      description: `${description}${name === defaultReducer.name ? ' Used if no list reducer is given.' : ''}`,
      body: `${hddr.name}:${name}`,
    })),
  ],
};

/** What only a program that shows them knows of some options. */
const more: Readonly<Record<string, Schema>> = { search };

/** Of the workers: its parts are those of the terminal. */
const cluster: Schema = {
  type: 'object',
  properties: {
    redis: {
      type: 'string',
      pattern: '^rediss?://|\\$\\{',
      patternErrorMessage: 'Write redis://HOST:PORT, redis://:${env:NAME}@HOST:PORT, or rediss:// for TLS.',
      description:
        'Address of Redis: redis://HOST:PORT (Whittle: Set Redis Password asks for its password), redis://:${env:NAME}@HOST:PORT with the password in an environment variable, or rediss:// for TLS.',
    },
    oracle: { type: 'string', description: options.oracle.text },
  },
  additionalProperties: false,
};

const clusterSetting = {
  ...cluster,
  default: {},
  scope: 'machine-overridable',
  markdownDescription:
    'Workers on other machines that test the candidates. `redis` is the address of the Redis that they share, `oracle` the name of the command that they know (`whittle worker --redis … --oracle NAME=COMMAND`). A password does not belong here: *Whittle: Set Redis Password* keeps it with the secrets of VS Code, and `redis://:${env:NAME}@HOST:PORT` reads it from an environment variable. `rediss://` uses TLS.',
};

/** In the order in which the Settings editor shows them. */
const groups = { search: 'Search', tests: 'Tests', editor: 'Editor' } as const;

export const settingGroups = Object.entries(groups).map(([id, title]) => ({ id, title, properties: settingsOf(id) }));

function settingsOf(group: string): Readonly<Record<string, Schema>> {
  const own = rowsOf('setting').filter(([, { setting }]) => setting === group);
  const all: [string, Schema][] = own.map(([name, row]) => [name, settingOf(name, row)]);
  if (group === 'tests') all.push(['cluster', clusterSetting]);
  return Object.fromEntries(all.map(([name, schema], at) => [`whittle.${name}`, { ...schema, order: at + 1 }]));
}

/** One without a usual value is null if it is not set. */
function settingOf(name: string, row: AnyRow): Schema {
  const { schema, usual, scope = 'resource' } = row;
  const value = usual === undefined ? { type: [schema.type, 'null'], default: null } : { default: usual };
  const text = sentenceOf({ ...row, usual: undefined, unset: usual === undefined ? row.unset : undefined });
  return { ...schema, ...more[name], ...value, scope, markdownDescription: text };
}

export const taskFields: Readonly<Record<string, Schema>> = {
  ...fieldsOf('task'),
  cluster: {
    ...cluster,
    description:
      'Workers test the candidates, instead of a command here. The setting whittle.cluster gives the parts that are left out.',
  },
  also: {
    type: 'array',
    items: { anyOf: [{ type: 'string' }, { type: 'object', required: ['command'], properties: fieldsOf('also') }] },
    description:
      'Further commands that must show the bug as well: a command (exit code 0), or an object with command, cwd, stdin, exit, match, noMatch and sameFailure.',
  },
};

function fieldsOf(surface: 'task' | 'also'): Readonly<Record<string, Schema>> {
  const fields = rowsOf(surface).map(([name, row]) => {
    const byDefault = row.on.includes('setting') ? ` Default: the setting whittle.${name}.` : '';
    const description = byDefault === '' ? sentenceOf(row) : `${row.text}${byDefault}`;
    const usual = row.usual === undefined || byDefault ? {} : { default: row.usual };
    return [name, { ...row.schema, ...row.taskSchema, ...more[name], ...usual, description }];
  });
  return Object.fromEntries(fields) as Readonly<Record<string, Schema>>;
}
