// Finds the programs that no npm package brings: a Chromium and ripgrep.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const chromiumNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const macChromiums = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const usualDirectories = ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin', '/snap/bin'];

export const findChromium = () => find(process.env.CHROMIUM_PATH, chromiumNames, macChromiums);
export const findRipgrep = () => find(process.env.RG_PATH, ['rg'], []);

function find(chosen, names, others) {
  if (chosen) return existsSync(chosen) ? chosen : undefined;
  const directories = [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), ...usualDirectories];
  const paths = names.flatMap((name) => directories.map((directory) => join(directory, name)));
  return [...paths, ...others].find((path) => existsSync(path));
}

/** Throws one error that names all missing programs. */
export function requirePrograms() {
  const missing = [];
  if (!findChromium()) missing.push(process.env.CHROMIUM_PATH ? 'chromium (CHROMIUM_PATH is no file)' : 'chromium');
  if (!findRipgrep()) missing.push(process.env.RG_PATH ? 'rg (RG_PATH is no file)' : 'rg (ripgrep)');
  if (missing.length === 0) return;
  throw new Error(
    `The VS Code tests need programs that are not here: ${missing.join(', ')}. On Debian or Ubuntu:\n` +
      '  apt-get install -y --no-install-recommends chromium ripgrep fonts-dejavu-core',
  );
}
