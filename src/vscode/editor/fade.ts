/**
 * Greys out what has been removed, and shows what has been put in as what it is: decorations, kept per document, applied to every
 * visible editor of it and again whenever the visible editors change. The document itself is not touched.
 */
import * as vscode from 'vscode';
import type { Insertion } from '../thread/messages';
import { settingsFor } from '../window/settings';

export class Fade implements vscode.Disposable {
  private decoration = decorationType();
  private readonly insertion = vscode.window.createTextEditorDecorationType({});
  private readonly ranges = new Map<string, readonly vscode.Range[]>();
  private readonly insertions = new Map<string, readonly vscode.DecorationOptions[]>();
  private readonly disposables: vscode.Disposable[];

  constructor() {
    this.disposables = [
      vscode.window.onDidChangeVisibleTextEditors((editors) => editors.forEach((editor) => this.apply(editor))),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('whittle.fadedOpacity')) this.restyle();
      }),
      vscode.window.onDidChangeActiveColorTheme(() => this.restyle()),
    ];
  }

  /** `offsets`: start, end, start, end, … in the document's text; `inserted`: what stands after an offset of it. */
  show(document: vscode.TextDocument, offsets: readonly number[], inserted: readonly Insertion[]): void {
    const ranges: vscode.Range[] = [];
    for (let at = 0; at + 1 < offsets.length; at += 2) {
      ranges.push(new vscode.Range(document.positionAt(offsets[at]), document.positionAt(offsets[at + 1])));
    }
    this.ranges.set(document.uri.toString(), ranges);
    const shown = inserted.map(({ at, text }) => insertedText(document.positionAt(at), text));
    this.insertions.set(document.uri.toString(), shown);
    this.applyTo(document.uri);
  }

  clear(uri: vscode.Uri): void {
    this.insertions.delete(uri.toString());
    if (!this.ranges.delete(uri.toString())) return;
    this.applyTo(uri);
  }

  /** What is grey now. */
  of(uri: vscode.Uri): readonly vscode.Range[] {
    return this.ranges.get(uri.toString()) ?? [];
  }

  /** What is shown as put in now. */
  insertedIn(uri: vscode.Uri): readonly string[] {
    return (this.insertions.get(uri.toString()) ?? []).map(({ renderOptions }) => renderOptions!.after!.contentText!);
  }

  dispose(): void {
    this.decoration.dispose();
    this.insertion.dispose();
    this.disposables.forEach((disposable) => disposable.dispose());
  }

  private applyTo(uri: vscode.Uri): void {
    for (const editor of vscode.window.visibleTextEditors) {
      if (editor.document.uri.toString() === uri.toString()) this.apply(editor);
    }
  }

  private apply(editor: vscode.TextEditor): void {
    editor.setDecorations(this.decoration, this.of(editor.document.uri));
    editor.setDecorations(this.insertion, this.insertions.get(editor.document.uri.toString()) ?? []);
  }

  private restyle(): void {
    this.decoration.dispose();
    this.decoration = decorationType();
    vscode.window.visibleTextEditors.forEach((editor) => this.apply(editor));
  }
}

/** Long texts are cut; line ends would not be shown. */
function insertedText(at: vscode.Position, text: string): vscode.DecorationOptions {
  const contentText = text.replace(/\s+/g, ' ').slice(0, 80);
  const color = new vscode.ThemeColor('whittle.insertedText');
  return { range: new vscode.Range(at, at), renderOptions: { after: { contentText, color, fontStyle: 'italic' } } };
}

function decorationType(): vscode.TextEditorDecorationType {
  return vscode.window.createTextEditorDecorationType({
    opacity: `${opacity()} !important`,
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
    overviewRulerColor: new vscode.ThemeColor('whittle.removedRuler'),
    overviewRulerLane: vscode.OverviewRulerLane.Full,
  });
}

/** What is faint in other themes cannot be read on the black of a high-contrast theme. */
function opacity(): number {
  const { fadedOpacity } = settingsFor(undefined);
  const { HighContrast, HighContrastLight } = vscode.ColorThemeKind;
  const isHighContrast = [HighContrast, HighContrastLight].includes(vscode.window.activeColorTheme.kind);
  return isHighContrast ? Math.min(0.9, fadedOpacity * 1.5) : fadedOpacity;
}
