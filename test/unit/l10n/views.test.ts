/** What the panel, a comparison and the history show: every word is of the bundle, but for names and figures. */
import '../../support/fakeEditor';
import assert from 'node:assert/strict';
import * as l10n from '@vscode/l10n';
import type { Ended, Ending } from '../../../src/reduction/events/events';
import { comparisonPage } from '../../../src/vscode/comparison/comparison';
import { Progress } from '../../../src/reduction/events/runState';
import { apart, sizes, testCount, verdictWords } from '../../../src/reduction/events/progress';
import { unitName } from '../../../src/vscode/window/figureWords';
import type { History } from '../../../src/vscode/history/history';
import type { KeptRun } from '../../../src/vscode/history/record';
import { HistoryView } from '../../../src/vscode/history/historyView';
import { Isolation } from '../../../src/vscode/runs/kinds';
import { panelOf } from '../../../src/vscode/panel/panel';
import type { Run } from '../../../src/vscode/runs/run';
import { pseudoBundle, stringsIn, untranslated } from '../../support/pseudo';

/** Names that are the same in every language, symbols and units. */
const names = /\b(?:crash\.js|hddr|cdd|treewide|npm run check|p|s|ms|min|h)\b/g;

function assertTranslated(texts: readonly string[], least: number): void {
  const letters = texts.filter((text) => /\p{L}/u.test(untranslated(text).replace(names, '')));
  assert.deepEqual(letters, []);
  assert.ok(texts.filter((text) => text.includes('⟦')).length >= least, texts.join('\n'));
}

const endings: readonly Ending[] = ['done', 'time', 'tests', 'size', 'interrupted', 'broken'];

describe('views in another language', () => {
  before(() => l10n.config({ contents: pseudoBundle }));
  after(() => l10n.config({ contents: {} }));

  const ended = (ending: Ending, confirmed: boolean): Ended => ({
    ...{
      ending,
      confirmed,
      tests: 30,
      cacheHits: 0,
      timeouts: 0,
      oracleMs: 1,
      ms: 2,
      search: { tests: 3, cacheHits: 0 },
    },
  });

  function progress(): Progress {
    const all = new Progress({ ms: 200_000, start() {}, stop() {} });
    const size = { tokens: 400, bytes: 900 };
    const started = { language: null, file: 'crash.js', search: 'hddr:cdd', oracle: 'true' };
    all.add({ event: 'started', ...size, ...started });
    all.add({ event: 'candidate', verdict: 'holds', cached: false, ms: 9, tests: 1 });
    all.add({ event: 'accepted', ...size, tests: 1 });
    return Object.assign(all, { tests: 30, earlierTests: 1 });
  }

  const run = (more: object): Run =>
    Object.assign(progress(), {
      ...{ name: 'crash.js', uri: 'file:///crash.js', job: { limits: {}, oracle: {} }, made: {} },
      first: '⟦testing⟧',
      ...more,
    }) as unknown as Run;

  const isolation = (more: object) =>
    Object.create(Isolation.prototype, Object.getOwnPropertyDescriptors(run({ ...more, unit: 'words' }))) as Isolation;

  /** Of the pieces of a page: what is not shown. */
  const inner = new Set([
    ...['tag', 'class', 'type', 'scope', 'role', 'id', 'value', 'points', 'viewBox', 'd'],
    ...['data-message', 'data-key', 'data-state', 'aria-labelledby', 'aria-live', 'aria-pressed', 'aria-hidden'],
  ]);

  const shown = (one: Run | undefined) => stringsIn(panelOf(one, one ? [one] : [], 'tests'), inner);

  it('are whole: the panel of a run', () => {
    assertTranslated(shown(undefined), 5);
    const job = { limits: { maxTests: 1, maxMs: 9e6 } };
    assertTranslated(shown(run({ running: true, job })), 20);
    assertTranslated(shown(run({ running: true, paused: true })), 20);
    assertTranslated(shown(run({ running: true, paused: true, problem: '⟦No room.⟧' })), 20);
    assertTranslated(shown(run({ running: false })), 15);
    assertTranslated(shown(isolation({ running: true })), 15);
  });

  it('are whole: the panel of a run that has ended', () => {
    for (const ending of endings) {
      for (const confirmed of [true, false]) {
        const end = ended(ending, confirmed);
        assertTranslated(shown(run({ running: false, end })), 20);
        assertTranslated(shown(isolation({ running: false, end })), 15);
      }
    }
  });

  /** With these ends of its searches; the last one waits. */
  const compared = (ends: readonly object[], more: object) => {
    const reduction = (end: object) => run({ running: false, job: { search: 'hddr:cdd' }, ...end });
    const searches = ends.map((end) => ({ search: 'hddr:cdd', reduction: reduction(end) }));
    const contenders = [...searches, { search: 'treewide' }] as Parameters<typeof comparisonPage>[0]['contenders'];
    return stringsIn(comparisonPage({ title: 'crash.js', running: false, contenders, ...more }), inner);
  };

  it('are whole: a comparison', () => {
    const sizes = { before: 400, after: 3 };
    assertTranslated(compared([{ running: true }], { running: true }), 15);
    assertTranslated(compared([{ running: true, paused: true }], { running: true }), 15);
    assertTranslated(compared([], {}), 10);
    for (const ending of endings) {
      for (const confirmed of [true, false]) {
        const end = { ...ended(ending, confirmed), tokens: sizes, bytes: sizes };
        assertTranslated(compared([{ end, result: { finished: end } }], {}), 15);
      }
    }
  });

  it('are whole: the history', () => {
    const view = new HistoryView({ onDidChange: () => ({ dispose() {} }) } as unknown as History);
    const sizesOf = { tokens: { before: 400, after: 3 }, bytes: { before: 900, after: 9 } };
    const rule = { exit: { codes: [1, 2], not: true }, match: [{ pattern: '\\d' }], noMatch: [{ pattern: '\\d' }] };
    for (const ending of endings) {
      const { search, unit, course, tests, earlierMs } = progress();
      const kept: KeptRun = {
        ...{ search, unit, course, tests, earlierMs, rules: [{ command: 'npm run check', rule, learned: true }] },
        ...{ id: '1', outcome: ending === 'done' ? 'x' : undefined, uri: '', path: 'crash.js', when: Date.now() },
        ...{
          end: { event: 'finished', ...ended(ending, true), ...sizesOf },
          versions: [],
          writer: { pid: 1 },
          input: '',
          about: {},
        },
        job: { rules: [], input: {}, tests: { jobs: 1 }, limits: {} },
      };
      const { label, description, tooltip, command } = view.getTreeItem(kept);
      // How long ago it was, and the date, are in the language of the window.
      const [first, ...lines] = String(tooltip).split('\n');
      assert.match(first, /^crash\.js, /);
      const [, figuresOf] = String(description).split(' · ⟦');
      assertTranslated([String(label), `⟦${figuresOf}`, ...lines, ...(command ? [command.title] : [])], 5);
    }
    view.dispose();
  });

  it('are whole: figures, with one thing and with many', () => {
    const units = ['lines', 'words', 'chars'].flatMap((unit) => [
      unitName(unit),
      ...[1, 2].map((changes) => apart({ unit, changes })),
    ]);
    const reliability = { input: { held: 7, runs: 9 }, result: { held: 4, runs: 5 } };
    const ends = [undefined, reliability].map((one) => verdictWords({ ...ended('done', true), reliability: one }));
    const all = [...units, ...ends, testCount(1), testCount(2), unitName('tokens'), sizes({ before: 4, after: 2 })];
    assertTranslated(all, all.length);
  });
});
