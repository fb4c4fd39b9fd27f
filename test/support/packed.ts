/** What a package must have. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** `packed`: names of files of dist/; all files of the build that they name are among them. */
export function expectWhole(packed: readonly string[]): void {
  const built = new Set(readdirSync('dist'));
  const named = packed
    .filter((name) => name.endsWith('.js'))
    .flatMap((name) => [...readFileSync(join('dist', name), 'utf8').matchAll(/["'](?:\.\/)?([\w-]+\.(?:js|py))["']/g)])
    .map(([, name]) => name)
    .filter((name) => built.has(name));
  assert.ok(named.includes('warmMocha.js'), 'the names are found');
  assert.deepEqual(
    [...new Set(named)].filter((name) => !packed.includes(name)),
    [],
  );
}
