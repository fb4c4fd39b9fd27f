/** The small part of `vscode` that view models need, so that they can be tested without an editor. Import it first. */
import Module from 'node:module';
import * as l10n from '@vscode/l10n';
import type { Run } from '../../src/vscode/runs/run';

class EventEmitter<T> {
  private readonly listeners = new Set<(value: T) => void>();
  readonly event = (listener: (value: T) => void) => {
    this.listeners.add(listener);
    return { dispose: () => this.listeners.delete(listener) };
  };
  fire(value: T): void {
    for (const listener of this.listeners) listener(value);
  }
  dispose(): void {
    this.listeners.clear();
  }
}

/** The item of the status bar. */
export const statusItem = {
  text: '',
  tooltip: undefined as unknown,
  accessibilityInformation: { label: '' },
  visible: false,
  show: () => void (statusItem.visible = true),
  hide: () => void (statusItem.visible = false),
  dispose() {},
};

interface FakeTextEditor {
  readonly document: Pick<Run, 'uri'>;
}

const activeEditors = new EventEmitter<FakeTextEditor | undefined>();

/** An editor of this document, or none, becomes the active one. */
export function activate(document: Pick<Run, 'uri'> | undefined): void {
  editor.window.activeTextEditor = document && { document };
  activeEditors.fire(editor.window.activeTextEditor);
}

interface FakeTool {
  prepareInvocation(options: { readonly input: unknown }): Promise<{
    readonly invocationMessage: string;
    readonly confirmationMessages: { readonly title: string; readonly message: MarkdownString };
  }>;
  invoke(options: { readonly input: unknown }): Promise<unknown>;
}

/** Those that were registered. */
export const languageModelTools = new Map<string, FakeTool>();

/** By their names. */
export const settings: Record<string, unknown> = {};

export const workspace = {
  isTrusted: true,
  workspaceFolders: undefined as
    | readonly { readonly name?: string; readonly uri: { readonly scheme: string; readonly fsPath: string } }[]
    | undefined,
  asRelativePath: (file: string | { readonly path: string }): string =>
    (typeof file === 'string' ? file : file.path).replace(/^\/folder\//, ''),
  getWorkspaceFolder: (): object | undefined => workspace.workspaceFolders?.[0],
  onDidGrantWorkspaceTrust: () => ({ dispose() {} }),
  onDidChangeTextDocument: () => ({ dispose() {} }),
  textDocuments: [],
  getConfiguration: () => ({ get: (name: string) => settings[name] }),
};

class MarkdownString {
  constructor(public value = '') {}
  appendText(text: string): this {
    this.value += `${text}\n`;
    return this;
  }
  appendCodeblock(text: string): this {
    this.value += `[${text}]`;
    return this;
  }
}

const listening = () => ({ dispose() {} });

/** Shown, but nothing is seen of it. */
const webviewPanel = {
  visible: false,
  onDidDispose: listening,
  onDidChangeViewState: listening,
  webview: { onDidReceiveMessage: listening, asWebviewUri: String },
};

class Named {
  constructor(readonly label: string) {}
}

const editor = {
  l10n,
  EventEmitter,
  TreeItem: Named,
  ThemeIcon: Named,
  ThemeColor: Named,
  Range: class {},
  Uri: { from: (parts: object) => parts, file: (path: string) => ({ path }), joinPath: (uri: object) => uri },
  ViewColumn: { Active: -1 },
  env: { language: 'en' },
  commands: { executeCommand: async () => {} },
  workspace,
  StatusBarAlignment: { Left: 1 },
  MarkdownString,
  CancellationError: class extends Error {},
  lm: { registerTool: (name: string, tool: FakeTool) => void languageModelTools.set(name, tool) },
  window: {
    activeTextEditor: undefined as FakeTextEditor | undefined,
    onDidChangeActiveTextEditor: activeEditors.event,
    createOutputChannel: () => ({ dispose() {} }),
    createStatusBarItem: () => statusItem,
    createTreeView: () => ({ visible: false, dispose() {} }),
    createWebviewPanel: () => webviewPanel,
    showInformationMessage: async () => undefined,
  },
};

/** Tests put their own answers here. */
export const { window, commands } = editor;

const loader = Module as unknown as { _load(name: string, ...rest: unknown[]): unknown };
const load = loader._load.bind(loader);
loader._load = (name, ...rest) => (name === 'vscode' ? editor : load(name, ...rest));
