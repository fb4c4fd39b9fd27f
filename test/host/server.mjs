// The VS Code server of the npm package code-server: install an extension, start it, addresses of its workbench.
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { finished } from './processes.mjs';

const vscode = join(dirname(fileURLToPath(import.meta.url)), 'node_modules/code-server/lib/vscode');
const main = join(vscode, 'out', 'server-main.js');
const node = process.env.VSCODE_HOST_NODE || process.execPath;

export const serverVersion = () => JSON.parse(readFileSync(join(vscode, 'package.json'), 'utf8')).version;

function commonArguments(scratch, extensions) {
  const directories = ['--server-data-dir', scratch.path('data'), '--extensions-dir', extensions];
  return [main, ...directories, '--accept-server-license-terms', '--telemetry-level', 'off'];
}

// XDG_RUNTIME_DIR: the server's sockets must not stay behind there. XDG_STATE_HOME: runs of other terminals are not ours. EXTENSIONS_GALLERY: no marketplace is asked.
// VSCODE_CLI: else the user's login shell is run for its variables; that is slow, and ended half-way it can leave
// lock files in the home directory.
const serverEnvironment = (scratch, env) => ({
  XDG_RUNTIME_DIR: scratch.root,
  XDG_STATE_HOME: scratch.path('state'),
  EXTENSIONS_GALLERY: '{}',
  VSCODE_CLI: '1',
  ...env,
});

/** Installs the extension; gives the folder, which any number of servers may read. */
export async function installed(scratch, vsix) {
  const extensions = scratch.path('extensions');
  const args = [...commonArguments(scratch, extensions), '--install-extension', resolve(vsix)];
  const { code, output } = await finished(scratch.spawn(node, args, { env: serverEnvironment(scratch) }));
  if (code !== 0 || !/successfully installed/.test(output)) throw new Error(`${vsix} was not installed:\n${output}`);
  return extensions;
}

/** Resolves when the server listens: { authority, tail(), exited }; `exited` rejects when the server ends. `extensions`: a folder of `installed`. */
export async function startServer(
  scratch,
  { extensions = scratch.path('extensions'), env = {}, tests, trusting = true } = {},
) {
  const flags = ['--host', '127.0.0.1', '--port', '0', '--without-connection-token'];
  if (trusting) flags.push('--disable-workspace-trust');
  // Newer servers than this one ignore the test payload without the flag. It hides toasts: not for UI tests.
  if (tests) flags.push('--enable-smoke-test-driver');
  const child = scratch.spawn(node, [...commonArguments(scratch, extensions), ...flags], {
    env: serverEnvironment(scratch, env),
  });
  let text = '';
  const tail = () => text.slice(-3000);
  const exited = new Promise((_, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => reject(new Error(`the VS Code server ended (${code}):\n${tail()}`)));
  });
  exited.catch(() => {});
  const listening = new Promise((ok) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (data) => {
        text = (text + data).slice(-20000);
        const match = /Extension host agent listening on (\d+)/.exec(text);
        if (match) ok(Number(match[1]));
      });
    }
  });
  const port = await Promise.race([listening, exited]);
  return { authority: `127.0.0.1:${port}`, tail, exited };
}

/** `payload`: pairs for the workbench, e.g. ['extensionTestsPath', uri]. */
export function workbenchUrl(server, folder, payload = []) {
  const query = new URLSearchParams({ folder });
  if (payload.length > 0) query.set('payload', JSON.stringify(payload));
  return `http://${server.authority}/?${query}`;
}

export const remoteUri = (server, path) => `vscode-remote://${server.authority}${resolve(path)}`;
