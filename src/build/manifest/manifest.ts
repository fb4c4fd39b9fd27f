/** package.json and package.nls.json, with all that is written from the tables in src/options: commands, settings, task fields, tools. */
import { argumentShape, isolateTool, reduceTool } from '../../agents/tools';
import { commands } from '../../options/commands';
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
      languageModelTools: ofTools(keys),
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
      title: keyOf(title, `command.${name}.title`, keys),
      category: 'Whittle',
      icon: icon && `$(${icon})`,
      enablement,
    })),
    menus,
    keybindings: all.flatMap(({ command, key }) => (key ? [{ command, key: key[0], when: key[1] }] : [])),
  };
}

/** The tools for language models, with the texts and arguments of `whittle mcp`, which stay in English. */
function ofTools(keys: Map<string, string>) {
  const rows = [
    [reduceTool, 'whittleReduce', 'fold-down', 'Reduce a failing file to the few lines that cause the failure.'],
    [
      isolateTool,
      'whittleIsolate',
      'diff',
      'Find the smallest difference between a file that fails and one that passes.',
    ],
  ] as const;
  return rows.map(([tool, toolReferenceName, icon, sentence]) => ({
    name: tool.name,
    displayName: keyOf(tool.title, `tool.${tool.name}.displayName`, keys),
    modelDescription: tool.description,
    canBeReferencedInPrompt: true,
    toolReferenceName,
    icon: `$(${icon})`,
    userDescription: keyOf(sentence, `tool.${tool.name}.userDescription`, keys),
    when: 'isWorkspaceTrusted',
    tags: ['debugging', 'testing'],
    inputSchema: argumentShape(tool),
  }));
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
