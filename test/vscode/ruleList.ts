/** A list of what to look for that answers itself. */
import type * as vscode from 'vscode';

export interface Shown {
  readonly title: string;
  readonly labels: string[];
  readonly details: (string | undefined)[];
}

/** Stands in for the list of what to look for: it chooses the item with this label, or is dismissed. */
export function ruleList(label: string | undefined, shown: Shown[]) {
  return () => {
    let accept = () => {};
    let hide = () => {};
    let items: readonly vscode.QuickPickItem[] = [];
    const pick = {
      title: '',
      busy: false,
      selectedItems: [] as vscode.QuickPickItem[],
      get items() {
        return items;
      },
      set items(given) {
        items = given;
        shown.push({
          title: pick.title,
          labels: given.map((one) => one.label),
          details: given.map((one) => one.detail),
        });
        pick.selectedItems = given.filter((one) => one.label === label);
        setTimeout(() => (label === undefined ? hide() : accept()));
      },
      onDidAccept: (act: () => void) => void (accept = act),
      onDidHide: (act: () => void) => void (hide = act),
      show() {},
      hide: () => hide(),
      dispose() {},
    };
    return pick;
  };
}
