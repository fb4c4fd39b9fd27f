/** package.json and package.nls.json, with all that is written from the tables in src/options: commands, settings, task fields, tools. */
import { commands, type CommandName } from '../../options/commands';
import { agentTools } from './agentTools';
import { settingGroups, taskFields } from './schemas';

/** Keys of package.nls.json that are written here; the others are written by hand. */
const ours = /^(?:command|setting|task|tool)\./;

/** What of package.json is changed. */
interface Manifest {
  readonly contributes: { readonly taskDefinitions: readonly object[] };
}

type Texts = Readonly<Record<string, string>>;

export function current<M extends Manifest>(manifest: M, texts: Texts): { manifest: M; texts: Texts } {
  const keys = new Map<string, string>();
  const { contributes } = manifest;
  const next = {
    ...manifest,
    contributes: {
      ...contributes,
      ...ofCommands(keys),
      configuration: settingGroups.map(({ id, title, properties }, order) => ({
        title: keyOf(title, `setting.group.${id}`, keys),
        order: order + 1,
        properties: each(properties, 'setting', keys),
      })),
      taskDefinitions: [{ ...contributes.taskDefinitions[0], properties: each(taskFields, 'task', keys) }],
      languageModelTools: agentTools.map((tool) => withKeys(tool, keys)),
    },
  };
  const byHand = Object.entries(texts).filter(([key]) => !ours.test(key));
  const written = [...keys].map(([text, key]) => [key, text]);
  // What is undefined is left out.
  return { manifest: JSON.parse(JSON.stringify(next)) as M, texts: Object.fromEntries([...byHand, ...written]) };
}

function ofCommands(keys: Map<string, string>) {
  const all = Object.entries(commands).map(([name, row]) => ({ command: `whittle.${name}`, name, ...row }));
  const menus: Record<string, object[]> = { commandPalette: [] };
  for (const { command, palette, menus: places = [] } of all) {
    if (palette !== undefined) menus.commandPalette.push({ command, when: palette });
    for (const [menu, group, when] of places) (menus[menu] ??= []).push({ command, when, group });
  }
  return {
    commands: all.map(({ command, name, title, icon, enablement }) => ({
      command,
      title: keyOf(title, `command.${name as CommandName}.title`, keys),
      category: 'Whittle',
      icon: icon && `$(${icon})`,
      enablement,
    })),
    menus,
    keybindings: all.flatMap(({ command, key }) => (key ? [{ command, key: key[0], when: key[1] }] : [])),
  };
}

/** Models read the other texts, which stay in English. */
function withKeys(tool: (typeof agentTools)[number], keys: Map<string, string>) {
  const read = ['displayName', 'userDescription'] as const;
  const texts = read.map((field) => [field, keyOf(tool[field], `tool.${tool.name}.${field}`, keys)]);
  return { ...tool, ...(Object.fromEntries(texts) as Record<(typeof read)[number], string>) };
}

/** Properties of a schema that people read: they go to package.nls.json, a key stands in their place, and equal texts have one key. */
const read = new Set(['description', 'markdownDescription', 'patternErrorMessage']);

/** Adds the texts of `value` to `texts`, by key; the keys begin with `prefix`. */
function localized(value: unknown, prefix: string, texts: Map<string, string>): unknown {
  if (Array.isArray(value)) return value.map((one) => localized(one, prefix, texts));
  if (typeof value !== 'object' || value === null) return value;
  const object = value as Readonly<Record<string, unknown>>;
  const own = typeof object.label === 'string' ? `${prefix}.${object.label.replace(/.*:/, '')}` : prefix;
  const entries = Object.entries(object).map(([name, part]) => {
    if (name === 'enumDescriptions') {
      const values = object.enum as readonly string[];
      return [name, (part as string[]).map((text, at) => keyOf(text, `${own}.${values[at]}`, texts))];
    }
    if (read.has(name)) return [name, keyOf(part as string, `${own}.${name}`, texts)];
    return [name, name === 'properties' ? each(part as object, own, texts) : localized(part, own, texts)];
  });
  return Object.fromEntries(entries);
}

/** Each has its name in its keys. */
function each(all: object, prefix: string, texts: Map<string, string>): Record<string, unknown> {
  const keyed = Object.entries(all).map(([name, one]) => {
    return [name, localized(one, `${prefix}.${name.replace(/^whittle\./, '')}`, texts)];
  });
  return Object.fromEntries(keyed) as Record<string, unknown>;
}

function keyOf(text: string, wanted: string, texts: Map<string, string>): string {
  const key = texts.get(text) ?? wanted;
  texts.set(text, key);
  return `%${key}%`;
}
