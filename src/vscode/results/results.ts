/** The result beside the original: a read-only document, a diff, and Apply as one edit that one undo takes back, also of a folder. */
import { basename, extname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { IsolatedTexts, Removal } from '../../host/port';
import { decode } from '../../text/encoding';
import { assembled } from '../../text/source';
import { keptLines } from '../editor/parts';
import { type Reducing, type Reduction, FolderReduction, plain, sides } from '../runs/kinds';
import { Owner, throttled } from '../window/owner';
import { Problem, commandButton } from '../window/problems';

const kind = 'reduced';

export function resultUri(original: vscode.Uri): vscode.Uri {
  return derivedUri(original, kind);
}

/** Between two updates of a result that a run still polishes, ms. */
const gapMs = 1000;

/** Above this number of lines a diff with the whole original would be a red wall. */
const longOriginal = 100;

export class Results extends Owner implements vscode.TextDocumentContentProvider {
  private readonly texts = new Map<string, string>();
  private readonly changed = this.own(new vscode.EventEmitter<vscode.Uri>());
  readonly onDidChange = this.changed.event;

  constructor() {
    super();
    this.own(vscode.workspace.registerTextDocumentContentProvider(resultScheme, this));
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.toString()) ?? '';
  }

  /** Gives the address of this text, as if it lay beside the original. Like documents, it has no byte order mark. */
  keep(original: vscode.Uri, kind: string, text: string, extension?: string): vscode.Uri {
    const uri = derivedUri(original, kind, extension);
    this.texts.set(uri.toString(), text.replace(/^\ufeff/, ''));
    this.changed.fire(uri);
    return uri;
  }

  /** The same as a document that has the text. */
  async open(original: vscode.Uri, kind: string, text: string, languageId: string, extension?: string) {
    const document = await vscode.workspace.openTextDocument(this.keep(original, kind, text, extension));
    await says(document, this.provideTextDocumentContent(document.uri));
    return vscode.languages.setTextDocumentLanguage(document, languageId);
  }

  /** Shows the result so far once the run polishes it, and keeps it current. */
  polish(reduction: Reduction): void {
    let shown: Removal | undefined;
    const tell = throttled(() => {
      const { uri, removal, running } = reduction;
      if (!running || removal === shown || (!shown && !isLookedAt(uri))) return;
      if (shown) this.keep(uri, kind, reduction.textAt());
      else void this.showBeside(reduction);
      shown = removal;
    }, gapMs);
    reduction.onEvents(() => reduction.isGoodEnough && tell());
    void reduction.ended.catch(() => {}).finally(() => tell.dispose());
  }

  /** The result beside its file, if that is the file which the user looks at: other files keep their places. */
  async present(reduction: Reduction): Promise<void> {
    if (isLookedAt(reduction.uri)) await this.showBeside(reduction);
    else this.keep(reduction.uri, kind, reduction.result!.text);
  }

  /** The focus stays where it is. */
  async showBeside(reduction: Reduction, text = reduction.result?.text ?? reduction.textAt()): Promise<void> {
    const { document } = reduction;
    const shown = await this.open(document.uri, kind, text, document.languageId);
    // Discarded meanwhile.
    if (!this.texts.has(shown.uri.toString())) return;
    const at = shown.positionAt(firstChange(document.getText(), text));
    await vscode.window.showTextDocument(shown, {
      viewColumn: columnOf(shown.uri) ?? vscode.ViewColumn.Beside,
      preserveFocus: true,
      preview: false,
      selection: new vscode.Range(at, at),
    });
  }

  /** Of a long original, lines that are gone are one line each time. */
  async showDiff({ document, result, removal, originalText }: Reduction): Promise<void> {
    const { uri, languageId } = document;
    const right = this.keep(uri, kind, result!.text);
    const isLong = plain(originalText).split('\n').length > longOriginal;
    const short = () => this.open(uri, 'original', keptLines(originalText, removal.removed), languageId);
    const left = isLong ? (await short()).uri : uri;
    const title = l10n.t('{0} ↔ reduced', basename(uri.path));
    await vscode.commands.executeCommand('vscode.diff', left, right, title, { preview: false });
  }

  /** Of an isolation. `uri`: of the file that fails; `when`: time of an earlier one. */
  async showDifference(uri: vscode.Uri, languageId: string, both: IsolatedTexts, when = ''): Promise<void> {
    const name = basename(uri.path);
    const title = when ? l10n.t('{0}: passing ↔ failing, {1}', name, when) : l10n.t('{0}: passing ↔ failing', name);
    const open = (side: keyof IsolatedTexts) => this.open(uri, when ? `${side} ${when}` : side, both[side], languageId);
    const [left, right] = await Promise.all(sides.map(open));
    const at = right.positionAt(firstChange(left.getText(), right.getText()));
    const options = { selection: new vscode.Range(at, at), preview: false };
    await vscode.commands.executeCommand('vscode.diff', left.uri, right.uri, title, options);
  }

  /** One edit that deletes files and changes others. False if VS Code refused it. Throws `Problem` if a file is another one now. */
  async apply(run: Reducing): Promise<boolean> {
    const edit = new vscode.WorkspaceEdit();
    for (const [address, file] of run.paths) {
      const removal = run.removals.get(file);
      if (!removal) continue;
      const uri = vscode.Uri.parse(address);
      const text = await textNow(run, uri, file);
      if (removal.gone) edit.deleteFile(uri);
      else edit.replace(uri, everything, assembled(text, removal.removed, removal.inserted));
    }
    // Files of a folder are saved, if the user saves what a refactoring changes.
    const applied = await vscode.workspace.applyEdit(edit, { isRefactoring: run instanceof FolderReduction });
    for (const editor of vscode.window.visibleTextEditors) {
      const [first] = run.removals.get(run.paths.get(editor.document.uri.toString()) ?? '')?.removed ?? [];
      const at = editor.document.positionAt(first?.start ?? 0);
      if (first) editor.revealRange(new vscode.Range(at, at));
    }
    return applied;
  }

  /** Closes the result and its diff, and drops the text. */
  async forget(original: vscode.Uri): Promise<void> {
    const uri = resultUri(original);
    this.texts.delete(uri.toString());
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs).filter((tab) => shows(tab, uri.toString()));
    if (tabs.length > 0) await vscode.window.tabGroups.close(tabs, true);
  }
}

