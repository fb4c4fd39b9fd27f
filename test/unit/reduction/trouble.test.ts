/** Temporary directories that vanish under a run, with real processes. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Controls } from '../../../src/reduction/controls';
import type { ReductionEvent } from '../../../src/reduction/events/events';
import { reduce } from '../../../src/reduction/reduce';
import { render } from '../../../src/text/source';
import { expectNoRunRoots, freshDirectory } from '../../support/files';
import { jobWith } from '../../support/jobs';

const directory = freshDirectory();
expectNoRunRoots();

const forever = new AbortController().signal;
const text = Array.from({ length: 40 }, (_, line) => `line ${line}\n`).join('');

/** Reduces with a temporary directory of its own; `vanish` is called once something was removed. */
async function reduced(controls: Controls, jobs: number, vanish: (temporary: string) => void) {
  const temporary = join(directory.path, 'tmp');
  mkdirSync(temporary);
  const before = process.env.TMPDIR;
  process.env.TMPDIR = temporary;
  const events: ReductionEvent[] = [];
  let isThere = true;
  const onEvent = (event: ReductionEvent) => {
    events.push(event);
    if (event.event !== 'accepted' || !isThere) return;
    isThere = false;
    vanish(temporary);
  };
  const command = 'grep -qx "line 7" {} && grep -qx "line 33" {}';
  const job = jobWith({ fileName: 'in.txt', text, command, jobs });
  try {
    const outcome = await reduce(job, onEvent, forever, controls);
    const left = existsSync(temporary) ? readdirSync(temporary) : [];
    return { ...outcome, events, left };
  } finally {
    process.env.TMPDIR = before;
  }
}

describe('a temporary directory that vanishes', () => {
  for (const jobs of [1, 2]) {
    it(`pauses the run, which goes on when it is there again, with ${jobs} at once`, async () => {
      const controls = new Controls();
      controls.attended = true;
      let place = '';
      const watched = controls.watch(() => {
        if (!controls.paused) return;
        setTimeout(() => {
          mkdirSync(place);
          controls.resume();
        }, 50);
      });
      const vanish = (temporary: string) => rmSync((place = temporary), { recursive: true });
      const { finished, state: result, events, left } = await reduced(controls, jobs, vanish);
      watched();
      const paused = events.flatMap((event) => (event.event === 'paused' ? [event.problem] : []));
      assert.equal(paused.length, 1);
      assert.match(
        paused[0]!,
        /^Candidates cannot be written to .*tmp \(ENOENT\): make sure that it exists.*, or set TMPDIR/,
      );
      assert.deepEqual([finished.ending, finished.confirmed, left], ['done', true, []]);
      assert.ok(render(result).includes('line 7\n') && render(result).includes('line 33\n'));
    });
  }

  it('may be only what is in it: it is made again without a word', async () => {
    const vanish = (temporary: string) =>
      readdirSync(temporary).forEach((name) => rmSync(join(temporary, name), { recursive: true }));
    const { finished, events, left } = await reduced(new Controls(), 1, vanish);
    assert.deepEqual([finished.ending, finished.confirmed, left], ['done', true, []]);
    assert.ok(events.every(({ event }) => event !== 'paused'));
  });

  it('ends a run that nobody attends, with what it has', async () => {
    const vanish = (temporary: string) => rmSync(temporary, { recursive: true });
    const { finished, state: result } = await reduced(new Controls(), 1, vanish);
    assert.deepEqual([finished.ending, finished.confirmed], ['broken', false]);
    assert.match(finished.problem!, /make sure that it exists/);
    assert.ok(render(result).length < text.length);
  });
});
