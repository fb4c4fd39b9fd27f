// Packs the extension as it has been built.
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { finished } from './processes.mjs';

const project = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** Path of the .vsix, in the scratch directory. */
export async function buildVsix(scratch) {
  const vsix = scratch.path('whittle.vsix');
  const vsce = join(project, 'node_modules/@vscode/vsce/vsce');
  const flags = [
    '--no-dependencies',
    '--allow-missing-repository',
    '--no-rewrite-relative-links',
    '--skip-license',
    '-o',
    vsix,
  ];
  const { code, output } = await finished(
    scratch.spawn(process.execPath, [vsce, 'package', ...flags], { cwd: project }),
  );
  if (code !== 0) throw new Error(`vsce package failed (${code}):\n${output}`);
  return vsix;
}
