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

export const trusted = 'isWorkspaceTrusted';
export const never = 'false';
export const notResult = 'resourceScheme != whittle-result';
export const noSelection = '!editorHasSelection && !isInDiffEditor';
/** Where a file looks like a test of some runner. */
export const aTest = `resourcePath =~ /${testPath.source}/`;
export const reduced = '(resourcePath in whittle.reducedPaths || resourcePath in whittle.folderPaths)';
export const grey =
  '(resourcePath in whittle.runningPaths || resourcePath in whittle.reducedPaths || resourcePath in whittle.folderPaths)';

export const editor = (order: number, when: string): Entry => ['editor/context', `z_whittle@${order}`, when];
export const explorer = (order: number, when: string): Entry => ['explorer/context', `z_whittle@${order}`, when];
export const title = (group: string, when: string): Entry => ['editor/title', group, when];

/** On a test in these menus. */
export function testing(order: number, ...places: readonly string[]): Entry[] {
  const hasFile = 'testing.testItemHasUri';
  return places.map((place) => [
    `testing/${place}`,
    `z_whittle@${order}`,
    place.startsWith('item') ? hasFile : undefined,
  ]);
}
