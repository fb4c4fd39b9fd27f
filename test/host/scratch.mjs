// A scratch directory for one run: user data, extensions, a private copy of the workspace; and its removal.
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atExit } from './lifetime.mjs';
import { killGroup, killMarked, marker, spawnGroup } from './processes.mjs';

const defaultSettings = {
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.reduceMotion': 'on',
  'workbench.colorTheme': 'Default Light Modern',
  'security.workspace.trust.enabled': false,
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'extensions.autoUpdate': false,
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  'chat.commandCenter.enabled': false,
  'chat.disableAIFeatures': true,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'editor.minimap.enabled': false,
  'git.enabled': false,
  'files.simpleDialog.enable': true,
  // No test of a run may end for another reason than its own: a loaded machine takes its time.
  'whittle.timeout': 120,
  // Nothing here needs more, and the server for the rest takes half a processor.
  'typescript.tsserver.useSyntaxServer': 'always',
};

// Paths of sockets are limited to 104 characters on macOS, whose own temporary directory takes half of them.
const base = process.platform === 'darwin' ? '/tmp' : tmpdir();

/** `spawn` starts a process that belongs to the directory; `destroy` ends them all and removes it. */
export function makeScratch({ fixture, settings = {} } = {}) {
  const root = mkdtempSync(join(realpathSync(base), 'whittle-host-'));
  const children = new Set();
  const destroy = () => {
    children.forEach(killGroup);
    children.clear();
    killMarked(root);
    if (!process.env.VSCODE_HOST_KEEP) rmSync(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  };
  atExit(destroy);
  const path = (...names) => join(root, ...names);
  writeSettings(path('data'), { ...defaultSettings, ...settings });
  mkdirSync(path('extensions'));
  const workspace = path('workspace');
  if (fixture) cpSync(fixture, workspace, { recursive: true, verbatimSymlinks: true });
  else mkdirSync(workspace);
  const environment = (env) => ({ ...process.env, TMPDIR: root, [marker]: root, ...env });
  const start = (command, args, { env = {}, ...options } = {}) => {
    const child = spawnGroup(command, args, { env: environment(env), ...options });
    children.add(child);
    child.once('exit', () => {
      killGroup(child); // what it left behind
      children.delete(child);
    });
    return child;
  };
  return { root, path, workspace, environment, spawn: start, destroy };
}

/** The server keeps the web client's user settings one level deeper than the desktop does. */
function writeSettings(data, settings) {
  for (const user of [join(data, 'User'), join(data, 'data', 'User')]) {
    mkdirSync(user, { recursive: true });
    writeFileSync(join(user, 'settings.json'), JSON.stringify(settings, null, 2));
  }
}
