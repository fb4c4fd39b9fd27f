/** What disposes the parts that it has made, and calls that come too often, made one: such a part ends with its owner. */
import type * as vscode from 'vscode';

export abstract class Owner implements vscode.Disposable {
  private readonly owned: vscode.Disposable[] = [];

  protected own<P extends vscode.Disposable>(part: P, ...others: readonly vscode.Disposable[]): P {
    this.owned.push(part, ...others);
    return part;
  }

  dispose(): void {
    for (const part of this.owned.splice(0)) part.dispose();
  }
}

/**
 * Calls `act` at once, but at most once in `gapMs`: what is called meanwhile is done at the end of the gap, once, unless it is disposed
 * before.
 */
export function throttled(act: () => void, gapMs: number) {
  let timer: NodeJS.Timeout | undefined;
  let due = false;
  const call = () => {
    due = timer !== undefined;
    if (due) return;
    timer = setTimeout(() => {
      timer = undefined;
      if (due) call();
    }, gapMs);
    act();
  };
  return Object.assign(call, {
    dispose() {
      clearTimeout(timer);
      due = false;
    },
  });
}
