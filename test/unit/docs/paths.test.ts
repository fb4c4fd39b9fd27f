/** Paths that notes and CONTRIBUTING name are there, and so are the notes that sources name: what moves takes its mentions along. */
import { strict as assert } from 'node:assert';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const root = process.cwd();

describe('Paths in documents', () => {
  it('of sources, tests and notes are there', () => {
    assert.deepEqual(dead(documents(), /(?<![\w/.-])(?:src|test|docs)\/[\w./-]*\w(?:\.\w+|\/)(?![\w*])/g), []);
  });

  it('of notes are there, where sources name them', () => {
    assert.deepEqual(dead(filesBelow('src', '.ts'), /docs\/notes\/[\w-]+(?:\.md)?/g), []);
  });
});

function dead(files: readonly string[], paths: RegExp): string[] {
  return files.flatMap((file) =>
    (readFileSync(join(root, file), 'utf8').match(paths) ?? [])
      // Capitals stand for a name of the reader's choice.
      .filter((path) => !/[A-Z]{3}/.test(path) && !existsSync(join(root, path)))
      .map((path) => `${file}: ${path}`),
  );
}

function documents(): string[] {
  return ['CONTRIBUTING.md', ...filesBelow('docs/notes', '.md')];
}

function filesBelow(directory: string, ending: string): string[] {
  return readdirSync(join(root, directory), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => join(directory, name));
}
