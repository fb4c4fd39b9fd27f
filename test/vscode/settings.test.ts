/** Every setting does what it says: those of a run arrive in its job, the others change what is shown. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import manifest from '../../package.json';
import type { Job } from '../../src/reduction/job';
import { api, reduceFile, withWindow, write } from './support';

const settings = () => vscode.workspace.getConfiguration('whittle');
const set = async (values: Readonly<Record<string, unknown>>) => {
  for (const [name, value] of Object.entries(values)) {
    await settings().update(name, value, vscode.ConfigurationTarget.Workspace);
  }
};
/** As in the fixture's settings.json. */
const unset = async (names: readonly string[]) =>
  set({ ...Object.fromEntries(names.map((name) => [name, undefined])), search: 'hddr' });

/** A value that is not the default, and what of a job it becomes if that has another name or unit. */
const ofRuns: Readonly<Record<string, readonly [unknown, ((job: Job) => unknown)?]>> = {
  search: ['hdd:ddmin+order=subsets-first+loop=sequential'],
  jobs: [1],
  timeout: [4.321, (job) => (job.tests.timeoutMs ?? 0) / 1000],
  memory: [3000, (job) => (job.tests.memoryBytes ?? 0) / 2 ** 20],
  targetSize: [2, (job) => job.limits.targetTokens],
  maxTests: [50],
  maxTime: [100, (job) => (job.limits.maxMs ?? 0) / 1000],
  place: ['in-place'],
  protect: [false],
};

/** Those of what is shown: each has a test of its own, here or where its feature is tested. */
const ofViews = ['fadedOpacity', 'unit'];

/** Those of what may be chosen for a run: likewise. */
const ofChoices = ['cluster', 'warm'];

describe('Settings', () => {
  afterEach(async () => unset([...Object.keys(ofRuns), ...ofViews]));

  it('are all known to these tests', () => {
    const groups = manifest.contributes.configuration.flatMap(({ properties }) => Object.keys(properties));
    const all = groups.map((name) => name.slice('whittle.'.length));
    assert.deepEqual([...Object.keys(ofRuns), ...ofViews, ...ofChoices].sort(), all.sort());
  });

  it('of a run are those that the next run has', async () => {
    const whittle = await api();
    const uri = await write('settings.js', 'let a = 1;\nlet needle = 2;\nlet b = 3;\n');
    const command = 'grep -q needle settings.js';
    const jobOf = async () => {
      assert.ok((await reduceFile(uri, { command }))?.finished.confirmed);
      const job = whittle.job(uri)!;
      await vscode.commands.executeCommand('whittle.discardResult', uri);
      return job;
    };
    const usual = await jobOf();
    await set(Object.fromEntries(Object.entries(ofRuns).map(([name, [value]]) => [name, value])));
    const changed = await jobOf();
    for (const [name, [value, partOf = part(name)]] of Object.entries(ofRuns)) {
      assert.notEqual(partOf(usual), value, `${name} as usual`);
      assert.equal(partOf(changed), value, name);
    }
  });

  it('of the grey is taken at once', async () => {
    await api();
    const opacities: unknown[] = [];
    const { createTextEditorDecorationType } = vscode.window;
    const listening = (options: vscode.DecorationRenderOptions) => {
      opacities.push(options.opacity);
      return createTextEditorDecorationType(options);
    };
    await withWindow({ createTextEditorDecorationType: listening }, async () => set({ fadedOpacity: 0.7 }));
    // VS Code may tell of one change more than once.
    assert.deepEqual([...new Set(opacities)], ['0.7 !important']);
  });
});

/** Where a job has what a setting of this name says. */
function part(name: string): (job: Job) => unknown {
  return (job) => ({ ...job.tests, ...job.limits, ...job })[name as never];
}
