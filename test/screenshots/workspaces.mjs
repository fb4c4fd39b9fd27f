// What the pictures show: a real crash of esbuild as a workspace, and the window's looks.
import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { esbuild, failingInput } from '../demo/input.mjs';

export const themes = { dark: 'Default Dark Modern', light: 'Default Light Modern' };

/** User settings: nothing that blinks or distracts. */
export const looks = (theme) => ({
  'workbench.colorTheme': themes[theme],
  'editor.cursorBlinking': 'solid',
  'editor.stickyScroll.enabled': false,
  'editor.occurrencesHighlight': 'off',
  'editor.renderLineHighlight': 'none',
  'breadcrumbs.enabled': false,
  'window.commandCenter': false,
  'workbench.layoutControl.enabled': false,
});

/** A folder with the crash and its task; and one for PATH, whose esbuild takes `seconds` longer than the real one. */
export function crashWorkspace(seconds) {
  const root = mkdtempSync(join(tmpdir(), 'whittle-shots-'));
  const [folder, bin] = [join(root, 'project'), join(root, 'bin')];
  for (const one of [join(folder, '.vscode'), bin]) mkdirSync(one, { recursive: true });
  writeFileSync(join(folder, 'crash.js'), failingInput());
  const command = "esbuild --bundle --minify-syntax < ${file} 2>&1 | grep -q 'visitClass'";
  const tasks = [{ label: 'esbuild panics', type: 'shell', command, problemMatcher: [] }];
  writeFileSync(join(folder, '.vscode/tasks.json'), JSON.stringify({ version: '2.0.0', tasks }, null, 2));
  const program = join(bin, 'esbuild');
  writeFileSync(program, `#!/bin/sh\nsleep ${seconds}\nexec '${esbuild()}' "$@"\n`);
  chmodSync(program, 0o755);
  return { root, folder, env: { PATH: [bin, ...installed()].join(':') } };
}

/** Whittle suggests programs that are installed; what npm adds to the path while it runs a script is not. */
const installed = () => process.env.PATH.split(':').filter((folder) => !folder.includes('node_modules'));
