/** What the terminal passes on of a run. */
import assert from 'node:assert/strict';
import { watchful } from '../../../src/cli/run';
import type { ReductionEvent } from '../../../src/reduction/events/events';

describe('events beside those of a run', () => {
  it('are told until the run has finished', () => {
    const told: string[] = [];
    const { onEvent, meanwhile } = watchful(({ event }) => told.push(event));
    const notice = { event: 'notice', message: 'kept' } as const;
    meanwhile(notice);
    onEvent({ event: 'finished' } as ReductionEvent);
    meanwhile(notice);
    assert.deepEqual(told, ['notice', 'finished']);
  });
});
