/** What the panel, a comparison and the history show: every word is of the bundle, but for names and figures. */
import '../../support/fakeEditor';
import assert from 'node:assert/strict';
import * as l10n from '@vscode/l10n';
import type { Ended, Ending } from '../../../src/reduction/events/events';
import type { Row } from '../../../src/reduction/comparison/comparison';
import { QueryCounter } from '../../../src/reduction/comparison/queries';
import { comparisonSnapshot } from '../../../src/vscode/comparison/snapshot';
import type { Comparison } from '../../../src/vscode/comparison/comparison';
import { Study } from '../../../src/vscode/comparison/study';
import type { Turn } from '../../../src/vscode/comparison/study';
import { Figures } from '../../../src/vscode/runs/figures';
import { apart, confirmedWords, sizes, testCount, unitName } from '../../../src/vscode/window/figureWords';
import type { History } from '../../../src/vscode/history/history';
import { HistoryView } from '../../../src/vscode/history/historyView';
import type { KeptRun } from '../../../src/vscode/history/store';
import { Isolation } from '../../../src/vscode/isolation/isolation';
import { snapshotOf } from '../../../src/vscode/panel/snapshot';
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

  function figures(): Figures {
    const all = new Figures();
    const size = { tokens: 400, bytes: 900 };
    const started = { language: null, file: 'crash.js', search: 'hddr:cdd', oracle: 'true' };
    all.add({ event: 'started', ...size, ...started }, 0);
    all.add({ event: 'candidate', verdict: 'holds', cached: false, ms: 9, tests: 1 }, 9);
    all.add({ event: 'shrunk', ...size, tests: 1 }, 9);
    return all;
  }

  const run = (more: object): Run =>
    ({
      ...{ name: 'crash.js', uri: 'file:///crash.js', tests: 30, earlierTests: 1, ms: 200_000, phase: '', budget: {} },
      doing: { title: '⟦Reducing crash.js⟧', busy: '', first: '⟦testing⟧' },
      extent: sizes(400, 3),
      figures: figures(),
      ...more,
    }) as unknown as Run;

  const isolation = (more: object) =>
    Object.create(Isolation.prototype, Object.getOwnPropertyDescriptors(run(more))) as Isolation;

  /** Of messages between host and page: what is not shown. */
  const inner = new Set(['id', 'command', 'key', 'state', 'by', 'points', 'sorted']);

  const shown = (one: Run | undefined) => stringsIn(snapshotOf(one, one ? [one] : [], 'tests'), inner);

  it('are whole: the panel of a run', () => {
    assertTranslated(shown(undefined), 10);
    const budget = { maxTests: 1, maxMs: 9e6 };
    assertTranslated(shown(run({ running: true, budget })), 20);
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

  const row = (ending: Row['ending'], confirmed: boolean): Row => ({
    ...{ name: 'hddr:cdd', ending, confirmed, tests: 1, oracleMs: 9, ms: 9 },
    ...(ending !== 'failed' && { before: { tokens: 400, bytes: 900 }, after: { tokens: 3, bytes: 9 } }),
    queries: new QueryCounter().queries,
    course: [{ tests: 0, ms: 0, size: 400 }],
  });

  const comparison = (rows: readonly Row[], more: object): Comparison =>
    ({
      ...{ name: 'crash.js', running: false, rows, tests: 3, doing: { first: '⟦testing⟧' }, extent: undefined },
      contenders: [...rows.map(({ name }) => name), 'treewide'],
      ...more,
    }) as unknown as Comparison;

  const study = (...comparisons: Comparison[]): Study => {
    const { running, contenders } = comparisons[0];
    const document = { uri: { path: '/crash.js' } };
    const turns = comparisons.map(
      (comparison, at): Turn => ({ document, comparison, round: at + 1 }) as unknown as Turn,
    );
    const own = { inputs: [turns[0]], contenders, turns, running, rounds: turns.length };
    return Object.create(Study.prototype, Object.getOwnPropertyDescriptors(own)) as Study;
  };

  const compared = (...all: Comparison[]) => {
    const one = study(...all);
    return stringsIn(comparisonSnapshot(one, one.turns[0], 'time', undefined), new Set([...inner, 'names']));
  };

  it('are whole: a comparison', () => {
    const current = { index: 1, tests: 3, after: undefined, course: [], clock: { ms: 3 } };
    assertTranslated(compared(comparison([row('done', true)], { running: true, current, extent: sizes(9, 3) })), 20);
    assertTranslated(compared(comparison([], { running: true, paused: true })), 10);
    assertTranslated(compared(comparison([], {})), 9);
    for (const ending of [...endings, 'failed'] as const) {
      for (const confirmed of [true, false]) assertTranslated(compared(comparison([row(ending, confirmed)], {})), 15);
    }
  });

  it('are whole: a comparison in rounds, with sweeps', () => {
    const swept = { lists: 4, notMinimal: 1, tests: 9, held: 1 };
    const one = () => comparison([{ ...row('done', true), swept }], {});
    assertTranslated(compared(one(), one()), 45);
    const none = comparison([], {});
    assertTranslated(compared(none, one()), 15);
    const rounds = study(one(), none);
    rounds.turns[1].problem = '⟦It does not hold.⟧';
    const { turns, problems, rows } = comparisonSnapshot(rounds, rounds.turns[1], 'time', undefined);
    assertTranslated([...turns!.names, ...problems], 3);
    assert.deepEqual(rows, []);
  });

  it('are whole: the history', () => {
    const view = new HistoryView({ onDidChange: () => ({ dispose() {} }) } as unknown as History);
    const rule = { exit: { codes: [1, 2], not: true }, match: [{ pattern: '\\d' }], noMatch: [{ pattern: '\\d' }] };
    for (const ending of endings) {
      const kept: KeptRun = {
        ...{ id: '1', hasText: ending === 'done', uri: '', path: 'crash.js', languageId: '', when: Date.now() },
        ...{ rules: [{ command: 'npm run check', rule, learned: true }], search: 'hddr:cdd' },
        ...{ tokens: { before: 400, after: 3 }, bytes: { before: 900, after: 9 }, tests: 1, ms: 70_000, ending },
        ...{ confirmed: true, marked: false, original: '', versions: [] },
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
    const ends = [undefined, reliability].map((one) => confirmedWords('⟦it⟧', { reliability: one }));
    const all = [...units, ...ends, testCount(1), testCount(2), unitName('tokens'), sizes(4, 2)];
    assertTranslated(all, all.length);
  });
});