/** VS Code cuts it to the text. */
const everything = new vscode.Range(0, 0, 1e9, 0);

/** The text that the run has read, without a byte order mark. Throws `Problem` if the file has another one. */
async function textNow(run: Reducing, uri: vscode.Uri, file: string): Promise<string> {
  const open = vscode.workspace.textDocuments.find((one) => one.isDirty && one.uri.toString() === uri.toString());
  const saved = async () => decode(await vscode.workspace.fs.readFile(uri)).text;
  const text = open?.getText() ?? (await saved().catch(() => undefined))?.replace(/^\ufeff/, '');
  if (text !== undefined && run.wasRead(file, text)) return text;
  throw new Problem(
    l10n.t('{0} has changed since the reduction began: undo the edit, or copy what you need from the result.', file),
    commandButton(l10n.t('Show Diff'), 'whittle.showDiff', run.uri),
  );
}

/** The active editor has this file or its result, or none has the focus. */
function isLookedAt(uri: vscode.Uri): boolean {
  const active = vscode.window.activeTextEditor?.document.uri;
  // The output view is an editor too.
  return !active || active.scheme === 'output' || originalUri(active).toString() === uri.toString();
}

/** Where it is open. */
function columnOf(uri: vscode.Uri): vscode.ViewColumn | undefined {
  const of = ({ tabs }: vscode.TabGroup) =>
    tabs.some(({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === uri.toString());
  return vscode.window.tabGroups.all.find(of)?.viewColumn;
}

function shows({ input }: vscode.Tab, uri: string): boolean {
  if (input instanceof vscode.TabInputText) return input.uri.toString() === uri;
  return input instanceof vscode.TabInputTextDiff && input.modified.toString() === uri;
}

/** Read-only documents made by runs, addressed as files beside the original. */
export const resultScheme = 'whittle-result';

/** The path of `original` with `kind` before the extension, which may be another one. */
export function derivedPath({ path }: vscode.Uri, kind: string, extension = extname(path)): string {
  return `${path.slice(0, path.length - extname(path).length)}.${kind}${extension}`;
}

export function derivedUri(original: vscode.Uri, kind: string, extension?: string): vscode.Uri {
  const path = derivedPath(original, kind, extension);
  return vscode.Uri.from({ scheme: resultScheme, path, query: original.toString() });
}

/** The document that a result was made from; other addresses stay. */
export function originalUri(uri: vscode.Uri): vscode.Uri {
  return uri.scheme === resultScheme ? vscode.Uri.parse(uri.query, true) : uri;
}

/** Where two texts begin to differ. */
export function firstChange(before: string, after: string): number {
  let at = 0;
  while (at < after.length && before[at] === after[at]) at++;
  return at;
}

/** Longest wait for a changed text, ms; then it is shown as it is. */
const longestMoment = 5000;

/** Waits for the document to have this text: an open one has its earlier text at first, in which a place means something else. */
async function says(document: vscode.TextDocument, text: string): Promise<void> {
  const end = performance.now() + longestMoment;
  while (!document.isClosed && plain(document.getText()) !== plain(text) && performance.now() < end)
    await setTimeout(20);
}
