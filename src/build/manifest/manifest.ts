/** package.json and package.nls.json, with all that is written from the code: settings, task fields, paths of test files, texts. */
import { testPath } from '../../runners/registry';
import { each } from './localized';
import { settings } from './settings';
import { taskFields } from './taskFields';

/** Keys of package.nls.json that are written here; the others are written by hand. */
const ours = /^(?:setting|task)\./;

interface Entry {
  readonly command: string;
  readonly when?: string;
}

/** What of package.json is changed. */
interface Manifest {
  readonly contributes: {
    readonly menus: Readonly<Record<string, readonly Entry[]>>;
    readonly configuration: object;
    readonly taskDefinitions: readonly object[];
  };
}

type Texts = Readonly<Record<string, string>>;

export function current<M extends Manifest>(manifest: M, texts: Texts): { manifest: M; texts: Texts } {
  const keys = new Map<string, string>();
  const { contributes } = manifest;
  const { menus, configuration, taskDefinitions } = contributes;
  const next = {
    ...manifest,
    contributes: {
      ...contributes,
      menus: Object.fromEntries(Object.entries(menus).map(([name, entries]) => [name, entries.map(withTestPath)])),
      configuration: { ...configuration, properties: each(settings, 'setting', keys) },
      taskDefinitions: [{ ...taskDefinitions[0], properties: each(taskFields, 'task', keys) }],
    },
  };
  const byHand = Object.entries(texts).filter(([key]) => !ours.test(key));
  const written = [...keys].map(([text, key]) => [key, text]);
  return { manifest: next, texts: Object.fromEntries([...byHand, ...written]) };
}

/** *Reduce Failing Test* is offered where a file looks like a test of some runner. */
function withTestPath(entry: Entry): Entry {
  const when = entry.when?.replace(/resourcePath =~ \/.*\//s, () => `resourcePath =~ /${testPath.source}/`);
  return when === undefined ? entry : { ...entry, when };
}
