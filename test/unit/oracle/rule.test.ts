/** Verdict rules: what they say of an end, how they are written, and what real programs make of them. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { braces, fixedText, template } from '../../../src/oracle/processes/command';
import { openOracle, type OwnOracle, type OracleOptions } from '../../support/oracle';
import { judgeOf, RuleError, statusOf, type VerdictRule } from '../../../src/oracle/judging/rule';
import { type RuleWords, describedRule, ruleFrom } from '../../../src/oracle/judging/ruleWords';
import { expectNoRunRoots, freshDirectory, processesWith, until } from '../../support/files';

const forever = new AbortController().signal;
const directory = freshDirectory();
expectNoRunRoots();

const ruleOf = (words: RuleWords) => ruleFrom(words) as VerdictRule;

async function verdict(line: string, rule: VerdictRule, more: Partial<OracleOptions> & { stdin?: boolean } = {}) {
  return withOracle(line, { rule, ...more }, async (oracle) => {
    const answer = await oracle.test(Buffer.from('a needle\n'), 8000, forever);
    return answer.verdict;
  });
}

async function withOracle<T>(
  line: string,
  { stdin, ...options }: Partial<OracleOptions> & { stdin?: boolean },
  use: (oracle: OwnOracle) => Promise<T>,
): Promise<T> {
  const command = { invocation: { line: template(line, braces) }, cwd: fixedText(directory.path), stdin };
  const oracle = await openOracle({ command, fileName: 'in.txt', ...options });
  try {
    return await use(oracle);
  } finally {
    oracle.dispose();
  }
}

describe('a verdict rule', () => {
  const silent = { stdout: '', stderr: '' };

  it('judges exit codes: one, one of several, any but, any', () => {
    const cases: [RuleWords['exit'], number[], number[]][] = [
      ['0', [0], [1, 139]],
      [3, [3], [0, 1]],
      ['1,2', [1, 2], [0, 3]],
      [' not  0 ', [1, 139], [0]],
      ['not 0, 1', [2], [0, 1]],
      ['signal SEGV', [139], [0, 1, 134]],
      ['1, signal sigabrt', [1, 134], [0, 139]],
      ['not signal KILL', [0, 139], [137]],
      ['any', [0, 1, 139], []],
    ];
    for (const [exit, holding, failing] of cases) {
      const judge = judgeOf(exit === 'any' ? {} : ruleOf({ exit }));
      for (const status of holding) assert.equal(judge(status, silent), 'holds', `${exit}: ${status}`);
      for (const status of failing) assert.equal(judge(status, silent), 'fails', `${exit}: ${status}`);
    }
  });

  it('has no verdict at 125, unless it names it', () => {
    for (const exit of ['0', '1', 'not 0', 'any']) {
      assert.equal(judgeOf(ruleOf({ exit, match: 'x' }))(125, { stdout: 'x', stderr: '' }), 'unresolved', exit);
    }
    assert.equal(judgeOf(ruleOf({ exit: '125' }))(125, silent), 'holds');
    assert.equal(judgeOf(ruleOf({ exit: 'not 0,125' }))(125, silent), 'fails');
  });

  it('has none at 126 and 127, which a shell says, unless it names them or a pattern tells more', () => {
    const nothing = { stdout: '', stderr: '' };
    for (const status of [126, 127]) {
      assert.equal(judgeOf({ exit: { codes: [0], not: true } })(status, nothing), 'unresolved');
      assert.equal(judgeOf({ exit: { codes: [0] } })(status, nothing), 'unresolved');
      assert.equal(judgeOf({ noMatch: [{ pattern: 'x' }] })(status, nothing), 'unresolved');
      assert.equal(judgeOf({ exit: { codes: [status] } })(status, nothing), 'holds');
      const spoken = judgeOf({ match: [{ pattern: 'ICE' }] });
      assert.deepEqual([spoken(status, { ...nothing, stderr: 'ICE' }), spoken(status, nothing)], ['holds', 'fails']);
    }
  });

  it('judges output: patterns that must and must not match, on one stream or on either', () => {
    const said = { stdout: 'one\ntwo\n', stderr: 'three\n' };
    const cases: [RuleWords, boolean][] = [
      [{ match: '^two$' }, true],
      [{ match: 'three' }, true],
      [{ match: 'stdout:three' }, false],
      [{ match: 'stderr:^three$' }, true],
      [{ match: ['one', 'three'] }, true],
      [{ match: ['one', 'four'] }, false],
      [{ match: 'one', noMatch: 'three' }, false],
      [{ match: 'one', noMatch: 'stdout:three' }, true],
      [{ exit: 'any', noMatch: ['four', 'stderr:one'] }, true],
      [{ match: 'one', exit: '0' }, false],
    ];
    for (const [words, holds] of cases) {
      assert.equal(judgeOf(ruleOf(words))(1, said), holds ? 'holds' : 'fails', JSON.stringify(words));
    }
  });

  it('asks for exit code 0, if it asks for nothing else than what must not be said', () => {
    assert.deepEqual(ruleFrom({ noMatch: 'x' }), { exit: { codes: [0] }, noMatch: [{ pattern: 'x' }] });
    assert.equal(ruleFrom({}), undefined);
    assert.equal(ruleFrom({ sameFailure: true }), 'same-failure');
  });

  const wrong: [RuleWords, RegExp][] = [
    [{ match: '(' }, /^\/\(\/ is not a regular expression \(unterminated group\): correct it, or put/],
    [{ noMatch: 'stderr:[' }, /^\/\[\/ is not a regular expression/],
    [{ match: 'stdout:' }, /^An empty pattern matches everything: give a regular expression\.$/],
    [{ exit: 'never' }, /^"never" is not an exit code rule: write 0, 1,2, not 0, signal SEGV or any\.$/],
    [{ exit: '' }, /is not an exit code rule/],
    [{ exit: 'signal NONE' }, /is not an exit code rule/],
    [{ exit: -1 }, /is not an exit code rule/],
    [{ exit: 'not any' }, /is not an exit code rule/],
    [{ sameFailure: true, exit: '1' }, /^The rule of the same failure .* cannot be combined with exit codes/],
  ];
  for (const [words, message] of wrong) {
    it(`that cannot be is told in one sentence: ${JSON.stringify(words)}`, () => {
      assert.throws(
        () => ruleFrom(words),
        (error: Error) => error instanceof RuleError && message.test(error.message),
      );
    });
  }

  it('says in words what it asks for', () => {
    assert.equal(describedRule({ exit: { codes: [0] } }), 'exit code 0');
    assert.equal(
      describedRule(ruleOf({ exit: 'signal SEGV, 1', match: 'stderr:^a', noMatch: 'b' })),
      'exit code 139 (SIGSEGV) or 1, and stderr matches /^a/, and the output does not match /b/',
    );
    assert.equal(describedRule(ruleOf({ exit: 'not 0' })), 'any exit code but 0');
  });

  it('takes a signal for what a shell would tell of it', () => {
    assert.equal(statusOf({ exitCode: 3 }), 3);
    assert.equal(statusOf({ exitCode: undefined, signal: 'SIGSEGV' }), 139);
  });
});

describe('an oracle with a rule', () => {
  it('knows a crash, by itself and as a shell tells it', async () => {
    for (const line of ['kill -SEGV $$ # {}', 'sh -c "kill -SEGV \\$\\$"; exit $? # {}']) {
      assert.equal(await verdict(line, ruleOf({ exit: 'signal SEGV' })), 'holds', line);
      assert.equal(await verdict(line, ruleOf({ exit: 'signal ABRT' })), 'fails', line);
    }
  });

  it('keeps stdout and stderr apart', async () => {
    const line = 'echo needle; echo hay >&2; exit 1 # {}';
    assert.equal(await verdict(line, ruleOf({ match: ['stdout:^needle$', 'stderr:^hay$'] })), 'holds');
    assert.equal(await verdict(line, ruleOf({ match: 'stderr:needle' })), 'fails');
  });

  it('reads through colours and line ends of other systems', async () => {
    const line = `printf '\\033[31mError\\033[39m: x\\r\\n' # {}`;
    assert.equal(await verdict(line, ruleOf({ match: '^Error: x$' })), 'holds');
  });

  it('finds what is said first and what is said last, however much is said between', async () => {
    const line = 'echo first; yes "a long line between" | head -c 40000000; echo; echo last # {}';
    assert.equal(await verdict(line, ruleOf({ match: ['^first$', '^last$'], noMatch: '^never$' })), 'holds');
  });

  it('does not wait for a child left in the background that holds its output', async () => {
    const began = performance.now();
    assert.equal(await verdict('echo said; sleep 33.1 & exit 1 # {}', ruleOf({ match: 'said' })), 'holds');
    assert.ok(performance.now() - began < 20_000);
    await until('nothing runs on', () => processesWith('sleep 33.1').length === 0, 20_000);
  });

  it('has no verdict for a test that does not end, whatever it has said', async () => {
    await withOracle('echo said; sleep 33.2 # {}', { rule: ruleOf({ match: 'said' }) }, async (oracle) => {
      assert.equal((await oracle.test(Buffer.from('x'), 300, forever)).verdict, 'unresolved');
    });
    await until('nothing runs on', () => processesWith('sleep 33.2').length === 0, 20_000);
  });

  it('forgets what it knew, if it is to judge by another rule', async () => {
    await withOracle('exit 1 # {}', {}, async (oracle) => {
      const ask = async () => (await oracle.test(Buffer.from('x'), 5000, forever)).verdict;
      assert.equal(await ask(), 'fails');
      oracle.judgeBy(ruleOf({ exit: '1' }));
      assert.deepEqual([await ask(), oracle.rule, oracle.counts.runs], ['holds', { exit: { codes: [1] } }, 2]);
    });
  });

  it('has a test read the candidate on its standard input, in its own directory', async () => {
    writeFileSync(join(directory.path, 'here'), '');
    assert.equal(await verdict('test -e here && grep -q needle', ruleOf({ exit: 0 }), { stdin: true }), 'holds');
    assert.equal(await verdict('grep -q diamond', ruleOf({ exit: 0 }), { stdin: true }), 'fails');
    const program = { invocation: { program: fixedText('grep'), args: [fixedText('-q'), fixedText('needle')] } };
    const command = { ...program, cwd: fixedText(directory.path), stdin: true };
    assert.equal(await verdict('', ruleOf({ exit: 0 }), { command }), 'holds');
  });
});

describe('an oracle that is asked several times', () => {
  /** Ends with the next of these codes at each run. */
  const scripted = (codes: string) => {
    writeFileSync(join(directory.path, 'codes'), codes.split('').join('\n'));
    writeFileSync(join(directory.path, 'at'), '');
    return 'echo >> at; exit $(sed -n "$(wc -l < at | tr -d " ")p" codes) # {}';
  };

  const cases: [string, string, number, number, number, string][] = [
    ['as often as is needed', '00', 5, 2, 2, 'holds'],
    ['until too few are left', '1011', 5, 3, 4, 'fails'],
    ['no more than once', '0', 5, 1, 1, 'holds'],
    ['to the last run', '01010', 5, 3, 5, 'holds'],
    ['until all have failed', '111', 3, 1, 3, 'fails'],
  ];
  for (const [what, codes, runs, need, asked, expected] of cases) {
    it(`runs ${what}: ${need} of ${runs}`, async () => {
      await withOracle(scripted(codes), { repeat: { runs, need } }, async (oracle) => {
        assert.equal((await oracle.test(Buffer.from('x'), 5000, forever)).verdict, expected);
        assert.equal(oracle.counts.runs, asked);
        await oracle.test(Buffer.from('x'), 5000, forever);
        assert.equal(oracle.counts.runs, asked, 'the verdict is remembered');
      });
    });
  }
});
