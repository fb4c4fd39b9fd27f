/** The script that shows the failure: it ends with the status of the command itself. */
import { systemShell } from '../oracle/platform/shells';
import { usual } from '../oracle/platform/files';
import { traits } from '../oracle/platform/traits';
import type { ReproductionCommand } from './command';
import { shellText } from '../runners/recognise';
import type { ExportedFile } from './files';

/** `setup`: a line that installs packages where there is no node_modules. */
export function scriptFor(
  commands: readonly ReproductionCommand[],
  setup: string | undefined,
  language: typeof traits.scripts = traits.scripts,
): ExportedFile {
  const text = language === 'cmd' ? batch(commands, setup) : posix(commands, setup);
  return { path: `repro.${language}`, bytes: Buffer.from(text), mode: usual.program };
}

function posix(commands: readonly ReproductionCommand[], setup: string | undefined): string {
  const lines = commands.map(({ line, env = {}, cwd }) => {
    const settings = Object.entries(env).map(([name, value]) => `export ${name}=${quoted(value)}\n`);
    const whole = `${settings.join('')}${cwd === undefined ? '' : `cd ${quoted(cwd)} || exit\n`}${line}\n`;
    return commands.length === 1 ? whole : `(\n${whole}) || status=$?\n`;
  });
  return [
    `#!${systemShell}\n`,
    'cd "$(dirname "$0")" || exit\n',
    ...(setup === undefined ? [] : [`[ -d node_modules ] || ${setup} || exit\n`]),
    ...(commands.length === 1 ? lines : ['status=0\n', ...lines, 'exit $status\n']),
  ].join('');
}

function batch(commands: readonly ReproductionCommand[], setup: string | undefined): string {
  const lines = commands.flatMap(({ line, env = {}, cwd }) => [
    'setlocal',
    ...Object.entries(env).map(([name, value]) => `set "${name}=${value.replaceAll('%', '%%')}"`),
    ...(cwd === undefined ? [] : [`cd /d "${cwd.replaceAll('/', '\\')}"`]),
    // A script that is not called does not come back.
    /^\s*[("]/.test(line) ? line : `call ${line}`,
    'if errorlevel 1 (endlocal & set status=1) else endlocal',
  ]);
  const one = [...lines.slice(0, -1), 'exit /b %errorlevel%'];
  const all = ['set status=0', ...lines, 'exit /b %status%'];
  const isPlain = all.every((line) => /^[\x00-\x7f]*$/.test(line));
  return [
    '@echo off',
    // Else cmd.exe reads the script as a text of its own code page.
    ...(isPlain ? [] : ['chcp 65001 > nul']),
    'cd /d "%~dp0"',
    ...(setup === undefined ? [] : [`if not exist node_modules call ${setup}`]),
    ...(commands.length === 1 ? one : all),
    '',
  ].join('\r\n');
}

function quoted(word: string): string {
  // The first word of a line may be a program or a setting, the second one is neither.
  return shellText([':', word], 'linux').slice(2);
}
