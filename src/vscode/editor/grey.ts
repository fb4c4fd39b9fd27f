/**
 * How documents look: what their reductions have removed is grey, as long as a text is the one that its run began with. Drawn from the runs and
 * the protected parts when they or the editors change. The documents are not touched.
 */
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { Removal } from '../../host/port';
import type { Range } from '../../text/ranges';
import { resultScheme } from '../results/results';
import type { Reducing } from '../runs/kinds';
import { reduceButton, Problem } from '../window/problems';
import { Owner } from '../window/owner';
import { settingsFor } from '../window/settings';
import { type ProtectedParts, keptParts, nextPart, RemovedFolds } from './parts';

/** As long as more of the text is left, marks would say nothing. */
const mostMarked = 0.5;

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

export class Grey extends Owner {
  readonly folds = new RemovedFolds((document) => this.partsOf(document));
  private readonly types = new Map(names.map((look) => [look, typeOf(look)]));
  /** Their users were warned of the edit. */
  private readonly told = new WeakSet<Reducing>();

  constructor(
    private readonly protectedParts: Pick<ProtectedParts, 'of' | 'onDidChange'>,
    private readonly of: (uri: vscode.Uri) => Reducing | undefined,
  ) {
    super();
    this.own(
      { dispose: () => this.types.forEach((type) => type.dispose()) },
      protectedParts.onDidChange(() => this.draw()),
      vscode.window.onDidChangeVisibleTextEditors((editors) => this.draw(editors)),
      vscode.window.onDidChangeActiveColorTheme(() => this.restyle()),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('whittle.fadedOpacity')) this.restyle();
      }),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0) void this.edited(document);
      }),
    );
  }

  show(reduction: Reducing): void {
    this.draw(vscode.window.visibleTextEditors.filter(({ document }) => reduction.covers(document.uri)));
  }

  /** At the end: the first part that is left comes into view; of a selection, the place of the first that went. */
  reveal(reduction: Reducing): void {
    for (const editor of vscode.window.visibleTextEditors.filter(({ document }) => reduction.covers(document.uri))) {
      const removal = this.reductionOf(editor.document)?.removalIn(editor.document);
      const [part] = partsLeft(editor.document, removal) ?? [];
      if (!part) continue;
      const gone = removal?.removed[0]?.start ?? 0;
      const range = rangeOf(editor.document, part.start < gone ? { start: gone, end: gone } : part);
      editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    }
  }

  clear({ paths }: Reducing): void {
    this.draw();
    for (const address of paths.keys()) void this.folds.unfold(vscode.Uri.parse(address));
  }

  /** Selects the next part in the active editor, or the one before. Throws `Problem` if nothing was removed. */
  go(step: 1 | -1): void {
    const editor = vscode.window.activeTextEditor;
    const parts = editor && this.partsOf(editor.document);
    const part = parts && nextPart(parts, editor.document.offsetAt(editor.selection.start), step);
    if (!part) {
      throw new Problem(l10n.t('Nothing has been removed here yet: reduce a file first.'), reduceButton());
    }
    const range = rangeOf(editor.document, part);
    editor.selection = new vscode.Selection(range.start, range.end);
    editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  }

  lookOf(document: vscode.TextDocument): Readonly<Record<Look, vscode.DecorationOptions[]>> {
    const removal = this.reductionOf(document)?.removalIn(document);
    const { removed = [], inserted = [] } = removal ?? {};
    const parts = partsLeft(document, removal) ?? [];
    const left = parts.reduce((sum, { start, end }) => sum + end - start, 0);
    const shown = inserted.filter(({ text }) => text.trim() !== '');
    return {
      removed: decorated(document, removed),
      inserted: shown.map((insertion) => insertedText(document, insertion)),
      kept: left < mostMarked * document.getText().length ? decorated(document, parts) : [],
      protected: decorated(document, this.protectedParts.of(document.uri)),
    };
  }

  private draw(editors: readonly vscode.TextEditor[] = vscode.window.visibleTextEditors): void {
    for (const editor of editors) {
      const look = this.lookOf(editor.document);
      for (const name of names) editor.setDecorations(this.types.get(name)!, look[name]);
    }
  }

  private restyle(): void {
    this.types.get('removed')!.dispose();
    this.types.set('removed', typeOf('removed'));
    this.draw();
  }

  private partsOf(document: vscode.TextDocument): readonly Range[] | undefined {
    return partsLeft(document, this.reductionOf(document)?.removalIn(document));
  }

  /** None of a result: its text is what is left. */
  private reductionOf({ uri }: vscode.TextDocument): Reducing | undefined {
    return uri.scheme === resultScheme ? undefined : this.of(uri);
  }

  private async edited(document: vscode.TextDocument): Promise<void> {
    const reduction = this.reductionOf(document);
    if (!reduction) return;
    this.show(reduction);
    const { running, inPlace } = reduction;
    if (!running || inPlace || reduction.isOriginal(document) || this.told.has(reduction)) return;
    this.told.add(reduction);
    const choice = await vscode.window.showWarningMessage(
      l10n.t('You edited {0} during the reduction. It continues with the original text.', basename(document.uri.path)),
      l10n.t('Stop Reduction'),
    );
    if (choice) reduction.stop();
  }
}

/** Undefined if nothing was removed. Nothing is in edited text, nor in place, where the editor shows the candidate itself. */
function partsLeft(document: vscode.TextDocument, removal: Removal | undefined): readonly Range[] | undefined {
  const { removed = [], inserted = [] } = removal ?? {};
  return removed.length + inserted.length > 0 ? keptParts(document.getText(), removed) : undefined;
}

function typeOf(look: Look): vscode.TextEditorDecorationType {
  const rangeBehavior = vscode.DecorationRangeBehavior.ClosedClosed;
  return vscode.window.createTextEditorDecorationType({ rangeBehavior, ...looks[look]() });
}

function decorated(document: vscode.TextDocument, ranges: readonly Range[]): vscode.DecorationOptions[] {
  return ranges.map((range) => ({ range: rangeOf(document, range) }));
}

function rangeOf(document: vscode.TextDocument, { start, end }: Range): vscode.Range {
  return new vscode.Range(document.positionAt(Math.max(0, start)), document.positionAt(Math.max(0, end)));
}

/** Long texts are cut; line ends would not be shown. */
function insertedText(
  document: vscode.TextDocument,
  { at, text }: Removal['inserted'][number],
): vscode.DecorationOptions {
  const contentText = text.replace(/\s+/g, ' ').slice(0, 80);
  const color = new vscode.ThemeColor('whittle.insertedText');
  const range = rangeOf(document, { start: at, end: at });
  return { range, renderOptions: { after: { contentText, color, fontStyle: 'italic' } } };
}

/** Text that is faint in other themes would be unreadable in a high-contrast theme. */
function opacity(): number {
  const { fadedOpacity } = settingsFor(undefined);
  const { HighContrast, HighContrastLight } = vscode.ColorThemeKind;
  const isHighContrast = [HighContrast, HighContrastLight].includes(vscode.window.activeColorTheme.kind);
  return isHighContrast ? Math.min(0.9, fadedOpacity * 1.5) : fadedOpacity;
}
