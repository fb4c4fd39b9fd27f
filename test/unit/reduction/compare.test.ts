/** Several searches on one input, in this process. */
import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compare } from '../../../src/reduction/comparison/compare';
import { bestOf, columns, markdownReport } from '../../../src/reduction/comparison/comparison';
import { contendersFrom, everyContender, usualContenders } from '../../../src/reduction/comparison/contenders';
import { Controls } from '../../../src/reduction/controls';
import type { ReductionEvent, Row } from '../../../src/reduction/events/events';
import type { Job } from '../../../src/reduction/job';
import { reduce } from '../../../src/reduction/reduce';
import { inRound, varied } from '../../../src/reduction/searches/searchValue';
import { expectNoRunRoots, freshDirectory } from '../../support/files';
import { jobWith, lineIn, type TextValues } from '../../support/jobs';
import { samples } from '../../support/samples';
import { seldom } from '../../support/seldom';

const directory = freshDirectory();
expectNoRunRoots();

function jobOf(fileName: string, text: string, line: string, more: TextValues = {}): Job {
  return jobWith({ fileName, text, command: lineIn(directory.path, line), ...more });
}

async function compared(job: Job, names: string, abortWhen: (event: ReductionEvent) => boolean = () => false) {
  const events: ReductionEvent[] = [];
  const abort = new AbortController();
  const onEvent = (event: ReductionEvent) => {
    events.push(event);
    if (abortWhen(event)) abort.abort();
  };
  const comparing = { onEvent, signal: abort.signal, controls: new Controls() };
  const rows = await compare(job, contendersFrom(names.split(',')), comparing);
  return { rows, events };
}

const javascript = () => jobOf('a.js', samples.javascript.text, 'grep -q "x.push" {}');

