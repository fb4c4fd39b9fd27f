/** Can Node load a JavaScript file as it lies there, or is the file for another program? */
import { existsSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { join } from 'node:path';

const imports =
  /\brequire\(\s*['"]([^'"\n]+)['"]\s*\)|^\s*(?:import|export)\s*(?:[\w*${},\s]*?\bfrom\s*)?['"]([^'"\n]+)['"]/gm;

/** JSX and types, which Node does not read. */
const otherLanguage = /^\s*return\s*\(?\s*<[A-Za-z>]|^\s*import type\b/m;

/** `directory` is the file's. All that it imports is there. */
export function loadsInNode(text: string, directory: string): boolean {
  if (otherLanguage.test(text)) return false;
  const { resolve } = createRequire(join(directory, 'index.js'));
  return [...text.matchAll(imports)].every(([, required, imported]) => {
    const name = required ?? imported;
    return isBuiltin(name) || existsSync(join(directory, name)) || canResolve(resolve, name);
  });
}

function canResolve(resolve: NodeJS.RequireResolve, name: string): boolean {
  try {
    resolve(name);
    return true;
  } catch (error) {
    // The package is there, for import only.
    return (error as NodeJS.ErrnoException).code === 'ERR_PACKAGE_PATH_NOT_EXPORTED';
  }
}
