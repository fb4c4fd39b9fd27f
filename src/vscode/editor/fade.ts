/** Greys out removed text, and shows inserted text in its place. */
import * as vscode from 'vscode';
import type { Insertion } from '../../host/port';
import { settingsFor } from '../window/settings';

/** Decorations of documents, kept for every visible editor of theirs. The documents are not touched. */
export class Decorated implements vscode.Disposable {
  private readonly shown = new Map<string, readonly vscode.DecorationOptions[]>();
  private decoration: vscode.TextEditorDecorationType;
  private readonly editors = vscode.window.onDidChangeVisibleTextEditors((editors) =>
    editors.forEach(this.apply, this),
  );

  constructor(private readonly look: () => vscode.DecorationRenderOptions) {
    this.decoration = vscode.window.createTextEditorDecorationType(look());
  }

  of(uri: vscode.Uri): readonly vscode.DecorationOptions[] {
    return this.shown.get(uri.toString()) ?? [];
  }

  show(uri: vscode.Uri, decorations: readonly vscode.DecorationOptions[]): void {
    if (decorations.length === 0 && !this.shown.delete(uri.toString())) return;
    if (decorations.length > 0) this.shown.set(uri.toString(), decorations);
    for (const editor of vscode.window.visibleTextEditors) {
      if (editor.document.uri.toString() === uri.toString()) this.apply(editor);
    }
  }

  restyle(): void {
    this.decoration.dispose();
    this.decoration = vscode.window.createTextEditorDecorationType(this.look());
    vscode.window.visibleTextEditors.forEach(this.apply, this);
  }

  dispose(): void {
    this.editors.dispose();
    this.decoration.dispose();
  }

  private apply(editor: vscode.TextEditor): void {
    editor.setDecorations(this.decoration, [...this.of(editor.document.uri)]);
  }
}

/** `offsets`: start, end, …. */
export function rangesIn(document: vscode.TextDocument, offsets: readonly number[]): vscode.DecorationOptions[] {
  const place = (at: number) => document.positionAt(Math.max(0, offsets[at]));
  return offsets.flatMap((_, at) => (at % 2 === 0 ? [{ range: new vscode.Range(place(at), place(at + 1)) }] : []));
}

export class Fade implements vscode.Disposable {
  private readonly removed = new Decorated(() => ({
    opacity: `${opacity()} !important`,
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
  }));
  private readonly inserted = new Decorated(() => ({}));
  private readonly parts = [
    this.removed,
    this.inserted,
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('whittle.fadedOpacity')) this.removed.restyle();
    }),
    vscode.window.onDidChangeActiveColorTheme(() => this.removed.restyle()),
  ];

  /** `offsets`: start, end, … in the document's text. */
  show(document: vscode.TextDocument, offsets: readonly number[], inserted: readonly Insertion[]): void {
    this.removed.show(document.uri, rangesIn(document, offsets));
    const texts = inserted.map(({ at, text }) => insertedText(document.positionAt(Math.max(0, at)), text));
    this.inserted.show(document.uri, texts);
  }

  clear(uri: vscode.Uri): void {
    this.removed.show(uri, []);
    this.inserted.show(uri, []);
  }

  /** The grey ranges. */
  of(uri: vscode.Uri): vscode.Range[] {
    return this.removed.of(uri).map(({ range }) => range);
  }

  insertedIn(uri: vscode.Uri): string[] {
    return this.inserted.of(uri).map(({ renderOptions }) => renderOptions!.after!.contentText!);
  }

  dispose(): void {
    for (const part of this.parts) part.dispose();
  }
}

/** Long texts are cut; line ends would not be shown. */
function insertedText(at: vscode.Position, text: string): vscode.DecorationOptions {
  const contentText = text.replace(/\s+/g, ' ').slice(0, 80);
  const color = new vscode.ThemeColor('whittle.insertedText');
  return { range: new vscode.Range(at, at), renderOptions: { after: { contentText, color, fontStyle: 'italic' } } };
}

/** Text that is faint in other themes would be unreadable in a high-contrast theme. */
function opacity(): number {
  const { fadedOpacity } = settingsFor(undefined);
  const { HighContrast, HighContrastLight } = vscode.ColorThemeKind;
  const isHighContrast = [HighContrast, HighContrastLight].includes(vscode.window.activeColorTheme.kind);
  return isHighContrast ? Math.min(0.9, fadedOpacity * 1.5) : fadedOpacity;
}
