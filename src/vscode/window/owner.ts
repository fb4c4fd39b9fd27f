/** What disposes the parts that it has made. */
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
