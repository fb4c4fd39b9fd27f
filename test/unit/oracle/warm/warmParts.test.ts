/** What is believed of a warm runner, with plain functions in its place. */
import assert from 'node:assert/strict';
import type { Part } from '../../../../src/oracle/oracle';
import { CannotStart } from '../../../../src/oracle/processes/supervise';
import { fixedText } from '../../../../src/oracle/processes/command';
import { warmParts, warmed, type ColdPart, type Warm } from '../../../../src/oracle/warm/warmParts';

const signal = new AbortController().signal;

/** A property of texts, and a warm runner that answers by `answer`; `process`: which one it is asked in. */
function setUp(
  property: (text: string) => boolean,
  answer: (text: string, run: number) => boolean | undefined,
  guard: string | false = 'passes at HEAD~1',
) {
  const seen = { cold: [] as string[], warm: [] as string[], gaveUp: 0, disposed: 0, processes: 1 };
  const cold: Part = {
    test: (content) => {
      seen.cold.push(String(content));
      return Promise.resolve({ verdict: property(String(content)) ? 'holds' : 'fails', ms: 100 });
    },
    forgetTimeouts: () => undefined,
  };
  const warm = {
    dispose: () => void seen.disposed++,
    processes: () => seen.processes,
    holds: (content) => {
      seen.warm.push(String(content));
      return Promise.resolve(answer(String(content), seen.warm.length));
    },
  } satisfies Warm;
  const both = warmed(
    { part: cold, guard: guard || undefined },
    () => Promise.resolve(warm),
    () => void seen.gaveUp++,
  );
  const stage = async (text: string) => (await both.first.test(Buffer.from(text), 1000, signal)).stage;
  const first = async (text: string) => (await both.first.test(Buffer.from(text), 1000, signal)).verdict;
  const sure = async (text: string) => (await both.sure.test(Buffer.from(text), 1000, signal)).verdict;
  const asked = (text: string) => both.asked(Buffer.from(text), 1000, signal);
  return {
    seen,
    stage,
    quick: first,
    believed: first,
    sure,
    asked,
    trust: (text: string) => both.trust(Buffer.from(text)),
  };
}

const hasA = (text: string) => text.includes('a');

describe('the parts of a property', () => {
  const part = (warm: string | undefined, guard?: string): ColdPart => ({
    part: { test: () => Promise.resolve({ verdict: 'holds', ms: 1 }), forgetTimeouts: () => undefined },
    command: { invocation: { line: fixedText('true') }, cwd: fixedText('.'), warm },
    guard,
    judges: () => true,
  });
  const isWarm = (...parts: ColdPart[]) => {
    const warming = { target: { fileName: 'a.js' }, giveUp: () => undefined };
    const { warm, close } = warmParts(parts, { runs: 0, timeouts: 0, ms: 0 }, warming);
    close();
    return warm !== undefined;
  };

  it('are warm if their commands are, also beside a guard that starts a compiler', () => {
    assert.ok(isWarm(part('mocha'), part('mocha', 'passes at HEAD~1')));
    assert.ok(isWarm(part('mocha'), part(undefined, 'compiles')));
    assert.ok(!isWarm(part(undefined), part('mocha', 'passes at HEAD~1')));
    assert.ok(!isWarm(part(undefined)));
  });
});

