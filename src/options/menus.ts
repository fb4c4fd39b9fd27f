/** What rows of the table of commands are made of: menus, and when they show a command. */
import { testPath } from '../runners/recognise';

/** A place in a menu: its group there, and when it is shown. */
export type Entry = readonly [menu: string, group: string, when?: string];

export interface Offered {
  readonly title: string;
  /** Name of a codicon. */
  readonly icon?: string;
  readonly enablement?: string;
  /** When the command palette has it; always if unset. */
  readonly palette?: string;
  readonly menus?: readonly Entry[];
  readonly key?: readonly [key: string, when: string];
}

export const never = 'false';
export const notResult = 'resourceScheme != whittle-result';
export const noSelection = '!editorHasSelection && !isInDiffEditor';
/** Where a file looks like a test of some runner. */
export const aTest = `resourcePath =~ /${testPath.source}/`;
export const aFile = '!explorerResourceIsFolder';
export const someFiles = '(explorerResourceIsFolder || listMultiSelection)';

/** The file is in a list that the extension keeps. */
export const isIn = (list: string) => `resourcePath in whittle.${list}Paths`;
export const reduced = `(${isIn('reduced')} || ${isIn('folder')})`;
export const grey = `${notResult} && (${isIn('running')} || ${isIn('reduced')} || ${isIn('folder')})`;

export const editor = (order: number, when: string): Entry => [
  'editor/context',
  `z_whittle@${order}`,
  `${notResult} && ${when}`,
];
export const explorer = (order: number, when: string): Entry => ['explorer/context', `z_whittle@${order}`, when];
export const title = (group: string, when: string): Entry => ['editor/title', group, when];

/** In the title of an editor, and in the palette when it is there. */
export function inTitle(group: string, when: string) {
  return { palette: when, menus: [title(group, when)] };
}

/** On a test in these menus. */
export function testing(order: number, ...places: readonly string[]): Entry[] {
  const hasFile = 'testing.testItemHasUri';
  return places.map((place) => [
    `testing/${place}`,
    `z_whittle@${order}`,
    place.startsWith('item') ? hasFile : undefined,
  ]);
}

/** On the runs of the history that are of this kind, in these groups. */
export function onRun(name: string, icon: string, kind: string, ...groups: readonly string[]): Offered {
  const when = `view == whittle.historyView && viewItem =~ /\\b${kind}\\b/`;
  return { title: name, icon, palette: never, menus: groups.map((group) => ['view/item/context', group, when]) };
}

/** Commands that begin runs, and so are only there in a workspace that is trusted. */
export function starting<T extends Readonly<Record<string, Offered>>>(rows: T): T {
  const all = Object.entries(rows).map(([name, row]) => [name, { ...row, enablement: 'isWorkspaceTrusted' }]);
  return Object.fromEntries(all) as T;
}
