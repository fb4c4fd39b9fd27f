/** A list of suggestions with a box that takes what is not among them. */
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
  const list = () => void (pick.items = itemsFor(pick.value.trim(), offered, typed));
  const answer = new Promise<T | undefined>((resolve) => {
    pick.onDidAccept(() => {
      const line = pick.value.trim();
      // Who types fast is there before the item is.
      const item = pick.selectedItems.at(0) ?? (line ? typed(line).item : undefined);
      if (item && !(item.line && typed(item.line).problem)) resolve(item);
    });
    pick.onDidHide(() => resolve(undefined));
  });
  pick.onDidChangeValue(list);
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

/** One word looks for a suggestion, if there is one that has it; all else is a command. */
function itemsFor<T extends vscode.QuickPickItem & { readonly line?: string }>(
  value: string,
  offered: readonly T[],
  typed: (line: string) => Typed<T>,
): T[] {
  const editable = offered.map((one) => (one.line ? { ...one, buttons: [edit()] } : one));
  if (value === '' || offered.some(({ line }) => line === value)) return editable;
  const { item, problem } = typed(value);
  const own = { ...item, alwaysShow: true, description: problem ?? l10n.t('as typed') };
  const isFilter = !/\s/.test(value) && offered.some(({ label }) => label.includes(value));
  return isFilter ? [...editable, own] : [own, ...editable];
}

function edit(): vscode.QuickInputButton {
  return { iconPath: new vscode.ThemeIcon('edit'), tooltip: l10n.t('Edit') };
}
