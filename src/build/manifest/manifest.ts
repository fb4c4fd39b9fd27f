/** package.json and package.nls.json, with all that is written from the code: settings, task fields, tools, paths of test files, texts. */
import { testPath } from '../../runners/registry';
import { agentTools } from './agentTools';
import { each } from './localized';
import { settingGroups } from './settings';
import { taskFields } from './taskFields';

/** Keys of package.nls.json that are written here; the others are written by hand. */
const ours = /^(?:setting|task|tool)\./;

interface Entry {
  readonly command: string;
  readonly when?: string;
}

/** What of package.json is changed. */
interface Manifest {
  readonly contributes: {
    readonly menus: Readonly<Record<string, readonly Entry[]>>;
    readonly configuration: readonly object[];
    readonly taskDefinitions: readonly object[];
    readonly languageModelTools: readonly object[];
  };
}

type Texts = Readonly<Record<string, string>>;

export function current<M extends Manifest>(manifest: M, texts: Texts): { manifest: M; texts: Texts } {
  const keys = new Map<string, string>();
  const { contributes } = manifest;
  const { menus, taskDefinitions } = contributes;
  const next = {
    ...manifest,
    contributes: {
      ...contributes,
      menus: Object.fromEntries(Object.entries(menus).map(([name, entries]) => [name, entries.map(withTestPath)])),
      configuration: settingGroups.map((group, order) => configurationOf(group, order + 1, keys)),
      taskDefinitions: [{ ...taskDefinitions[0], properties: each(taskFields, 'task', keys) }],
      languageModelTools: agentTools.map((tool) => withKeys(tool, keys)),
    },
  };
  const byHand = Object.entries(texts).filter(([key]) => !ours.test(key));
  const written = [...keys].map(([text, key]) => [key, text]);
  return { manifest: next, texts: Object.fromEntries([...byHand, ...written]) };
}

/** A group of the Settings editor. */
function configurationOf(
  { id, title, properties }: (typeof settingGroups)[number],
  order: number,
  keys: Map<string, string>,
) {
  const key = `setting.group.${id}`;
  keys.set(title, key);
  return { title: `%${key}%`, order, properties: each(properties, 'setting', keys) };
}

/** Models read the other texts, which stay in English. */
function withKeys(tool: (typeof agentTools)[number], keys: Map<string, string>) {
  const read = ['displayName', 'userDescription'] as const;
  const texts = read.map((field) => {
    const key = `tool.${tool.name}.${field}`;
    keys.set(tool[field], key);
    return [field, `%${key}%`];
  });
  return { ...tool, ...(Object.fromEntries(texts) as Record<(typeof read)[number], string>) };
}

/** *Reduce Failing Test* is offered where a file looks like a test of some runner. */
function withTestPath(entry: Entry): Entry {
  const when = entry.when?.replace(/resourcePath =~ \/.*\//s, () => `resourcePath =~ /${testPath.source}/`);
  return when === undefined ? entry : { ...entry, when };
}
