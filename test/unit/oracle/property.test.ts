/** Several commands as one property. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OracleError } from '../../../src/oracle/calibration/calibrate';
import { calibrateProperty } from '../../../src/oracle/calibration/calibrateProperty';
import { braces, fixedText, template } from '../../../src/oracle/processes/command';
import { allOf, type OracleAnswer } from '../../../src/oracle/oracle';
import { observeAll, openProperty, type Property } from '../../../src/oracle/property';
import { expectNoRunRoots, freshDirectory } from '../../support/files';

const forever = new AbortController().signal;
const directory = freshDirectory();
expectNoRunRoots();

async function withProperty<T>(lines: readonly string[], use: (property: Property) => Promise<T>): Promise<T> {
  const commands = lines.map((line) => ({
    command: { invocation: { line: template(line, braces) }, cwd: fixedText(directory.path) },
  }));
  const property = await openProperty({ commands, fileName: 'in.txt' });
  try {
    return await use(property);
  } finally {
    property.dispose();
  }
}

/** A part that answers by a plain function and says that it was asked. */
function part(name: string, asked: string[], answer: (text: string) => Partial<OracleAnswer>) {
  return {
    test: async (content: unknown): Promise<OracleAnswer> => {
      asked.push(name);
      return { verdict: 'holds', ms: 10, ...answer(String(content)) };
    },
  };
}

describe('a property of several commands', () => {
  it('holds if all of them hold, and stops at the first that does not', async () => {
    await withProperty(
      ['echo one >> log; grep -q a {}', 'echo two >> log; grep -q b {}', 'echo three >> log; grep -q c {}'],
      async ({ test, counts }) => {
        const verdict = async (text: string) => (await test(Buffer.from(text), 5000, forever)).verdict;
        assert.equal(await verdict('abc'), 'holds');
        assert.equal(counts.runs, 3);
        assert.equal(await verdict('none'), 'fails');
        assert.equal(counts.runs, 4);
        assert.equal(await verdict('ab'), 'fails');
        assert.equal(await verdict('bc'), 'fails');
        assert.match(readFileSync(join(directory.path, 'log'), 'utf8'), /^one\ntwo\nthree\n/);
      },
    );
  });

  it('gives each command a fresh place', async () => {
    const lines = ['echo x > made; echo y >> in.txt', '[ ! -e made ] && grep -qx a in.txt && ! grep -q y in.txt'];
    await withProperty(lines, async ({ test }) => {
      assert.equal((await test(Buffer.from('a\n'), 5000, forever)).verdict, 'holds');
    });
  });

  it('runs first what says no most often for its time', async () => {
    const asked: string[] = [];
    const slow = part('slow', asked, () => ({ verdict: 'fails', ms: 900 }));
    const seldom = part('seldom', asked, (text) => ({ verdict: text === 'x' ? 'fails' : 'holds', ms: 10 }));
    const often = part('often', asked, (text) => ({ verdict: text === 'all' ? 'holds' : 'fails', ms: 20 }));
    const { test } = allOf([slow, seldom, often]);
    const ask = (text: string) => test(text as never, 1000, forever);
    for (let at = 0; at < 8; at++) await ask(`${at}`);
    asked.length = 0;
    await ask('more');
    assert.deepEqual(asked, ['often']);
  });

  it('has a verdict that does not depend on the order', async () => {
    const parts = [
      part('a', [], () => ({ verdict: 'unresolved', timedOut: true, ms: 5 })),
      part('b', [], (text) => ({ verdict: text === 'bad' ? 'fails' : 'holds' })),
      part('c', [], () => ({})),
    ];
    const orders = [parts, [...parts].reverse(), [parts[1], parts[0], parts[2]]];
    for (const order of orders) {
      const { test } = allOf(order);
      for (const [text, expected] of [
        ['good', { verdict: 'unresolved', timedOut: true }],
        ['bad', { verdict: 'fails' }],
      ] as const) {
        const { ms: _, ...answer } = await test(text as never, 1000, forever);
        assert.deepEqual(answer, expected);
      }
    }
  });

  it('says what the command did that says no', async () => {
    await withProperty(['echo fine', 'echo bad; exit 3'], async (property) => {
      const { status, output } = await observeAll(property, Buffer.from('x'), 5000, forever);
      assert.deepEqual([status, output], [3, 'bad']);
    });
  });

  it('is calibrated with a run from before as one of three, which may have said no', async () => {
    const input = Buffer.from('ab');
    for (const [status, held] of [
      [0, 3],
      [1, 2],
    ]) {
      await withProperty(['grep -q b {}'], async (property) => {
        const earlier = { ...(await property.parts[0].observe(input, 10_000, forever)), status };
        const told = await calibrateProperty(property, { input, learn: [], earlier }, forever);
        // Of one that has said no, the rate is learned.
        const runs = held === 3 ? 3 : 11;
        assert.deepEqual([told.held, told.runs, property.counts.runs], [held === 3 ? 3 : 10, runs, runs]);
        assert.equal(told.notice === undefined, held === 3);
      });
    }
  });

  it('is calibrated by each command, and holds for nothing only if all of them do', async () => {
    const input = Buffer.from('ab');
    const given = {
      input,
      empty: Buffer.alloc(0),
      learn: [undefined, 'auto' as const],
      text: 'ab',
      fileName: 'in.txt',
    };
    // The first alone holds for an empty file.
    const lines = ['sleep 0.2', 'grep -q b {} && { echo "Error: boom" >&2; exit 4; }; exit 0'];
    await withProperty(lines, async (property) => {
      const { rules, ms, held, runs } = await calibrateProperty(property, given, forever);
      assert.deepEqual(
        rules.map(({ learned, rule }) => [learned, rule.exit?.codes]),
        [
          [false, [0]],
          [true, [4]],
        ],
      );
      assert.deepEqual([held, runs, ms >= 200], [3, 3, true]);
    });
    await withProperty(['true', 'true {}'], async (property) => {
      await assert.rejects(calibrateProperty(property, given, forever), /shows the bug on an empty file too/);
    });
  });

  it('names the command that does not hold at the start', async () => {
    await withProperty(['true', 'exit 5 # {}'], async (property) => {
      const given = { input: Buffer.from('x'), learn: [undefined, undefined] };
      await assert.rejects(calibrateProperty(property, given, forever), (error: Error) => {
        assert.ok(error instanceof OracleError);
        assert.match(error.message, /^exit 5 # \{\}: The command fails, but .* Seen: exit code 5/);
        return true;
      });
    });
  });
});
