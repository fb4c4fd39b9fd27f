/** What the suites share: files of the fixture workspace, the extension's API, messages that were shown. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as vscode from 'vscode';
import type { WhittleApi } from '../../src/extension';
import { comparedIn, shownIn } from '../support/pieces';
import type { ReductionResult } from './given';

export async function api() {
  const extension = vscode.extensions.getExtension<WhittleApi>('whittle.whittle');
  assert.ok(extension, 'the extension is installed');
  return seenIn(await extension.activate());
}

type Seen = ReturnType<typeof seenIn>;

/** What a user sees of the extension, and where it keeps things. */
function seenIn({ controller, runView, statusBar, goneFiles, Comparison, historyView }: WhittleApi) {
  const lookAt = (uri: vscode.Uri) => {
    const document = vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri.toString());
    return document && controller.grey.lookOf(document);
  };
  return {
    faded: (uri: vscode.Uri) => lookAt(uri)?.removed.map(({ range }) => range) ?? [],
    inserted: (uri: vscode.Uri) => lookAt(uri)?.inserted.map((one) => one.renderOptions!.after!.contentText!) ?? [],
    /** The parts that are left, as the overview ruler marks them. */
    kept: (uri: vscode.Uri) => lookAt(uri)?.kept.map(({ range }) => range) ?? [],
    /** What the explorer shows of a file or directory. */
    decoration: (uri: vscode.Uri) => goneFiles.provideFileDecoration(uri),
    /** Of the last reduction of a document. */
    job: (uri: vscode.Uri) => controller.of(uri)?.job,
    /** The content of the view *Run*. */
    snapshot: () => runView.pieces,
    /** The content of the last comparison's page. */
    comparison: () => Comparison.last?.pieces,
    actOnComparison: (action: string, row: number) => Comparison.last!.act(action, row),
    history: historyView as vscode.TreeDataProvider<unknown>,
    historyFolder: controller.history.folder,
    findInterrupted: () => controller.history.look(),
    statusText: () => statusBar.text,
  };
}

export function fixture(name: string): vscode.Uri {
  return vscode.Uri.joinPath(vscode.workspace.workspaceFolders![0].uri, name);
}

export async function open(name: string): Promise<vscode.TextEditor> {
  return vscode.window.showTextDocument(await vscode.workspace.openTextDocument(fixture(name)), vscode.ViewColumn.One);
}

export const panelIn = ({ snapshot }: Seen) => shownIn(snapshot());

/** Undefined before the first comparison. */
export function comparisonIn(whittle: Seen) {
  const pieces = whittle.comparison();
  return pieces && comparedIn(pieces);
}

/** Tests of the running run, as the panel tells them; 0 if none runs. */
export function testsOf(whittle: Seen): number {
  const { shown } = panelIn(whittle);
  const [, tests = '0'] = shown?.facts.find(([label]) => label === 'Tests') ?? [];
  return shown?.state === 'running' ? Number(tests.replaceAll(',', '')) : 0;
}

/** Writes a file of the workspace anew; returns when VS Code shows it so, if it is open. */
export async function write(name: string, text: string): Promise<vscode.Uri> {
  const uri = fixture(name);
  await vscode.workspace.fs.writeFile(uri, Buffer.from(text, 'utf8'));
  await until(`${name} is shown as it is on disk`, () => {
    const document = vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri.toString());
    return !document || document.isDirty || plain(document.getText()) === plain(text);
  });
  return uri;
}

function plain(text: string): string {
  return text.replace(/^\uFEFF/, '').replaceAll('\r', '');
}

export async function reduceFile(uri: vscode.Uri, request: object): Promise<ReductionResult | undefined> {
  return vscode.commands.executeCommand<ReductionResult | undefined>('whittle.reduceFile', uri, request);
}

/** Runs `act` while every run ends after so many tests: where only its way matters. */
export async function within<T>(tests: number, act: () => Promise<T>): Promise<T> {
  return withSetting('maxTests', tests, act);
}

/** Runs `act` while what tests do elsewhere stays: where a test has to remember what was before. */
export async function unprotected<T>(act: () => Promise<T>): Promise<T> {
  return withSetting('protect', false, act);
}

async function withSetting<T>(name: string, value: unknown, act: () => Promise<T>): Promise<T> {
  const settings = () => vscode.workspace.getConfiguration('whittle');
  await settings().update(name, value, vscode.ConfigurationTarget.Workspace);
  try {
    return await act();
  } finally {
    await settings().update(name, undefined, vscode.ConfigurationTarget.Workspace);
  }
}

/** Runs `act` and returns the messages that it put up, at least one; none is answered. */
export async function messagesOf(act: () => Promise<unknown>): Promise<string[]> {
  return answering(undefined, act);
}

/** The same; every message is answered with this button. `act` may wait for one of them. */
export async function answering(
  button: string | undefined,
  act: (shown: readonly string[]) => Promise<unknown>,
): Promise<string[]> {
  // A run before this one may not have told its end yet.
  await settled();
  const shown: string[] = [];
  const record = async (message: string) => {
    shown.push(message);
    return button;
  };
  const kinds = ['showErrorMessage', 'showWarningMessage', 'showInformationMessage'];
  await withWindow(Object.fromEntries(kinds.map((kind) => [kind, record])), async () => {
    await act(shown);
    await until('a message is there', () => shown.length > 0);
    await settled();
  });
  return shown;
}

