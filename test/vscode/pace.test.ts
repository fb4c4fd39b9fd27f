/** How often, and for how long, the editor is busy with a search that is as quick as a search can be. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import * as vscode from 'vscode';
import { Grey } from '../../src/vscode/editor/grey';
import { ProtectedParts } from '../../src/vscode/editor/parts';
import type { Reducing } from '../../src/vscode/runs/kinds';
import type { Batch, FileRemoval } from '../../src/host/port';
import type { FakeSearch } from './fakeSearch';
import type { Range } from '../../src/text/ranges';
import { open, write } from './support';

const lines = 20_000;
const perSecond = 2000;
const seconds = 6;

describe('A file of 20,000 lines and 2,000 tests a second', () => {
  it('take at most 15 updates a second of grey', async () => {
    const numbers = Array.from({ length: lines }, (_, at) => at);
    const text = numbers.map((at) => `  const value${at} = compute(${at}, "text ${at}");\n`).join('');
    await write('large.js', text);
    const { document } = await open('large.js');
    let removed: readonly Range[] = [];
    const run = { covers: () => true, removalIn: () => ({ removed, inserted: [] }) } as unknown as Reducing;
    const parts = new ProtectedParts();
    const grey = new Grey(parts, () => run);
    const took: number[] = [];
    let tests = 0;
    const began = performance.now();
    await batchesOf({ text, perSecond, seconds }, ({ events }) => {
      tests += events.filter(({ event }) => event === 'candidate').length;
      const shrunk = events.findLast((event) => event.event === 'accepted');
      if (!shrunk?.changes) return;
      const start = cpuMs();
      [{ removed }] = shrunk.changes as FileRemoval[];
      grey.show(run);
      took.push(cpuMs() - start);
    });
    // A busy machine takes longer, and gets to few updates.
    const lasted = (performance.now() - began) / 1000;
    tell(took);
    assert.equal(tests, perSecond * seconds);
    assert.equal(grey.lookOf(document).removed.length, tests / 4);
    assert.ok(took.length > 1, `${took.length} updates`);
    assert.ok(took.length <= 15 * lasted + 2, `${took.length} updates in ${lasted} s`);
    for (const part of [grey, parts]) part.dispose();
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
  });
});

/** Processor time of this thread, where the system tells it (to some ms); else the time, in which others may have had the processor. */
function cpuMs(): number {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return performance.now();
  }
}

/** What a search in another thread tells, until it ends. */
async function batchesOf(search: FakeSearch, onBatch: (batch: Batch) => void): Promise<void> {
  const worker = new Worker(join(__dirname, 'fakeSearch.js'), { workerData: search });
  await new Promise<void>((resolve, reject) => {
    worker.on('error', reject);
    worker.on('message', (message: Batch | 'end') => (message === 'end' ? resolve() : onBatch(message)));
  });
  await worker.terminate();
}

/** What docs/notes/window.md cites. */
function tell(updates: readonly number[]): void {
  const sorted = [...updates].sort((a, b) => a - b);
  const at = (share: number) => `${sorted[Math.floor(share * (sorted.length - 1))].toFixed(1)} ms`;
  const mean = (sorted.reduce((sum, ms) => sum + ms, 0) / sorted.length).toFixed(1);
  const rate = (updates.length / seconds).toFixed(1);
  console.log(`grey: ${rate} updates/s, mean ${mean} ms, median ${at(0.5)}, 95 % within ${at(0.95)}, at most ${at(1)}`);
}
