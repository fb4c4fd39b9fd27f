/** What is planned for files that no grammar can read, and what is left of them. */
import assert from 'node:assert/strict';
import type { Job } from '../../../src/reduction/job';
import { plan } from '../../../src/reduction/plan';
import { reduce } from '../../../src/reduction/reduce';
import { render } from '../../../src/text/source';
import { expectNoRunRoots } from '../../support/files';
import { files } from '../../support/generic';
import { jobWith, type TextValues } from '../../support/jobs';

expectNoRunRoots();

function jobOf(fileName: string, text: string, more: TextValues = {}, command = 'grep -q needle {}'): Job {
  return jobWith({ fileName, text, command, ...more });
}

describe('a plan without a grammar', () => {
  const generic = 'reduced by its indentation, brackets and words.';
  const jobs: [string, Job, search: string, notice: string | undefined][] = [
    ['no language', jobOf('x.dot', 'a -> b'), 'default', `No grammar for x.dot: ${generic}`],
    ['another strategy', jobOf('x.dot', 'a', { search: 'hdd' }), 'hdd:cdd', `No grammar for x.dot: ${generic}`],
    ['a strategy without a tree', jobOf('x.dot', 'a', { search: 'lines:ddmin' }), 'lines:ddmin', undefined],
    ['bytes', jobOf('x.js', '\xff', { encoding: 'latin1' }), 'default', `x.js is not valid UTF-8: ${generic}`],
    [
      'a grammar that is not there',
      jobOf('x.js', 'a', { assets: '/nowhere' }),
      'default',
      `The grammar of javascript cannot be loaded: ${generic}`,
    ],
    [
      'a text that is too long',
      jobOf('x.dot', 'x'.repeat(10_000_001)),
      'default',
      `No grammar for x.dot: ${generic} x.dot is very long: it is reduced in coarse pieces until at most 2.5 MB are left.`,
    ],
  ];
  for (const [what, job, search, notice] of jobs) {
    it(`for ${what} is ${search}, and says why`, async () => {
      const chosen = await plan(job);
      assert.deepEqual([chosen.name, chosen.language, chosen.notice], [search, null, notice]);
      chosen.dispose();
    });
  }
});

describe('a reduction without a grammar', () => {
  const least: [string, string, property: string, left: string][] = [
    ['x.sql', files.sql, 'grep -q "VALUES.*needle"', "VALUES ('needle')"],
    ['x.dot', files.dot, 'grep -q "b -> c"', '{ b -> c }'],
    ['x.scss', files.scss, 'grep -q "margin"', '{ { margin } }'],
    ['x.md', files.markdown, 'grep -q "deeper.*b"', 'deeper (b)'],
    ['x.xsp', files.xml, 'grep -q "<b>text"', '<list> <item> <b>text</b> </item> </list>'],
    ['x.jq', files.jq, 'grep -q "select"', 'select'],
    ['x.f90', files.fortran, 'grep -q "print.*needle"', "print, 'needle'"],
    ['x.txt', 'one two\nthree needle, four\nfive\n', 'grep -q needle', 'needle'],
    ['x.bin', '\0a\0needle\0b\n\0\n', 'grep -qa needle', 'needle'],
  ];
  for (const [fileName, text, property, left] of least) {
    it(`of ${fileName} leaves ${JSON.stringify(left)}`, async () => {
      const outcome = await reduce(
        jobOf(fileName, text, { search: 'hddr' }, `${property} {}`),
        () => {},
        new AbortController().signal,
      );
      assert.ok(outcome.finished.confirmed);
      assert.equal(render(outcome.state).trim().replace(/\s+/g, ' '), left);
    });
  }
});
