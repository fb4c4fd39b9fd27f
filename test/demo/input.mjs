// A real failing input: lru-cache's source with a class static block put in, on which esbuild 0.18.2 panics (its issue 3161).
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);

/** The text of the failing input. */
export function failingInput() {
  const source = readFileSync(fileURLToPath(import.meta.resolve('lru-cache')), 'utf8');
  const place = 'class ZeroArray extends Array {\n';
  if (!source.includes(place)) throw new Error('lru-cache is not the version that the demo knows');
  return source.replace(place, `${place}    static {\n        Symbol.iterator;\n    }\n`);
}

/** Shell command that ends with exit code 0 while esbuild panics; `candidate` is how the command names the file. */
export function panicCommand(candidate) {
  return `'${esbuild()}' --bundle --minify-syntax --log-limit=1 --loader=js < ${candidate} 2>&1 | grep -q 'visitClass'`;
}

/** The program itself where npm has put it for this machine, or for Windows under Wine; else the script that finds it. */
export function esbuild() {
  const home = dirname(require.resolve('esbuild-0.18.2/package.json'));
  const program = join('node_modules/@esbuild', `${process.platform}-${process.arch}`);
  const places = [join(home, program, 'bin/esbuild'), join(home, program, 'esbuild.exe')];
  const underWine = join(import.meta.dirname, '../windows', program, 'esbuild.exe');
  return [...places, underWine].find(existsSync) ?? join(home, 'bin/esbuild');
}
