/** Calls at once on one file. */
import assert from 'node:assert/strict';
import { inTurn } from '../../../src/cli/mcp/agentRun';

const forever = new AbortController().signal;

describe('calls of one file', () => {
  it('run one after the other, also after one that fails; those of other files do not wait', async () => {
    const begun: string[] = [];
    const ends: (() => void)[] = [];
    const call = (place: string, name: string) =>
      inTurn(place, forever, async () => {
        begun.push(name);
        await new Promise<void>((resolve) => ends.push(resolve));
        if (name === 'first') throw new Error('mine');
        return name;
      });
    const first = assert.rejects(call('a', 'first'), /mine/);
    const second = call('a', 'second');
    const third = call('a', 'third');
    const other = call('b', 'other');
    await new Promise(setImmediate);
    assert.deepEqual(begun, ['first', 'other']);
    ends.shift()!();
    await first;
    await new Promise(setImmediate);
    assert.deepEqual(begun, ['first', 'other', 'second']);
    ends.splice(0).forEach((end) => end());
    assert.deepEqual(await Promise.all([second, other]), ['second', 'other']);
    await new Promise(setImmediate);
    ends.splice(0).forEach((end) => end());
    assert.equal(await third, 'third');
  });

  it('that are cancelled while they wait end at once, and hold up nobody', async () => {
    let end = () => {};
    const first = inTurn('c', forever, () => new Promise<void>((resolve) => (end = resolve)));
    const stop = new AbortController();
    const cancelled = assert.rejects(inTurn('c', stop.signal, () => assert.fail('runs')));
    const third = inTurn('c', forever, () => Promise.resolve('third'));
    stop.abort();
    await cancelled;
    end();
    await first;
    assert.equal(await third, 'third');
  });
});
