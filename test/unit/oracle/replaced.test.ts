/** What a test puts in the place of a directory of ours is never followed. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { braces, fixedText, template, userPath } from '../../../src/oracle/processes/command';
import { overlay } from '../../../src/oracle/places/overlay';
import type { Placement } from '../../../src/oracle/places/place';
import { expectNoRunRoots, freshDirectory, withVariable } from '../../support/files';
import { openOracle } from '../../support/oracle';
import { standing } from '../../support/standing';

const forever = new AbortController().signal;
const directory = freshDirectory();
expectNoRunRoots();

const at = (...names: string[]) => join(directory.path, ...names);

function write(name: string): void {
  mkdirSync(dirname(at(name)), { recursive: true });
  writeFileSync(at(name), name);
}

beforeEach(() => ['victim/a', 'victim/b/c', 'victim/1/a', 'work/package.json', 'work/src/input'].forEach(write));

const files = (...names: string[]) => ({
  files: names.map((path) => ({ path, bytes: Buffer.from(`candidate ${path}`) })),
});

/** Runs these lines, one after the other, and a last test that prints what it finds. */
async function afterwards(lines: readonly string[], placement?: Placement): Promise<string> {
  const script = `case $(cat {}/line {} 2>/dev/null) in ${lines.map((line, n) => `${n}) ${line};;`).join(' ')} *) find . -type f | sort;; esac`;
  const command = {
    invocation: { line: template(script, braces) },
    cwd: placement ? userPath(at('work')) : { source: '{}', parts: [{ slot: 'directory' as const }] },
  };
  const target = { fileName: 'input', file: at('work/src/input'), placement };
  const oracle = await openOracle({ command, ...target });
  try {
    for (const [n] of [...lines, ''].entries()) {
      const line = { path: 'line', bytes: Buffer.from(String(n)) };
      const content = placement ? line.bytes : { files: [line, ...files('a', 'b/c').files] };
      const { output } = await oracle.observe(content, 20_000, forever);
      if (n === lines.length) return output.replace(/\n/g, ' ');
    }
    return '';
  } finally {
    oracle.dispose();
  }
}

for (const layer of ['links', ''])
  describe(`a directory of a candidate that a test has replaced by a link, on the ${layer ? 'plain' : 'strongest'} layer`, () => {
    withVariable('WHITTLE_PROTECT', layer);
    const link = (path: string) => `rm -rf ${path}; ln -s '${'VICTIM'}' ${path}`;
    const lines = (texts: readonly string[]) => texts.map((text) => text.replaceAll('VICTIM', at('victim')));

    for (const path of ['{}', '{}/b', '{}/..', '{}/../..']) {
      it(`is given up and made anew: ${path} of a folder`, async () => {
        const real = standing(at('victim'));
        assert.equal(await afterwards(lines([link(path), 'true', link(path)])), './a ./b/c ./line');
        assert.deepEqual(standing(at('victim')), real);
      });
    }

    for (const path of ['src', '"$PWD"', '"$PWD/.."', '"$PWD/../.."', '"$TMPDIR"']) {
      it(`is given up and made anew: ${path} of an overlay`, async () => {
        const real = standing(at('victim'));
        assert.equal(await afterwards(lines([link(path), 'true', link(path)]), overlay), './package.json ./src/input');
        assert.deepEqual(standing(at('victim')), real);
      });
    }

    it('is given up and made anew: that of a file', async () => {
      const real = standing(at('victim'));
      const command = {
        invocation: {
          line: fixedText(`d=$PWD; cd /; rm -rf "$d" "$d/.."; ln -s '${at('victim')}' "$(dirname "$d")"; echo`),
        },
        cwd: fixedText('/'),
      };
      const oracle = await openOracle({ command, fileName: 'a' });
      for (const text of ['1', '2', '3']) await oracle.observe(Buffer.from(text), 20_000, forever);
      oracle.dispose();
      assert.deepEqual(standing(at('victim')), real);
    });
  });
