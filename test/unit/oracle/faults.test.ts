/** What tests may do to us, with real processes: after each no process and no file of it is left, which the hooks see to. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { lstatSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { platform } from '../../../src/oracle/platform/platform';
import { braces, fixedText, template } from '../../../src/oracle/processes/command';
import { openOracle, type OwnOracle } from '../../support/oracle';
import { expectNoRunRoots, freshDirectory, processesOf, until, withVariable } from '../../support/files';
import { seldom } from '../../support/seldom';

const forever = new AbortController().signal;
const directory = freshDirectory();
expectNoRunRoots();

/** Processes that carry the mark of a test run by this one: others may run on the machine. */
const marked = () => processesOf(`TMPDIR=${process.env.TMPDIR}/whittle-run-`).length;

async function withOracle<T>(line: string, use: (oracle: OwnOracle) => Promise<T>): Promise<T> {
  const command = { invocation: { line: template(line, braces) }, cwd: fixedText(directory.path) };
  const oracle = await openOracle({ command, fileName: 'input.txt' });
  try {
    return await use(oracle);
  } finally {
    oracle.dispose();
  }
}

const test = (oracle: OwnOracle, text: string, ms = 9000, signal = forever) =>
  oracle.test(Buffer.from(text), ms, signal);

describe('what a test has started dies', () => {
  const escape = `setsid sh -c "trap '' TERM; setsid sleep 32.1; sleep 32.2" &`;

  it('at a time-out, be it in a session of its own', async () => {
    await withOracle(`${escape} sleep 32.3 # {}`, async (oracle) => {
      assert.equal((await test(oracle, 'x', 300)).verdict, 'unresolved');
      await until('nothing runs on', () => marked() === 0, 20_000);
    });
  });

  it('at an abort, be it in a session of its own', async () => {
    await withOracle(`${escape} sleep 32.3 # {}`, async (oracle) => {
      const controller = new AbortController();
      const running = test(oracle, 'x', 60_000, controller.signal);
      await until('all of it runs', () => marked() === 4);
      controller.abort(new Error('enough'));
      await assert.rejects(running, /enough/);
      await until('nothing runs on', () => marked() === 0, 20_000);
    });
  });

  it('soon after an ordinary end, while the next test keeps what it has started', async () => {
    const gate = join(directory.path, 'gate');
    execFileSync('mkfifo', [gate]);
    const line = `grep -q long {} && { setsid sleep 32.4 & read go < '${gate}'; exit 0; }; ${escape} exit 0`;
    await withOracle(line, async (oracle) => {
      await test(oracle, 'a');
      const long = test(oracle, 'long');
      await test(oracle, 'b');
      await until('only the long test runs', () => marked() === 2, 20_000);
      writeFileSync(gate, 'go\n');
      assert.equal((await long).verdict, 'holds');
    });
  });

  describe('in sandbox-exec, which has no PID namespace', () => {
    withVariable('WHITTLE_PROTECT', '');

    it('soon after an ordinary end', async () => {
      const { isolate } = platform;
      const words = [process.execPath, resolve('dist/launcher.js'), platform.pidSpace()];
      // A sandbox that refuses nothing.
      platform.isolate = () => ({ name: 'sandbox-exec', words, shadows: [] });
      try {
        await withOracle(`${escape} exit 0 # {}`, async (oracle) => {
          assert.equal(oracle.layer, 'sandbox-exec');
          assert.equal((await test(oracle, 'x')).verdict, 'holds');
          await until('nothing runs on', () => marked() === 0, 20_000);
        });
      } finally {
        platform.isolate = isolate;
      }
    });
  });

  it('at disposal, be it in a session of its own', async () => {
    await withOracle(`${escape} sleep 32.3 # {}`, async (oracle) => {
      const running = test(oracle, 'x', 60_000).catch(() => {});
      await until('all of it runs', () => marked() === 4);
      oracle.dispose();
      await until('nothing runs on', () => marked() === 0, 20_000);
      await running;
    });
  });

  for (const [what, start] of [
    ['in one group', 'sh'],
    ['each in a session of its own', 'setsid sh'],
  ]) {
    it(`if it is a tree of 500, ten generations deep, ${what}`, async () => {
      const script = join(directory.path, 'grow.sh');
      writeFileSync(script, `[ $1 -le 1 ] || ${start} '${script}' $(($1 - 1)) &\nexec sleep 32.5\n`);
      const line = `for i in $(seq 50); do ${start} '${script}' 10 & done; wait; sleep 32.6 # {}`;
      await withOracle(line, async (oracle) => {
        const controller = new AbortController();
        const running = test(oracle, 'x', 60_000, controller.signal);
        await until('the tree has grown', () => marked() >= 501, 30_000);
        controller.abort(new Error('enough'));
        await assert.rejects(running, /enough/);
        await until('nothing runs on', () => marked() === 0, 20_000);
      });
    });
  }

  it('if it forks all the time', async () => {
    const script = join(directory.path, 'fork.sh');
    writeFileSync(script, `for i in $(seq 200); do setsid sh -c 'sleep 32.7' & done; wait\n`);
    await withOracle(`setsid sh '${script}' & setsid sh '${script}' & sleep 32.8 # {}`, async (oracle) => {
      assert.equal((await test(oracle, 'x', 150)).verdict, 'unresolved');
      await until('nothing runs on', () => marked() === 0, 20_000);
    });
  });
});

