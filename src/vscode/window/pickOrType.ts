/** A list of suggestions with a box that takes what is not among them, and a list whose items have a button. */
import * as vscode from 'vscode';
import { l10n } from 'vscode';

interface Box {
  readonly title: string;
  readonly placeholder: string;
  /** What it begins with. */
  readonly value: string;
}

export interface Typed<T> {
  readonly item: T;
  /** Why it cannot be accepted: one sentence. */
  readonly problem?: string;
}

/** `typed`: the item for what is typed. Undefined if the user dismisses the box. Rejects if the items cannot be found. */
export async function pickOrType<T extends vscode.QuickPickItem & { readonly line?: string }>(
  found: Promise<readonly T[]>,
  typed: (line: string) => Typed<T>,
  { title, placeholder, value }: Box,
): Promise<T | undefined> {
  const pick = vscode.window.createQuickPick<T>();
  Object.assign(pick, { matchOnDetail: true, busy: true, title, placeholder, value });
  let offered: readonly T[] = [];
  let [own, isShown]: [T | undefined, boolean] = [undefined, false];
  const list = () => void ([pick.items, own, isShown] = itemsFor(pick.value.trim(), offered, typed));
  const answer = new Promise<T | undefined>((resolve) => {
    pick.onDidAccept(() => {
      // Who types fast is there before the list is, which until then has another row on top.
      const item = (isShown && pick.selectedItems.at(0)) || own;
      if (item && !(item.line && typed(item.line).problem)) resolve(item);
    });
    pick.onDidHide(() => resolve(undefined));
  });
  pick.onDidChangeValue(list);
  pick.onDidChangeActive(([item]) => void (isShown ||= item === own));
  pick.onDidTriggerItemButton(({ item }) => {
    pick.value = item.line ?? '';
    list();
  });
  pick.show();
  try {
    offered = await found;
    pick.busy = false;
    list();
    return await answer;
  } finally {
    pick.dispose();
  }
}

/**
 * Also gives that for what is typed, and whether another one may be chosen at once: one word looks for a suggestion, if there is one that
 * has it; all else is a command, which the window must have shown before.
 */
function itemsFor<T extends vscode.QuickPickItem & { readonly line?: string }>(
  value: string,
  offered: readonly T[],
  typed: (line: string) => Typed<T>,
): [items: T[], own: T | undefined, mayBeOther: boolean] {
  const editable = offered.map((one) => (one.line ? { ...one, buttons: [edit()] } : one));
  const same = editable.find(({ line }) => line === value);
  if (value === '' || same) return [editable, same, value === ''];
  const { item, problem } = typed(value);
  const own = { ...item, alwaysShow: true, description: problem ?? l10n.t('as typed') };
  const isFilter = !/\s/.test(value) && offered.some(({ label }) => label.includes(value));
  return [isFilter ? [...editable, own] : [own, ...editable], own, isFilter];
}

function edit(): vscode.QuickInputButton {
  return { iconPath: new vscode.ThemeIcon('edit'), tooltip: l10n.t('Edit') };
}

interface List<T> {
  readonly title: string;
  readonly placeholder: string;
  readonly items: readonly T[];
  /** Where the cursor is at first. */
  readonly activeItems?: readonly T[];
  /** The item at the cursor. */
  readonly look?: (item: T) => unknown;
}

/** The chosen item, or the one whose button was pressed. Undefined if the user dismisses the list. */
export async function pickOrPress<T extends vscode.QuickPickItem>({ look, ...list }: List<T>) {
  const pick = Object.assign(vscode.window.createQuickPick<T>(), list);
  const answer = new Promise<{ readonly item: T; readonly isPressed: boolean } | undefined>((resolve) => {
    pick.onDidChangeActive(([item]) => item && look?.(item));
    pick.onDidAccept(() => pick.activeItems[0] && resolve({ item: pick.activeItems[0], isPressed: false }));
    pick.onDidTriggerItemButton(({ item }) => resolve({ item, isPressed: true }));
    pick.onDidHide(() => resolve(undefined));
  });
  pick.show();
  return answer.finally(() => pick.dispose());
}
