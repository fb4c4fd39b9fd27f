/** `--record` and `--replay` as users run them: what was asked once need not be run again, and what is simulated says so. */
import assert from 'node:assert/strict';
import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
import { samples } from '../../support/samples';
import { eventsOf, finishedOf, whittle, workplace } from '../../support/cli';

const { directory, at, write, read } = workplace();

const reduce = (...args: string[]) => whittle(['reduce', 'a.js', '-o', 'b.js', '--json', ...args], directory.path);
/** Counts its runs. */
const test = ['--test', `echo run >> '${'$HOME'}/runs'; grep -q x.push {}`];
const runsOf = () => (existsSync(at('runs')) ? read('runs').split('\n').length - 1 : 0);

describe('recordings', () => {
  let home: string | undefined;
  before(() => (home = process.env.HOME));
  beforeEach(() => {
    process.env.HOME = directory.path;
    write('a.js', samples.javascript.text);
  });
  afterEach(() => void (process.env.HOME = home));

  it('replay a run without its command: the same tests, the same result, nothing simulated', async () => {
    const first = await reduce(...test, '--record', 'r.jsonl');
    assert.equal(first.code, 0, first.stderr);
    const [result, runs] = [read('b.js'), runsOf()];
    const second = await reduce('--replay', 'r.jsonl');
    assert.equal(second.code, 0, second.stderr);
    assert.equal(runsOf(), runs, 'nothing was run');
    assert.equal(read('b.js'), result);
    const [was, is] = [finishedOf(first), finishedOf(second)];
    assert.deepEqual(is.search, was.search);
    assert.equal(was.replayed, undefined);
    // The empty input is tested by calibration, which is not recorded.
    assert.ok(is.replayed!.recorded > was.search.tests && is.replayed!.simulated <= 1, JSON.stringify(is.replayed));
    assert.ok(eventsOf(second).some((event) => event.event === 'notice' && /^No command is run/.test(event.message)));
  });

  it('simulate for another search what was not recorded, and say how much of it', async () => {
    await reduce(...test, '--record', 'r.jsonl', '--search', 'treewide');
    const runs = runsOf();
    const other = await reduce('--replay', 'r.jsonl', '--search', 'hddr:ddmin');
    assert.equal(other.code, 0, other.stderr);
    assert.equal(runsOf(), runs);
    assert.ok(finishedOf(other).replayed!.simulated > 5);
    assert.match(read('b.js'), /x\.push/);
    const table = await whittle(
      ['compare', 'a.js', '--replay', 'r.jsonl', '--of', 'hddr:cdd,hddr:ddmin'],
      directory.path,
    );
    assert.equal(table.code, 0, table.stderr);
    assert.equal(table.stdout.match(/verdicts SIMULATED/g)?.length, 2, table.stdout);
    assert.equal(runsOf(), runs);
  });

  it('spare the command what it was asked before, whatever asks', async () => {
    await reduce(...test, '--record', 'r.jsonl', '--search', 'hddr');
    const without = runsOf();
    const again = await reduce(...test, '--replay', 'r.jsonl', '--record', 'r.jsonl', '--search', 'hddr');
    const { replayed, confirmed, search } = finishedOf(again);
    assert.ok(confirmed && replayed!.simulated === 0 && replayed!.recorded >= search.tests);
    assert.ok(runsOf() - without < 8, 'calibration and confirmation are run');
    const lines = read('r.jsonl').trim().split('\n');
    assert.equal(lines.filter((line) => line.includes('"result"')).length, 2, 'each run adds its result');
    assert.equal(new Set(lines.slice(1)).size, lines.length - 2, 'and no verdict twice');
  });

  it('survive a kill in the last line, and go on after it', async () => {
    await reduce(...test, '--record', 'r.jsonl', '--max-tests', '10');
    appendFileSync(at('r.jsonl'), '{"key":"cut o');
    assert.equal((await reduce('--replay', 'r.jsonl')).code, 0);
    await reduce(...test, '--record', 'r.jsonl');
    const { replayed, search } = finishedOf(await reduce('--replay', 'r.jsonl'));
    assert.ok(replayed!.recorded > search.tests && replayed!.simulated <= 1, JSON.stringify(replayed));
  });

  const wrong: [string, string[], () => void, RegExp][] = [
    ['no such file', ['--replay', 'none.jsonl'], () => {}, /none\.jsonl is not there: name a file that --record/],
    ['no recording', ['--replay', 'r.jsonl'], () => writeFileSync(at('r.jsonl'), 'hello\n'), /is no recording/],
    ['a folder', ['--replay', '.'], () => {}, /\. cannot be read \(EISDIR\)/],
    ['another input', ['--replay', 'r.jsonl'], () => write('a.js', 'let x;\n'), /is the recording of another input/],
    ['another test', ['--test', 'true', '--record', 'r.jsonl'], () => {}, /is the recording of another test/],
    ['nothing to record', ['--replay', 'r.jsonl', '--record', 's.jsonl'], () => {}, /Nothing is run that could/],
    ['no way to write', [...test, '--record', 'no/r.jsonl'], () => {}, /cannot be written \(ENOENT\): name another/],
  ];
  for (const [what, args, prepare, message] of wrong) {
    it(`refuse ${what}, in one sentence`, async () => {
      await reduce(...test, '--record', 'r.jsonl', '--max-tests', '5');
      prepare();
      const run = await reduce(...args);
      assert.equal(run.code, 2, run.stderr);
      assert.match(run.stderr, message);
      assert.equal(run.stderr.trim().split('\n').length, 1, run.stderr);
    });
  }
});
