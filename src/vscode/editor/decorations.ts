/** How parts of documents look, kept for every visible editor of theirs. The documents are not touched. */
import * as vscode from 'vscode';
import { movedBy } from '../../text/protected';
import { type Range, merged } from '../../text/ranges';
import { settingsFor } from '../window/settings';

const looks = {
  removed: () => ({ opacity: `${opacity()} !important` }),
  inserted: () => ({}),
  kept: () => ({
    overviewRulerColor: new vscode.ThemeColor('whittle.keptRuler'),
    overviewRulerLane: vscode.OverviewRulerLane.Full,
  }),
  protected: () => ({
    borderStyle: 'dashed',
    borderWidth: '1px',
    borderColor: new vscode.ThemeColor('whittle.protectedBorder'),
    overviewRulerColor: new vscode.ThemeColor('whittle.protectedBorder'),
    overviewRulerLane: vscode.OverviewRulerLane.Right,
  }),
} satisfies Readonly<Record<string, () => vscode.DecorationRenderOptions>>;

type Look = keyof typeof looks;
const names = Object.keys(looks) as Look[];

type Decorated = Partial<Record<Look, readonly vscode.DecorationOptions[]>>;

export class Decorations implements vscode.Disposable {
  private readonly shown = new Map<string, Decorated>();
  private readonly types = Object.fromEntries(names.map((look) => [look, typeOf(look)])) as Record<
    Look,
    vscode.TextEditorDecorationType
  >;
  private readonly listeners = [
    vscode.window.onDidChangeVisibleTextEditors((editors) => editors.forEach((editor) => this.apply(editor))),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('whittle.fadedOpacity')) this.restyle();
    }),
    vscode.window.onDidChangeActiveColorTheme(() => this.restyle()),
  ];

  of(uri: vscode.Uri, look: Look): readonly vscode.DecorationOptions[] {
    return this.shown.get(uri.toString())?.[look] ?? [];
  }

  /** In place of those of the same looks. */
  show(uri: vscode.Uri, decorated: Decorated): void {
    const address = uri.toString();
    const all = { ...this.shown.get(address), ...decorated };
    if (names.some((look) => all[look]?.length)) this.shown.set(address, all);
    else if (!this.shown.delete(address)) return;
    for (const editor of vscode.window.visibleTextEditors) {
      if (editor.document.uri.toString() === address) this.apply(editor);
    }
  }

  dispose(): void {
    for (const part of [...this.listeners, ...Object.values(this.types)]) part.dispose();
  }

  private restyle(): void {
    this.types.removed.dispose();
    this.types.removed = typeOf('removed');
    for (const editor of vscode.window.visibleTextEditors) this.apply(editor);
  }

  private apply(editor: vscode.TextEditor): void {
    for (const look of names) editor.setDecorations(this.types[look], [...this.of(editor.document.uri, look)]);
  }
}

function typeOf(look: Look): vscode.TextEditorDecorationType {
  const rangeBehavior = vscode.DecorationRangeBehavior.ClosedClosed;
  return vscode.window.createTextEditorDecorationType({ rangeBehavior, ...looks[look]() });
}

export function decorated(document: vscode.TextDocument, ranges: readonly Range[]): vscode.DecorationOptions[] {
  return ranges.map((range) => ({ range: rangeOf(document, range) }));
}

export function rangeOf(document: vscode.TextDocument, { start, end }: Range): vscode.Range {
  return new vscode.Range(document.positionAt(Math.max(0, start)), document.positionAt(Math.max(0, end)));
}

/** Text that is faint in other themes would be unreadable in a high-contrast theme. */
function opacity(): number {
  const { fadedOpacity } = settingsFor(undefined);
  const { HighContrast, HighContrastLight } = vscode.ColorThemeKind;
  const isHighContrast = [HighContrast, HighContrastLight].includes(vscode.window.activeColorTheme.kind);
  return isHighContrast ? Math.min(0.9, fadedOpacity * 1.5) : fadedOpacity;
}

/** Parts of documents that are never removed: chosen by the user, marked in every editor, and moved along with edits. */
export class ProtectedParts implements vscode.Disposable {
  private readonly parts = new Map<string, readonly Range[]>();
  private readonly listeners = [
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => this.edited(document, contentChanges)),
    vscode.workspace.onDidCloseTextDocument((document) => this.of(document.uri).length > 0 && this.set(document, [])),
  ];

  constructor(private readonly decorations: Decorations) {}

  /** Offsets in the document's text. */
  of(uri: vscode.Uri): readonly Range[] {
    return this.parts.get(uri.toString()) ?? [];
  }

  add(document: vscode.TextDocument, ranges: readonly Range[]): void {
    this.set(document, merged([...this.of(document.uri), ...ranges]));
  }

  /** Frees each part that touches one of these ranges. */
  free(document: vscode.TextDocument, ranges: readonly Range[]): void {
    const touches = (part: Range) => ranges.some(({ start, end }) => start <= part.end && part.start <= end);
    const left = this.of(document.uri).filter((part) => !touches(part));
    this.set(document, left);
  }

  dispose(): void {
    for (const part of this.listeners) part.dispose();
  }

  private set(document: vscode.TextDocument, ranges: readonly Range[]): void {
    this.parts.set(document.uri.toString(), ranges);
    this.decorations.show(document.uri, { protected: decorated(document, ranges) });
    const paths = [...this.parts].flatMap(([uri, { length }]) => (length > 0 ? [vscode.Uri.parse(uri).path] : []));
    void vscode.commands.executeCommand('setContext', 'whittle.protectedPaths', paths);
  }

  private edited(document: vscode.TextDocument, changes: readonly vscode.TextDocumentContentChangeEvent[]): void {
    const before = this.of(document.uri);
    if (before.length === 0 || changes.length === 0) return;
    // Changes come from the end of the text on.
    const moved = changes.reduce(
      (parts, { rangeOffset: start, rangeLength, text }) =>
        movedBy(parts, { start, end: start + rangeLength }, text.length),
      before,
    );
    this.set(document, moved);
  }
}
