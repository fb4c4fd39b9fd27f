import assert from 'node:assert/strict';
import { activate, statusItem } from '../../../support/fakeEditor';
import type { Ended } from '../../../../src/reduction/events/events';
import { StatusBar } from '../../../../src/vscode/window/statusBar';
import { Shown } from '../../../../src/vscode/panel/shown';
import type { Run } from '../../../../src/vscode/runs/run';
import type { Runs } from '../../../../src/vscode/runs/runs';

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
    startedAt: begun++,
    doing: { title: `Reducing ${name}` },
    extent: '9 → 3 tokens · 67%',
    tests: 7,
    earlierTests: 0,
    ms: 1000,
    course: [],
  } as unknown as Run & FakeRun;
}

const uri = (name: string) => ({ toString: () => `file:///${name}` }) as Uri;
const editorOf = (name: string) => ({ uri: uri(name) });

/** Runs in the order of their maps, with the rule and the status bar over them. */
function window(...runs: (Run & FakeRun)[]) {
  const listeners = { begin: (_: Run) => {}, change: () => {} };
  const known = {
    all: () => runs as Run[],
    of: (address: Uri) => runs.filter((one) => String(one.uri) === String(address)) as Run[],
    get running() {
      return runs.filter(({ running }) => running) as Run[];
    },
    onDidBegin: (listener: (run: Run) => void) => ((listeners.begin = listener), { dispose() {} }),
    onDidChange: (listener: () => void) => ((listeners.change = listener), { dispose() {} }),
  } as unknown as Runs;
  const shown = new Shown(known);
  const statusBar = new StatusBar(known, shown);
  return {
    shown,
    statusBar,
    begin: (one: Run & FakeRun) => (runs.push(one), listeners.begin(one)),
    drop: (one: Run) => (runs.splice(runs.indexOf(one as Run & FakeRun), 1), listeners.change()),
  };
}

describe('the run that is shown', () => {
  afterEach(() => activate(undefined));

  it('is that of the active editor, and then that of the editor before it', () => {
    const [one, two] = [run('one', false), run('two', false)];
    const { shown } = window(one, two);
    assert.equal(shown.run, two, 'the last one, as nothing was looked at');
    activate(editorOf('one'));
    assert.equal(shown.run, one);
    activate(editorOf('log'));
    assert.equal(shown.run, one);
  });

  it('is the one that began last, wherever that is kept, when the one that was looked at has gone', () => {
    const newer = run('newer', false);
    const older = run('older', false);
    const applied = run('applied', false);
    (newer as { startedAt: number }).startedAt = begun++;
    const { shown, drop } = window(newer, older, applied);
    activate(editorOf('applied'));
    drop(applied);
    assert.equal(shown.run, newer);
    assert.match(statusItem.text, /^\$\(check\) newer: /, 'the status bar shows the same');
  });

  it('is the one that was begun or chosen last, until another one is looked at', () => {
    const [one, two] = [run('one', false), run('two')];
    const { shown, begin } = window(one);
    activate(editorOf('one'));
    begin(two);
    assert.equal(shown.run, two);
    assert.match(statusItem.text, /two: /);
    activate(editorOf('log'));
    assert.equal(shown.run, two);
    activate(editorOf('one'));
    assert.equal(shown.run, one);
    shown.choose('Reducing two file:///two');
    assert.equal(shown.run, two);
  });
});

describe('the status bar', () => {
  it('is read out as plain words, without links and icons', () => {
    const { statusBar, begin, drop } = window();
    const one = run('crash.js');
    begin(one);
    assert.match((statusItem.tooltip as { value: string }).value, /\[Pause\]\(command:whittle\.pause\?/);
    assert.equal(
      statusBar.spoken,
      'crash.js: 9 → 3 tokens · 67% · 7 tests, Whittle: Removing statements, 7 tests, 7.0/s',
    );
    drop(one);
    assert.equal(statusItem.visible, false);
    begin(run('crash.js', false));
    assert.equal(statusBar.spoken, 'crash.js: 9 → 3 tokens · 67% · 7 tests, Whittle: result verified');
  });
});