describe('a warm runner', () => {
  it('is not asked before the command has held something', async () => {
    const { seen, quick } = setUp(hasA, hasA);
    assert.equal(await quick('b'), 'holds', 'no opinion');
    assert.deepEqual(seen.warm, []);
  });

  it('is asked at once if a text is known to hold', async () => {
    const { seen, quick, trust } = setUp(hasA, hasA);
    trust('ab');
    assert.equal(await quick('b'), 'fails');
    assert.deepEqual([seen.warm, seen.cold], [['ab', 'ab', 'b'], []]);
  });

  it('names the guard that refuses, as its command does', async () => {
    const { stage, trust } = setUp(hasA, hasA);
    trust('ab');
    assert.equal(await stage('b'), 'passes at HEAD~1');
    assert.equal(await stage('a'), undefined);
  });

  it('runs a text again whose verdict is known, if it is asked for that', async () => {
    const { seen, quick, sure, asked } = setUp(hasA, hasA);
    await sure('ab');
    await quick('a');
    assert.equal(await asked('a'), true);
    assert.deepEqual(seen.warm, ['ab', 'ab', 'a', 'a']);
  });

  it('shows twice that what holds still does, then refuses without the command', async () => {
    const { seen, quick, sure } = setUp(hasA, hasA);
    await sure('ab');
    assert.equal(await quick('b'), 'fails');
    assert.equal(await quick('b'), 'fails');
    assert.equal(await quick('a'), 'holds');
    assert.deepEqual(seen.warm, ['ab', 'ab', 'b', 'a']);
    assert.deepEqual(seen.cold, ['ab']);
  });

  it('shows it again every 16 tests, by the newest text', async () => {
    const { seen, quick, sure } = setUp(hasA, hasA);
    await sure('ab');
    for (let at = 0; at < 40; at++) {
      if (at === 20) await sure('a');
      await quick(`b${at}`);
    }
    assert.deepEqual(
      seen.warm.filter((text) => hasA(text)),
      ['ab', 'ab', 'ab', 'a'],
    );
  });

  it('is not believed if it cannot hold what the command holds, and given up at the second time', async () => {
    const { seen, quick, sure } = setUp(hasA, () => false);
    await sure('ab');
    assert.equal(await quick('a'), 'holds');
    assert.equal(seen.gaveUp, 0);
    assert.equal(await quick('a'), 'holds');
    assert.deepEqual([seen.gaveUp, seen.disposed], [1, 1]);
    await quick('b');
    assert.equal(seen.warm.length, 2);
  });

  it('is not believed if it forgets: the second run fails', async () => {
    const { seen, quick, sure } = setUp(hasA, (_text, run) => run % 2 === 1);
    await sure('ab');
    assert.deepEqual([await quick('b'), await quick('c')], ['holds', 'holds']);
    assert.equal(seen.gaveUp, 1);
  });

  it('is given up when the command twice does not hold what it holds', async () => {
    const { seen, quick, sure } = setUp(hasA, () => true);
    await sure('a');
    for (const text of ['x', 'y', 'z']) {
      assert.equal(await quick(text), 'holds');
      await sure(text);
    }
    assert.deepEqual([seen.gaveUp, seen.disposed], [1, 1]);
    assert.equal(seen.warm.includes('z'), false);
  });

  it('has to show it again when it is another process, and has no opinion of what that one said first', async () => {
    const { seen, quick, sure } = setUp(hasA, hasA);
    await sure('a');
    assert.equal(await quick('b'), 'fails');
    seen.processes++;
    seen.warm.length = 0;
    assert.equal(await quick('c'), 'fails');
    assert.deepEqual(seen.warm, ['a', 'a', 'c']);
  });

  it('ends quietly if it does not stay, or cannot be started', async () => {
    const leaving = setUp(hasA, (text) => {
      leaving.seen.processes++;
      return hasA(text);
    });
    await leaving.sure('a');
    assert.equal(await leaving.quick('b'), 'holds');
    assert.deepEqual([leaving.seen.gaveUp, leaving.seen.disposed], [0, 1]);
    const missing = setUp(hasA, () => {
      throw new CannotStart('no mocha');
    });
    await missing.sure('a');
    assert.deepEqual([await missing.quick('b'), await missing.quick('c')], ['holds', 'holds']);
    assert.deepEqual([missing.seen.warm.length, missing.seen.gaveUp, missing.seen.disposed], [1, 0, 1]);
  });

  it('is believed where the command is asked later, and the command is asked where it has no opinion', async () => {
    const { seen, sure, believed } = setUp(hasA, hasA, false);
    assert.deepEqual([await believed('ab'), await believed('b')], ['holds', 'fails']);
    assert.deepEqual(seen.cold, ['ab']);
    assert.deepEqual(seen.warm, ['ab', 'ab', 'b']);
    assert.equal(await believed('ca'), 'holds');
    assert.deepEqual(seen.cold, ['ab']);
    assert.equal(await sure('ca'), 'holds');
    assert.deepEqual(seen.cold, ['ab', 'ca']);
  });

  it('has no opinion where it has no answer', async () => {
    const { quick, sure } = setUp(hasA, (text) => (text === 'hangs' ? undefined : hasA(text)));
    await sure('a');
    assert.deepEqual([await quick('hangs'), await quick('b')], ['holds', 'fails']);
  });
});
