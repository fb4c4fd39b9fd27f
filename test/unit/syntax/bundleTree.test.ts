/** Which files a text names. */
import assert from 'node:assert/strict';
import { bundleTree } from '../../../src/syntax/bundleTree';
import { genericElements } from '../../../src/syntax/generic/elements';
import { bundled, partsOf } from '../../../src/text/bundle';

describe('a file of a bundle', () => {
  const named = (text: string) => {
    const files = { 'lib/a.txt': text, 'lib/fp/map.js': 'x', 'lib/fp.js': 'y' };
    const all = bundled(Object.entries(files).map(([path, text]) => ({ path, text })));
    const parts = partsOf(all).map((part) => ({ part, tree: genericElements(all.slice(part.textStart, part.end)) }));
    const { names } = bundleTree(all, parts);
    return [...names!.values()].filter((name, at, others) => others.indexOf(name) !== at);
  };

  it('is named by its path, whole or without its ending', () => {
    assert.deepEqual(named('see fp/map.js there'), ['\0lib/fp/map.js']);
    assert.deepEqual(named('see fp/map there'), ['\0lib/fp/map.js']);
    assert.deepEqual(named('see fp.js there'), ['\0lib/fp.js']);
  });

  it('is not named by a member of something', () => {
    assert.deepEqual(named('see fp.map there'), []);
  });
});
