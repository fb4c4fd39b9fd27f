import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { walkBy } from '../../../src/reduction/drive/drive';
import { defaultCommitRule, defaultLoop } from '../../../src/reduction/drive/loops';
import type { Lab } from '../../../src/reduction/drive/pool';
import { Rest } from '../../../src/reduction/drive/rest';
import { done, lazy, phase, type Phase, type Search } from '../../../src/search/search';

/** Deletes one letter after the other; after a success, again from the first on. */
function letters(text: string, at = 0): Search<string, string> {
  if (at === text.length) return done(text);
  const candidate = text.slice(0, at) + text.slice(at + 1);
  return phase({
    alternatives: lazy(1, () => candidate),
    chance: () => 0.5,
    held: () => letters(candidate),
    none: () => letters(text, at + 1),
  });
}

const never = () => false;

/** Of a walk whose tests take their time: after each of its tests, how many are expected in all. */
async function expectations(search: Search<string, string>, holds: (text: string) => boolean, maxTests?: number) {
  const told: (number | undefined)[] = [];
  const lab: Lab<string> = {
    key: (text) => text,
    async test(text) {
      await wait(15);
      return { verdict: holds(text) ? 'holds' : 'fails', ms: 15 };
    },
  };
  const mode = { loop: defaultLoop, commit: defaultCommitRule, jobs: 1 };
  const onCommit = ({ cached, expected }: { readonly cached: boolean; readonly expected?: number }) =>
    cached || told.push(expected);
  await walkBy(mode, () => search, lab, { signal: new AbortController().signal, maxTests, onCommit });
  return told;
}

describe('the rest of a walk', () => {
  it('is known to the test, once it is not much longer than what is over', async () => {
    const told = await expectations(letters('abcdefghijkl'), never);
    assert.equal(told.length, 12);
    assert.deepEqual(new Set(told.slice(6)), new Set([12]));
  });

  it('is that of the text that is left', async () => {
    const told = await expectations(letters('xabcdefghij'), (text) => text === 'abcdefghij');
    assert.deepEqual(told.slice(6), Array(5).fill(11));
  });

  it('counts each content once', async () => {
    const told = await expectations(letters('aaaaaabcdef'), never);
    assert.deepEqual(told.slice(4), [6, 6]);
  });

  it('is not more than the tests that are allowed', async () => {
    const told = await expectations(letters('abcdefghijkl'), never, 8);
    assert.deepEqual([told.length, told.at(-1)], [8, 8]);
  });

  it('is without the proposals of others who were not asked yet', async () => {
    const rest = new Rest<string, string>(
      { key: (text) => text },
      new Map([
        ['', 0],
        ['abc', 0],
      ]),
    );
    const asked: Phase<string, string> = {
      ...(letters('abc') as Phase<string, string>),
      inquiry: { isAnswered: false, ask: () => Promise.resolve() },
      skip: () => letters('de'),
    };
    rest.enter(asked);
    await rest.lookUntil(wait(30));
    assert.equal(rest.total, 4);
  });
});