describe('a comparison', () => {
  seldom.it('has the figures of each search alone, and attributes the events', async () => {
    const names = ['hddr:cdd', 'hddr:ddmin', 'treewide'];
    const { rows, events } = await compared(javascript(), names.join());
    assert.deepEqual(
      rows.map(({ name }) => name),
      names,
    );
    for (const row of rows) {
      const alone = await reduce({ ...javascript(), search: row.name }, () => {}, new AbortController().signal);
      assert.equal(row.tests, alone.finished.search.tests);
      assert.deepEqual(row.after, { bytes: alone.finished.bytes.after, tokens: alone.finished.tokens.after });
      assert.ok(row.confirmed && row.ending === 'done' && row.oracleMs > 0 && row.ms > 0);
      const [first, last] = [row.course[0], row.course.at(-1)!];
      assert.deepEqual([first.tests, first.size], [0, row.before!.tokens]);
      assert.deepEqual([last.tests, last.size], [row.tests, row.after!.tokens]);
    }
    const marks = events.filter(({ event }) => event === 'contender' || event === 'finished' || event === 'compared');
    assert.deepEqual(
      marks.map((event) => (event.event === 'contender' ? event.name : event.event)),
      names.flatMap((name) => [name, 'finished', 'compared']),
    );
  });

  it('knows the smallest confirmed result, and among equal ones the one with the fewest tests', () => {
    const row = (name: string, tokens: number, tests: number, confirmed = true): Row => ({
      name,
      ending: 'done',
      after: { tokens, bytes: tokens },
      tests,
      oracleMs: 0,
      ms: 0,
      confirmed,
      course: [],
    });
    const rows = [row('a', 9, 5), row('b', 7, 30), row('c', 7, 20), row('d', 1, 1, false)];
    assert.equal(bestOf(rows)?.name, 'c');
    assert.equal(bestOf([rows[3]]), undefined);
    const report = markdownReport(rows.map((one) => ({ file: 'f', round: 1, row: one })));
    assert.match(report, /^# f: ways to reduce it\n/);
    assert.match(report, /^\| \*\*c\*\* \| \*\*7\*\* \|/m);
    assert.deepEqual(
      columns.map(({ cell }) => cell(rows[3])),
      ['d', '1', '1', '1', '0.0 s', '0.0 s', '–', 'Done (result not verified: the test is not reliable)'],
    );
  });

  it('gives each search the whole budget', async () => {
    const { rows } = await compared({ ...javascript(), limits: { maxTests: 12 } }, 'hddr:cdd,hddr:ddmin');
    assert.deepEqual(
      rows.map(({ ending, tests }) => [ending, tests]),
      [
        ['tests', 7],
        ['tests', 7],
      ],
    );
  });

  it('learns a failure once: a search that finds another failure fails', async () => {
    const line = 'grep -q lost {} || exit 0; [ -e other ] && echo "Error: mislaid" || echo "Error: lost"; exit 1';
    const job = jobOf('a.txt', 'one\nlost\nsecond\nthree\n', line, { rule: 'same-failure' });
    const { rows, events } = await compared(job, 'hddr:cdd,hddr:ddmin,hdd:cdd', (event) => {
      if (event.event === 'contender' && event.index === 2) writeFileSync(join(directory.path, 'other'), '');
      return false;
    });
    assert.deepEqual(
      rows.map(({ ending }) => ending),
      ['done', 'done', 'failed'],
    );
    assert.match(rows[2].problem!, /not in the expected way|does not show the bug/);
    const rules = events.flatMap((event) => (event.event === 'calibrated' ? event.rules : []));
    assert.deepEqual(rules[0].rule, rules[1].rule);
  });

  seldom.it('has a row with a sentence for a failed search, and continues', async () => {
    // The second search finds the oracle broken, the third finds it repaired.
    const line = '[ ! -e broken ] && grep -q x.push {}';
    const job = jobOf('a.js', samples.javascript.text, line);
    const flag = join(directory.path, 'broken');
    const { rows } = await compared(job, 'hddr:cdd,hddr:ddmin,hdd:cdd', (event) => {
      if (event.event === 'contender' && event.index === 1) writeFileSync(flag, '');
      if (event.event === 'contender' && event.index === 2) rmSync(flag);
      return false;
    });
    assert.deepEqual(
      rows.map(({ ending }) => ending),
      ['done', 'failed', 'done'],
    );
    assert.match(rows[1].problem!, /not in the expected way|does not show the bug/);
    assert.equal(rows[1].after, undefined);
    assert.deepEqual(columns.map(({ cell }) => cell(rows[1])).slice(0, 4), ['hddr:ddmin', '–', '–', '0']);
  });

  it('does not begin if no search could', async () => {
    const begun: string[] = [];
    const job = jobOf('a.js', samples.javascript.text, 'false {}');
    const running = compared(job, 'hddr:cdd,hddr:ddmin', (event) => {
      if (event.event === 'contender') begun.push(event.name);
      return false;
    });
    await assert.rejects(running, /not in the expected way|does not show the bug/);
    assert.deepEqual(begun, ['hddr:cdd']);
  });

  seldom.it('ends at once when aborted, and keeps its rows so far', async () => {
    let contender = 0;
    const { rows, events } = await compared(javascript(), 'hddr:cdd,hddr:ddmin,hdd:cdd', (event) => {
      if (event.event === 'contender') contender = event.index;
      return contender === 1 && event.event === 'accepted';
    });
    assert.deepEqual(
      rows.map(({ name, ending }) => [name, ending]),
      [
        ['hddr:cdd', 'done'],
        ['hddr:ddmin', 'interrupted'],
      ],
    );
    assert.equal(events.filter(({ event }) => event === 'contender').length, 2);
    const before = await compared(javascript(), 'hddr:cdd,hddr:ddmin', ({ event }) => event === 'calibrated');
    assert.deepEqual(before.rows, [], 'no test was asked for');
  });
});

describe('contenders', () => {
  it('are searches in canonical form, each once', () => {
    const names = ['default', ' treewide ', 'hddr', 'hddr:cdd', 'hddr:cdd+p0=0.1', 'perses', ''];
    assert.deepEqual(contendersFrom(names), ['default', 'treewide', 'hddr:cdd', 'perses:cdd']);
    assert.deepEqual(contendersFrom(usualContenders), usualContenders);
    assert.deepEqual(contendersFrom(everyContender()), everyContender());
    for (const name of usualContenders) assert.ok(everyContender().includes(name), name);
  });

  it('are varied by an option or by the list reducer, where they use it', () => {
    const all = ['treewide', 'hddr:probdd', 'hddr:ddmin+granularity=4'];
    const values = ['0.01', ' auto '];
    assert.deepEqual(varied(all, 'p0', values), [
      'treewide',
      'hddr:probdd+p0=0.01',
      'hddr:probdd+p0=auto',
      'hddr:ddmin+granularity=4',
    ]);
    assert.deepEqual(varied(all, 'reducer', ['chisel', 'naive']), [
      'treewide',
      'hddr:chisel',
      'hddr:naive',
      'hddr:chisel+granularity=4',
    ]);
    assert.throws(() => varied(all, 'p0', ['2']), /p0 must be a number above 0 and below 1, or auto/);
    assert.throws(() => varied(['treewide'], 'ties', ['random']), /does not use the option ties: choose hddr:probdd\./);
    assert.throws(() => varied(['treewide'], 'reducer', ['cdd']), /The search treewide uses no list reducer/);
  });

  it('have the next seed in each round, if they draw', () => {
    assert.equal(inRound('hddr:probdd+seed=7', 3), 'hddr:probdd+seed=9');
    assert.equal(inRound('hddr:probdd', 1), 'hddr:probdd');
    assert.equal(inRound('hddr:probdd', 2), 'hddr:probdd+seed=2');
    assert.equal(inRound('hddr:cdd', 2), 'hddr:cdd');
  });

  it('must be named', () => {
    assert.throws(() => contendersFrom(['', ' ']), /No search is named/);
  });
});
