import assert from 'node:assert/strict';
import { activate, statusItem } from '../../../support/fakeEditor';
import type { Ended } from '../../../../src/reduction/events/events';
import { StatusBar } from '../../../../src/vscode/window/runViews';
import type { Run } from '../../../../src/vscode/runs/run';
import { Runs } from '../../../../src/vscode/runs/runs';

type Uri = Run['uri'];

let begun = 0;

interface FakeRun {
  name: string;
  running: boolean;
  end?: Partial<Ended>;
  phase: string;
}

function run(name: string, running = true): Run & FakeRun {
  const end = running ? undefined : { tests: 7, confirmed: true };
  return {
    name,
    running,
    end,
    phase: 'Removing statements',
    uri: uri(name),
    documents: [],
    named: {},
    covers: (address: Uri) => String(address) === String(uri(name)),
    startedAt: begun++,
    onEvents: () => ({ dispose() {} }),
    ended: Promise.resolve(),
    extent: '9 → 3 tokens · 67%',
    tests: 7,
    earlierTests: 0,
    ms: 1000,
    course: [],
  } as unknown as Run & FakeRun;
}

const uri = (name: string) => ({ path: `/${name}`, toString: () => `file:///${name}` }) as Uri;
const editorOf = (name: string) => ({ uri: uri(name) });

/** These runs, with the status bar over them. */
function window(...all: (Run & FakeRun)[]) {
  const runs = new Runs();
  all.forEach((one) => runs.add(one));
  new StatusBar(runs);
  const begin = (one: Run & FakeRun) => runs.add(one);
  const drop = (one: Run) => (runs.remove(one), runs.update());
  return { runs, begin, drop };
}

describe('the run that is shown', () => {
  afterEach(() => activate(undefined));

  it('is that of the active editor, and then that of the editor before it', () => {
    const [one, two] = [run('one', false), run('two', false)];
    const { runs } = window(one, two);
    assert.equal(runs.shown, two, 'the last one, as nothing was looked at');
    activate(editorOf('one'));
    assert.equal(runs.shown, one);
    activate(editorOf('log'));
    assert.equal(runs.shown, one);
  });

  it('is the one that began last when the one that was looked at has gone', () => {
    const [older, applied, newer] = ['older', 'applied', 'newer'].map((name) => run(name, false));
    const { runs, drop } = window(older, applied, newer);
    activate(editorOf('applied'));
    drop(applied);
    assert.equal(runs.shown, newer);
    assert.match(statusItem.text, /^\$\(check\) newer: /, 'the status bar shows the same');
  });

  it('is the one that was begun or chosen last, until another one is looked at', () => {
    const [one, two] = [run('one', false), run('two')];
    const { runs, begin } = window(one);
    activate(editorOf('one'));
    begin(two);
    assert.equal(runs.shown, two);
    assert.match(statusItem.text, /two: /);
    activate(editorOf('log'));
    assert.equal(runs.shown, two);
    activate(editorOf('one'));
    assert.equal(runs.shown, one);
    runs.show(two);
    assert.equal(runs.shown, two);
  });
});

describe('the status bar', () => {
  it('is read out as plain words, without links and icons', () => {
    const { begin, drop } = window();
    const one = run('crash.js');
    begin(one);
    assert.match((statusItem.tooltip as { value: string }).value, /\[Pause\]\(command:whittle\.pause\?/);
    assert.equal(
      statusItem.accessibilityInformation.label,
      'crash.js: 9 → 3 tokens · 67% · 7 tests, Whittle: Removing statements, 7 tests, 7.0/s',
    );
    drop(one);
    assert.equal(statusItem.visible, false);
    begin(run('crash.js', false));
    assert.equal(
      statusItem.accessibilityInformation.label,
      'crash.js: 9 → 3 tokens · 67% · 7 tests, Whittle: result verified',
    );
  });
});
