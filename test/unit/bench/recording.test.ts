/** Recordings: what was asked once need not be run again, and what is simulated is counted. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Job } from '../../../src/reduction/job';
import { recordedRun, replayedRun } from '../../bench/recorded/replays';
import { freshDirectory } from '../../support/files';
import { jobWith, lineIn } from '../../support/jobs';
import { samples } from '../../support/samples';

const directory = freshDirectory();
const at = (name: string) => join(directory.path, name);
const runs = () => (existsSync(at('runs')) ? readFileSync(at('runs'), 'utf8').split('\n').length - 1 : 0);

/** Its command counts its runs. */
function jobOf(search: string, text = samples.javascript.text): Job {
  const line = `echo run >> '${at('runs')}'; grep -q x.push {}`;
  return jobWith({ text, command: lineIn(directory.path, line), search });
}

describe('a recording', function () {
  this.timeout(180_000); // runs reductions

  it('replays a run without its command: the same tests, the same result, nothing simulated', async () => {
    const first = await recordedRun(jobOf('treewide'), at('r.jsonl'));
    const before = runs();
    const { replayed, ...second } = await replayedRun(jobOf('treewide'), at('r.jsonl'));
    assert.ok(before > 0 && runs() === before, 'nothing was run');
    assert.deepEqual([second.search, second.tokens], [first.search, first.tokens]);
    // The empty input is tested by calibration, which is not recorded.
    assert.ok(replayed.recorded > first.search.tests && replayed.simulated <= 1, JSON.stringify(replayed));
  });

  it('simulates for another search what was not recorded', async () => {
    await recordedRun(jobOf('treewide'), at('r.jsonl'));
    const before = runs();
    const { replayed, confirmed } = await replayedRun(jobOf('hddr:ddmin'), at('r.jsonl'));
    assert.ok(confirmed && replayed.simulated > 5 && runs() === before);
  });

  it('has each verdict once, of however many runs, and the result of each', async () => {
    for (const search of ['hddr', 'hddr', 'treewide']) await recordedRun(jobOf(search), at('r.jsonl'));
    const lines = readFileSync(at('r.jsonl'), 'utf8').trim().split('\n');
    const answers = lines.filter((line) => line.includes('"key"'));
    assert.equal(lines.filter((line) => line.includes('"result"')).length, 3);
    assert.equal(new Set(answers.map((line) => (JSON.parse(line) as { key: string }).key)).size, answers.length);
  });

  it('is of one input', async () => {
    await recordedRun(jobOf('treewide'), at('r.jsonl'));
    await assert.rejects(replayedRun(jobOf('treewide', 'x.push'), at('r.jsonl')), /the recording of another input/);
  });
});
