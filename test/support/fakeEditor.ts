/** The small part of `vscode` that view models need, so that they can be tested without an editor. Import it first. */
import Module from 'node:module';
import * as l10n from '@vscode/l10n';

class EventEmitter {
  readonly event = () => ({ dispose() {} });
  fire(): void {}
  dispose(): void {}
}

class Named {
  constructor(readonly label: string) {}
}

const editor = {
  l10n,
  EventEmitter,
  TreeItem: Named,
  ThemeIcon: Named,
  ThemeColor: Named,
  env: { language: 'en' },
  workspace: { isTrusted: true },
  window: { createTreeView: () => ({ visible: false, dispose() {} }) },
};

const loader = Module as unknown as { _load(name: string, ...rest: unknown[]): unknown };
const load = loader._load.bind(loader);
loader._load = (name, ...rest) => (name === 'vscode' ? editor : load(name, ...rest));