/** Runs `act` while these functions stand in for those of `vscode.window`. */
/** `showQuickPick` and `showInputBox` answer the question how a bug is reproduced as well: `typing` is its box. */
export async function withWindow<T>(given: Record<string, unknown>, act: () => Promise<T>): Promise<T> {
  const window = vscode.window as unknown as Record<string, unknown>;
  const functions = 'showQuickPick' in given ? { ...given, createQuickPick: boxOr(given) } : given;
  const before = Object.keys(functions).map((name) => [name, window[name]]);
  Object.assign(window, functions);
  try {
    return await act();
  } finally {
    Object.assign(window, Object.fromEntries(before));
  }
}

/** Stands for what is typed into the box of the question. */
export const typing = '$(edit) typed';

type Ask = (...given: unknown[]) => Promise<unknown>;

/** A box of that question, which these answer; any other list is as given, or VS Code's own. What is set first tells which it is. */
function boxOr({ showQuickPick, showInputBox, createQuickPick }: Record<string, unknown>) {
  const usual = (createQuickPick ?? vscode.window.createQuickPick) as () => object;
  return () => {
    let list: object | undefined;
    const of = (name: string | symbol) =>
      (list ??=
        name === 'matchOnDetail'
          ? answeredBox(showQuickPick as Ask, (showInputBox ?? vscode.window.showInputBox) as Ask)
          : usual());
    return new Proxy({} as object, {
      get(_, name) {
        const value: unknown = Reflect.get(of(name), name);
        return typeof value === 'function' ? value.bind(list) : value;
      },
      set: (_, name, value) => Reflect.set(of(name), name, value),
    });
  };
}

function answeredBox(showQuickPick: Ask, showInputBox: Ask): object {
  let [accept, hide, change, asked] = [() => {}, () => {}, () => {}, false];
  let look = (_: readonly vscode.QuickPickItem[]) => {};
  let shown: readonly vscode.QuickPickItem[] = [];
  const box = {
    ...{ title: '', value: '', busy: false, selectedItems: [] as vscode.QuickPickItem[] },
    onDidAccept: (act: () => void) => void (accept = act),
    onDidHide: (act: () => void) => void (hide = act),
    onDidChangeValue: (act: () => void) => void (change = act),
    onDidChangeActive: (act: typeof look) => void (look = act),
    onDidTriggerItemButton() {},
    show() {},
    hide: () => hide(),
    dispose() {},
    get items() {
      return shown;
    },
    set items(items: readonly vscode.QuickPickItem[]) {
      shown = items;
      if (!asked) setTimeout(() => void answer());
      asked = true;
    },
  };
  const type = (line: string) => {
    box.value = line;
    change();
    return shown[0];
  };
  const end = (item: vscode.QuickPickItem | undefined) => {
    box.selectedItems = item ? [item] : [];
    look(shown.slice(0, 1));
    if (item) accept();
    else hide();
  };
  const answer = async () => {
    const item = (await showQuickPick(Promise.resolve([...shown, { label: typing }]), box)) as
      (typeof shown)[0] | undefined;
    if (item?.label !== typing) return end(item);
    const validateInput = (line: string) => [type(line).description].find((told) => told !== 'as typed');
    const line = (await showInputBox({ validateInput, value: box.value })) as string | undefined;
    end(line === undefined ? undefined : type(line));
  };
  return box;
}

/** Questions to the window after which all that was said to it before is done: showing a result takes a few of them. */
const exchanges = 12;

/** Until the window has done all that it was told: what was started without waiting comes to its end. */
export async function settled(): Promise<void> {
  for (let left = exchanges; left > 0; left--) await vscode.commands.executeCommand('vscode.getEditorLayout');
}

export async function until(what: string, check: () => boolean | Promise<boolean>, ms = 120_000): Promise<void> {
  const limit = Date.now() + ms;
  while (!(await check())) {
    assert.ok(Date.now() < limit, `not within ${ms} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** The text of the document where it is not grey. */
export function unfaded(document: vscode.TextDocument, faded: readonly vscode.Range[]): string {
  const text = document.getText();
  let at = 0;
  let rest = '';
  for (const range of faded) {
    rest += text.slice(at, document.offsetAt(range.start));
    at = document.offsetAt(range.end);
  }
  return rest + text.slice(at);
}

/** Run roots in the temporary directory, and processes whose command line has `mark`. */
export function leftovers(mark: string): string[] {
  const roots = readdirSync(tmpdir()).filter((name) => /^whittle-run-/.test(name));
  return [...roots, ...processesWith(mark)];
}

/** Living processes of this host whose command line has `mark`: others may run the same suites. */
export function processesWith(mark: string): string[] {
  const all = execFileSync('ps', ['-eo', 'pid,stat,args'], { encoding: 'utf8' }).trim().split('\n').slice(1);
  const found = all
    .map((line) => line.trim().split(/ +/))
    .filter(([, stat, ...args]) => !stat.startsWith('Z') && args.join(' ').includes(mark));
  return found.filter(([pid]) => isOurs(pid)).map((words) => words.join(' '));
}

/** Does it have our temporary directory? Elsewhere than on Linux any process may be ours. */
function isOurs(pid: string): boolean {
  if (process.platform !== 'linux') return true;
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`TMPDIR=${tmpdir()}`);
  } catch {
    return false; // it has ended
  }
}
