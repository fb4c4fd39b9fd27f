/** The oracle with real programs: what they do, the oracle must bear. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OracleError } from '../../../src/oracle/calibration/calibrate';
import { calibrateOne, openOracle, type OwnOracle } from '../../support/oracle';
import { braces, fixedText, template } from '../../../src/oracle/processes/command';
import { CannotStart } from '../../../src/oracle/processes/supervise';
import { expectNoRunRoots, freshDirectory, processesWith, until } from '../../support/files';

const forever = new AbortController().signal;
const directory = freshDirectory();
expectNoRunRoots();

async function withOracle<T>(line: string, use: (oracle: OwnOracle) => Promise<T>, fileName = 'input.txt'): Promise<T> {
  const command = { invocation: { line: template(line, braces) }, cwd: fixedText(directory.path) };
  const oracle = await openOracle({ command, fileName });
  try {
    return await use(oracle);
  } finally {
    oracle.dispose();
  }
}

const test = (oracle: OwnOracle, text: string, ms = 5000) => oracle.test(Buffer.from(text), ms, forever);

describe('the oracle', () => {
  it('holds for exit code 0 and for nothing else', async () => {
    for (const [line, verdict] of [
      ['true {}', 'holds'],
      ['exit 3', 'fails'],
      ['kill -SEGV $$', 'fails'],
      ['nosuchprogram {}', 'unresolved'],
    ]) {
      assert.equal((await withOracle(line, (oracle) => test(oracle, 'x'))).verdict, verdict, line);
    }
  });

  it("gives the candidate's very bytes under the input's own name, alone in a directory", async () => {
    const bytes = Buffer.from([0xef, 0xbb, 0xbf, 0x61, 0x0d, 0x0a, 0x00, 0xff]);
    const copy = join(directory.path, 'copy');
    await withOracle(
      `cat "my file.c" > '${copy}' && [ "$(ls -A)" = "my file.c" ]`,
      async (oracle) => assert.equal((await oracle.test(bytes, 5000, forever)).verdict, 'holds'),
      'my file.c',
    );
    assert.deepEqual(readFileSync(copy), bytes);
  });

  it('runs in its own directory if it names the candidate', async () => {
    writeFileSync(join(directory.path, 'needle'), 'x');
    assert.equal((await withOracle('grep -q "$(cat needle)" {}', (oracle) => test(oracle, 'axb'))).verdict, 'holds');
  });

  it('has a cache for what Node.js compiles from test to test, unless there is one already', async () => {
    const line = 'mkdir -p "$NODE_COMPILE_CACHE"; mkdir "$NODE_COMPILE_CACHE/x" || ls {}';
    const before = process.env.NODE_COMPILE_CACHE;
    const used = async () =>
      withOracle(
        `${line} >> seen; [ "$(ls "$NODE_COMPILE_CACHE")" = x ]; echo "$NODE_COMPILE_CACHE" > where`,
        async (oracle) => {
          for (const text of ['a', 'b']) assert.equal((await test(oracle, text)).verdict, 'holds');
          return readFileSync(join(directory.path, 'where'), 'utf8').trim();
        },
      );
    try {
      delete process.env.NODE_COMPILE_CACHE;
      assert.match(await used(), /whittle-run-[^/]*\/node-compile-cache$/);
      assert.equal(
        readFileSync(join(directory.path, 'seen'), 'utf8').split('\n').length,
        2,
        'the second test found it',
      );
      process.env.NODE_COMPILE_CACHE = join(directory.path, 'mine');
      assert.equal(await used(), process.env.NODE_COMPILE_CACHE);
    } finally {
      delete process.env.NODE_COMPILE_CACHE;
      if (before !== undefined) process.env.NODE_COMPILE_CACHE = before;
    }
  });

  it('is asked once for the same content, and counts what it runs', async () => {
    await withOracle('echo run >> log; grep -q a {}', async (oracle) => {
      assert.equal((await test(oracle, 'a')).verdict, 'holds');
      assert.equal((await test(oracle, 'b')).verdict, 'fails');
      assert.equal((await test(oracle, 'a')).verdict, 'holds');
      assert.equal(readFileSync(join(directory.path, 'log'), 'utf8'), 'run\nrun\n');
      assert.equal(oracle.counts.runs, 2);
      assert.ok(oracle.counts.ms > 0);
    });
  });

  it('has its temporary files in the run root, where they do not outlive their test', async () => {
    await withOracle(`mktemp -d > '${join(directory.path, 'where')}'; true {}`, async (oracle) => {
      await test(oracle, 'x');
      const where = readFileSync(join(directory.path, 'where'), 'utf8').trim();
      assert.match(where, /whittle-run-/);
      assert.throws(() => readdirSync(where), /ENOENT/);
    });
  });

  it('may make its directories unreadable', async () => {
    const line = 'mkdir -p "$TMPDIR/x/y"; chmod 000 "$TMPDIR/x" . ; true {}';
    assert.equal((await withOracle(line, (oracle) => test(oracle, 'x'))).verdict, 'holds');
  });

  it('may write without end', async () => {
    const root = directory.path;
    await withOracle('yes a long line of output # {}', async (oracle) => {
      const running = oracle.observe(Buffer.from('x'), 1000, forever);
      await new Promise((resolve) => setTimeout(resolve, 800));
      const used = Number(execFileSync('du', ['-sk', process.env.TMPDIR!], { encoding: 'utf8' }).split('\t')[0]);
      assert.ok(used < 400_000, `${used} KB in ${root}`);
      assert.match((await running).output, /^.{0,30}\n(a long line of output\n)+/);
    });
  });

  it('is not said to have timed out because we were held up', async () => {
    await withOracle('sleep 0.1; true {}', async (oracle) => {
      const running = test(oracle, 'x', 300);
      await new Promise((resolve) => setTimeout(resolve, 30));
      for (const until = Date.now() + 600; Date.now() < until;);
      assert.equal((await running).verdict, 'holds');
    });
  });

  it('may delete its own directory', async () => {
    assert.equal((await withOracle('rm -rf "$PWD"; exit 0', (oracle) => test(oracle, 'x'))).verdict, 'holds');
  });
});

describe('a time-out', () => {
  const cases: [string, string][] = [
    ['a command that sleeps', 'sleep 31.41'],
    ['a command that ignores TERM', "trap '' TERM; while :; do sleep 31.42; done"],
    ['a grandchild that ignores TERM', `sh -c "trap '' TERM; while :; do sleep 31.43; done" & wait`],
    ['a pipeline', 'sleep 31.44 | cat'],
  ];
  for (const [what, line] of cases) {
    it(`kills ${what}, with all it started`, async () => {
      const mark = /31\.4\d/.exec(line)![0];
      await withOracle(`${line} # {}`, async (oracle) => {
        const began = performance.now();
        assert.equal((await test(oracle, 'x', 150)).verdict, 'unresolved');
        assert.ok(performance.now() - began < 20_000);
        assert.equal(oracle.counts.timeouts, 1);
      });
      await until('nothing runs on', () => processesWith(`sleep ${mark}`).length === 0, 20_000);
    });
  }

  it('is not waited for by a child left in the background, which is ended', async () => {
    const began = performance.now();
    const { verdict } = await withOracle('sleep 31.5 & exit 0 # {}', (oracle) =>
      oracle.observe(Buffer.from('x'), 9000, forever),
    );
    assert.equal(verdict, 'holds');
    assert.ok(performance.now() - began < 20_000);
    await until('nothing runs on', () => processesWith('sleep 31.5').length === 0, 20_000);
  });
});

describe('an abort', () => {
  it('ends the test at once and throws the reason', async () => {
    await withOracle('sleep 31.6 # {}', async (oracle) => {
      const controller = new AbortController();
      const running = oracle.test(Buffer.from('x'), 60_000, controller.signal);
      setTimeout(() => controller.abort(new Error('enough')), 100);
      await assert.rejects(running, /enough/);
    });
    await until('nothing runs on', () => processesWith('sleep 31.6').length === 0, 20_000);
  });

  it('by disposal ends what runs without waiting', async () => {
    await withOracle('sleep 31.7 # {}', async (oracle) => {
      const running = oracle.test(Buffer.from('x'), 60_000, forever).catch(() => {});
      await until('the test runs', () => processesWith('sleep 31.7').length > 0);
      oracle.dispose();
      await running;
    });
    await until('nothing runs on', () => processesWith('sleep 31.7').length === 0, 20_000);
  });
});

describe('calibration', () => {
  const input = Buffer.from('a needle in hay');
  const calibrated = (line: string, timeoutMs?: number) =>
    withOracle(line, (oracle) => calibrateOne(oracle, { input, empty: Buffer.alloc(0), timeoutMs }, forever));

  it('measures a test, and sets a time-out of ten times that, at least a second', async () => {
    const { ms, timeoutMs } = await calibrated('sleep 0.15; grep -q needle {}');
    assert.ok(ms >= 150);
    assert.equal(timeoutMs, Math.max(1000, Math.ceil(10 * ms)));
  });

  const problems: [string, string, RegExp][] = [
    [
      'the wrong sense',
      'grep -q diamond {}',
      /not in the expected way. Expected: exit code 0. Seen: exit code 1. It ran on a copy/,
    ],
    [
      'a file it cannot know of',
      'grep -q needle other.txt',
      /\(exit code 2\)\. It does not name its input, so it ran in a directory/,
    ],
    ['a missing program', 'nosuchprogram {}', /was not found or cannot be run \(.*nosuchprogram/],
    ['a signal', 'kill -ABRT $$ # {}', /exit code 134 \(SIGABRT\)/],
    ['a property of everything', 'true {}', /succeeds on this file and on an empty one/],
  ];
  for (const [what, line, message] of problems) {
    it(`tells ${what} in one sentence`, async () => {
      await assert.rejects(calibrated(line), (error: Error) => {
        assert.ok(error instanceof OracleError);
        assert.match(error.message, message);
        assert.ok(!error.message.includes('\n'));
        return true;
      });
    });
  }

  it('tells a test that does not end', async () => {
    await assert.rejects(calibrated('sleep 31.8 # {}', 100), /did not end within 0.1 s/);
  });

  it('keeps what the command said', async () => {
    const said = await calibrated('echo out; echo err >&2; exit 1 # {}').catch((error: OracleError) => error.output);
    assert.equal(said, 'out\nerr');
  });

  it('tells a program or directory that is not there', async () => {
    const command = { invocation: { program: fixedText('nosuchprogram'), args: [] }, cwd: fixedText('/') };
    const oracle = await openOracle({ command, fileName: 'x' });
    await assert.rejects(oracle.observe(input, 1000, forever), CannotStart);
    await assert.rejects(calibrateOne(oracle, { input }, forever), /could not be started.*nosuchprogram/);
    oracle.dispose();
  });
});
