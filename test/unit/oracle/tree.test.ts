/** A tree is what its picture shows, whatever was there before. */
import assert from 'node:assert/strict';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { treeAt, directoryOf, type Directory, type Entry } from '../../../src/oracle/places/tree';
import { freshDirectory } from '../../support/files';

const directory = freshDirectory();
const at = (path: string) => join(directory.path, path);

/** Of these texts, by their paths; a text `-> TO` is a link. */
function pictureOf(texts: Readonly<Record<string, string>>): Directory {
  return directoryOf(
    Object.entries(texts).map(([way, text]): [string, Entry] => [
      way,
      text.startsWith('-> ') ? { kind: 'link', to: text.slice(3) } : { kind: 'bytes', bytes: bytesOf(text) },
    ]),
  );
}

const known = new Map<string, Uint8Array>();

/** The same bytes for the same text, as the files of a set are. */
function bytesOf(text: string): Uint8Array {
  if (!known.has(text)) known.set(text, Buffer.from(text));
  return known.get(text)!;
}

function textsIn(root: string, way = ''): Record<string, string> {
  return Object.assign(
    {},
    ...readdirSync(join(root, way)).map((name) => {
      const [path, inside] = [join(root, way, name), join(way, name)];
      const status = lstatSync(path);
      if (status.isDirectory()) return textsIn(root, inside);
      return { [inside]: status.isSymbolicLink() ? `-> ${readlinkSync(path)}` : readFileSync(path, 'utf8') };
    }),
  ) as Record<string, string>;
}

const pictures: readonly Readonly<Record<string, string>>[] = [
  { a: '1', 'd/b': '2', 'd/e/c': '3', l: '-> a' },
  { a: '1', 'd/b': '4' },
  { 'd/b': '2', 'd/e/c': '3', 'd/e/f': '5', l: '-> d/b' },
  { d: '6', a: '7' },
];

/** What a test may do to it. */
const messes: readonly ((path: string) => void)[] = [
  () => undefined,
  (path) => rmSync(path, { recursive: true }),
  (path) => writeFileSync(join(path, 'new'), ''),
  (path) => rmSync(join(path, 'a'), { force: true }),
  (path) =>
    readdirSync(path).forEach(
      (name) => lstatSync(join(path, name)).isFile() && writeFileSync(join(path, name), 'changed'),
    ),
  (path) => {
    rmSync(join(path, 'd'), { recursive: true, force: true });
    symlinkSync(at('victim'), join(path, 'd'));
  },
  (path) => {
    rmSync(join(path, 'd'), { recursive: true, force: true });
    mkdirSync(join(path, 'd', 'b'), { recursive: true });
    chmodSync(join(path, 'd'), 0);
  },
];

describe('a tree', () => {
  it('is what each picture shows, whatever a test has done to the one before', () => {
    mkdirSync(at('victim'));
    writeFileSync(at('victim/b'), 'mine');
    const tree = treeAt(at('tree'));
    for (const [turn, mess] of [...messes, ...messes].entries()) {
      for (const texts of pictures) {
        tree.hold(pictureOf(texts));
        assert.deepEqual(textsIn(at('tree')), texts, `after ${turn}`);
        mess(at('tree'));
      }
    }
    assert.deepEqual(textsIn(at('victim')), { b: 'mine' });
  });

  it('tells what of the picture was gone, replaced or changed', () => {
    const picture = pictureOf(pictures[0]);
    const tree = treeAt(at('tree'));
    assert.deepEqual(tree.hold(picture), []);
    writeFileSync(at('tree/new'), '');
    assert.deepEqual(tree.hold(picture), []);
    writeFileSync(at('tree/a'), 'longer');
    rmSync(at('tree/d/e'), { recursive: true });
    assert.deepEqual(tree.hold(picture), ['a', 'd/e']);
  });
});