describe('a test that is no good guest', () => {
  it('may leave a child that holds its output', async () => {
    await withOracle('echo said; setsid sleep 33.1 & sleep 33.2 & exit 0 # {}', async (oracle) => {
      const { verdict, output, ms } = await oracle.observe(Buffer.from('x'), 30_000, forever);
      assert.deepEqual([verdict, output], ['holds', 'said']);
      assert.ok(ms < 10_000);
    });
  });

  seldom.it('may write a gigabyte, which takes neither disk nor memory', async () => {
    await withOracle('head -c 1000000000 /dev/zero; echo end # {}', async (oracle) => {
      const memory = process.memoryUsage().rss;
      let most = 0;
      const watch = setInterval(() => (most = Math.max(most, blocksIn(process.env.TMPDIR!))), 3);
      const { verdict, output } = await oracle.observe(Buffer.from('x'), 60_000, forever);
      clearInterval(watch);
      assert.equal(verdict, 'holds');
      assert.match(output, /end$/);
      assert.ok(most > 0 && most < 200e6, `${most} bytes on disk`);
      assert.ok(process.memoryUsage().rss - memory < 100e6);
    });
  });

  it('may delete its directories, or make them links to others', async () => {
    writeFileSync(join(directory.path, 'input.txt'), 'mine');
    const link = (place: string) => `rm -rf "${place}" && ln -s '${directory.path}' "${place}"`;
    for (const line of ['rm -rf "$PWD" "$TMPDIR"', link('$PWD'), link('$TMPDIR')]) {
      await withOracle(`${line}; exit 0`, async (oracle) => {
        assert.equal((await test(oracle, 'x')).verdict, 'holds');
        assert.equal((await test(oracle, 'y')).verdict, 'holds');
      });
    }
    assert.equal(readFileSync(join(directory.path, 'input.txt'), 'utf8'), 'mine');
  });

  it('does not see what another has left', async () => {
    const line = '[ "$(ls . "$TMPDIR" | wc -l)" = 4 ] || exit 1; touch left "$TMPDIR/left"; mkdir -p a/b; chmod 500 a';
    await withOracle(line, async (oracle) => {
      for (const text of 'abc') assert.equal((await test(oracle, text)).verdict, 'holds');
    });
  });
});

describe('a test that nothing keeps from the run root', () => {
  withVariable('WHITTLE_PROTECT', 'off');

  it('may delete it: the next one has it again', async () => {
    await withOracle('grep -q x {} || exit 1; rm -rf "$(dirname "$TMPDIR")"', async (oracle) => {
      assert.equal((await test(oracle, 'x')).verdict, 'holds');
      assert.equal((await test(oracle, 'another x')).verdict, 'holds');
    });
  });
});

/** What the files in a directory and below it take on disk, bytes. */
function blocksIn(path: string): number {
  try {
    // With types: without them, directories behind links are entered too.
    const entries = readdirSync(path, { recursive: true, withFileTypes: true });
    return entries.reduce((sum, { parentPath, name }) => sum + lstatSync(join(parentPath, name)).blocks * 512, 0);
  } catch {
    return 0;
  }
}
