/** What disposes the parts that it has made. */
import type * as vscode from 'vscode';

export abstract class Owner implements vscode.Disposable {
  private readonly parts: vscode.Disposable[] = [];

  protected own<P extends vscode.Disposable>(part: P): P {
    this.parts.push(part);
    return part;
  }

  dispose(): void {
    for (const part of this.parts.splice(0)) part.dispose();
  }
}
