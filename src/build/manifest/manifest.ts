/** package.json and package.nls.json, with all that is written from the tables in src/options: commands, settings, task fields, tools. */
import { argumentShape, isolateTool, reduceTool } from '../../agents/tools';
import { commands } from '../../options/commands';
import type { Schema } from '../../options/kinds';
import { options } from '../../options/options';
import { type AnyRow, rowsOf, sentenceOf } from '../../options/values';
import { defaultReducer, reducers } from '../../reducers/registry';
import { optionNames } from '../../reduction/searches/searchValue';
import { hddr } from '../../strategies/lists/hdd';
import { strategies } from '../../strategies/registry';
import { checkedLanguages } from '../../vscode/problems/checkers';

/** Keys of package.nls.json that are written here; the others are written by hand. */
const ours = /^text\./;

/** What of package.json is changed. */
interface Manifest {
  readonly activationEvents: readonly string[];
  readonly contributes: { readonly taskDefinitions: readonly object[] };
}

type Texts = Readonly<Record<string, string>>;

export function current<M extends Manifest>(manifest: M, texts: Texts): { manifest: M; texts: Texts } {
  const own: Record<string, string> = {};
  const { contributes } = manifest;
  const configuration = Object.entries(groups).map(([id, title], order) => ({
    title,
    order: order + 1,
    properties: settingsOf(id),
  }));
  const taskDefinitions = [{ ...contributes.taskDefinitions[0], properties: taskFields }];
  const written = { ...localized({ ...ofCommands(), configuration, taskDefinitions }, own), ...ofTools(own) };
  const otherEvents = manifest.activationEvents.filter((event) => !event.startsWith('onLanguage:'));
  const activationEvents = [...otherEvents, ...checkedLanguages.map((id) => `onLanguage:${id}`)];
  const byHand = Object.entries(texts).filter(([key]) => !ours.test(key));
  return {
    manifest: { ...manifest, activationEvents, contributes: { ...contributes, ...written } },
    texts: { ...Object.fromEntries(byHand), ...own },
  };
}

/** Properties of a schema that people read, alone or in a list: they go to package.nls.json. */
const read = /^(title|displayName|(d|markdownD|userD)escription|patternErrorMessage|enumDescriptions)$/;

/** Plain JSON with keys in the place of the texts, which are added to `texts`. Throws if two begin and end alike. */
function localized<T extends object>(value: T, texts: Record<string, string>): T {
  const keyOf = (text: string) => {
    const key = `text.${text.replace(/\W+/g, '_').replace(/^(.{30}).*(.{30})$/, '$1_$2')}`;
    if ((texts[key] ??= text) !== text) throw new Error(`Two texts are alike: ${text}`);
    return `%${key}%`;
  };
  const replaced = (name: string, part: unknown) => {
    if (!read.test(name)) return part;
    return Array.isArray(part) ? (part as string[]).map(keyOf) : keyOf(part as string);
  };
  return JSON.parse(JSON.stringify(value, replaced)) as T;
}

function ofCommands() {
  const all = Object.entries(commands).map(([name, row]) => ({ command: `whittle.${name}`, ...row }));
  const menus: Record<string, object[]> = { commandPalette: [] };
  for (const { command, palette, menus: places = [] } of all) {
    if (palette !== undefined) menus.commandPalette.push({ command, when: palette });
    for (const [menu, group, when] of places) (menus[menu] ??= []).push({ command, when, group });
  }
  return {
    commands: all.map(({ command, title, icon, enablement }) => ({
      command,
      title,
      category: 'Whittle',
      icon: icon && `$(${icon})`,
      enablement,
    })),
    menus,
    keybindings: all.flatMap(({ command, key }) => (key ? [{ command, key: key[0], when: key[1] }] : [])),
  };
}

/** The tools for language models, with the texts and arguments of `whittle mcp`, which stay in English. */
function ofTools(texts: Record<string, string>) {
  const forFailure = 'Reduce a failing file to the few lines that cause the failure.';
  const forDifference = 'Find the smallest difference between a file that fails and one that passes.';
  const rows = [
    [reduceTool, 'whittleReduce', 'fold-down', forFailure],
    [isolateTool, 'whittleIsolate', 'diff', forDifference],
  ] as const;
  const languageModelTools = rows.map(([tool, toolReferenceName, icon, userDescription]) => ({
    ...localized({ displayName: tool.title, userDescription }, texts),
    name: tool.name,
    modelDescription: tool.description,
    canBeReferencedInPrompt: true,
    toolReferenceName,
    icon: `$(${icon})`,
    when: 'isWorkspaceTrusted',
    tags: ['debugging', 'testing'],
    inputSchema: argumentShape(tool),
  }));
  return { languageModelTools };
}

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

const taskFields: Readonly<Record<string, Schema>> = {
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
    const text = byDefault === '' ? sentenceOf(row) : `${row.text}${byDefault}`;
    const description = text.replace(/[‹›]/g, '');
    const usual = row.usual === undefined || byDefault ? {} : { default: row.usual };
    return [name, { ...row.schema, ...row.taskSchema, ...more[name], ...usual, description }];
  });
  return Object.fromEntries(fields) as Readonly<Record<string, Schema>>;
}
