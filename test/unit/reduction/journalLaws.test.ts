/** Journals: whatever a run has come to, its journal leads to the same end by the same way. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Job, JobFile } from '../../../src/reduction/job';
import type { PassFunction } from '../../../src/oracle/passes';
import { reducers } from '../../../src/reducers/registry';
import { optionsUsed, searchFrom } from '../../../src/reduction/searches/searchValue';
import { strategies } from '../../../src/strategies/registry';
import { freshDirectory } from '../../support/files';
import type { TextValues } from '../../support/jobs';
import { filesPart, holds, isolationPart, part, text, usual, type Part } from '../../support/journaled';
import { plainer } from '../../support/passes';
import { drawing } from '../../support/random';
import { seldom } from '../../support/seldom';

const directory = freshDirectory();
const file = () => join(directory.path, 'journal');

/** Interrupted after every `step` commits and resumed, until it ends. */
async function inParts(
  run: (place: Job['journal'], most: number) => Promise<Part>,
  step: () => number,
  isInOrder = true,
): Promise<Part & { readonly parts: number }> {
  let before: readonly string[] = [];
  for (let parts = 1; ; parts++) {
    const one = await run({ file: file() }, step());
    if (isInOrder) assert.deepEqual(one.told.slice(0, before.length), before);
    before = one.told;
    if (one.ending !== 'interrupted') return { ...one, parts };
    assert.ok(parts < 3000, 'it gets nowhere');
  }
}

const parting = (job: TextValues) => (place: Job['journal'], most: number) => part(job, place, most);

const everything = { effort: 'thorough', p0: 'auto' } as const;

/** The search with all of these options that it uses. */
function withEverything(name: string): string {
  const search = searchFrom(name);
  const used = Object.entries(everything).filter(([option]) => optionsUsed(search).some((one) => one === option));
  return [name, ...used.map(([option, value]) => `${option}=${value}`)].join('+');
}

describe('a journal', function () {
  this.timeout(720_000); // a run for each commit, also in Wine on a busy machine

  for (const strategy of strategies) {
    it(`leads to the same bytes by the same way, wherever the run was interrupted: ${strategy.name}`, async () => {
      const some = strategy.usesReducer ? reducers.filter(({ name }) => name !== 'naive') : [undefined];
      for (const one of some) {
        const reducer = one?.name;
        const search = withEverything(one ? `${strategy.name}:${one.name}` : strategy.name);
        const job: TextValues = { ...usual, search };
        const whole = await part(job, undefined);
        const draw = drawing(whole.told.length);
        const resumed = await inParts(parting(job), () => 1 + draw(Math.ceil(whole.told.length / 4)));
        assert.ok(resumed.parts > 2 || whole.told.length < 5, reducer);
        assert.deepEqual(resumed.told, whole.told, reducer);
        assert.deepEqual([resumed.result, resumed.ending], [whole.result, 'done'], reducer);
        assert.deepEqual(resumed.counts, whole.counts, reducer);
        writeFileSync(file(), '');
      }
    });
  }

  it('does so when interrupted after every single commit', async () => {
    for (const strategy of ['treewide', 'hddr']) {
      const job: TextValues = { ...usual, search: strategy };
      const whole = await part(job, undefined);
      const resumed = await inParts(parting(job), () => 1);
      assert.deepEqual([resumed.told, resumed.result], [whole.told, whole.result], strategy);
      writeFileSync(file(), '');
    }
  });

  it('does so with external passes, for any number of jobs', async () => {
    // A text that is asked again and again does not tell where a part has begun.
    const tests = (told: readonly string[]) => told.filter((line) => line.endsWith(' false'));
    for (const search of ['treewide', 'lines']) {
      const job: TextValues = { ...usual, search, passes: [{ call: plainer }, { call: () => [] }] };
      const whole = await part(job, undefined);
      const without = await part({ ...usual, search }, undefined);
      assert.ok(holds(whole.result!) && whole.told.length > without.told.length);
      let turn = 0;
      const resumed = await inParts(
        (place, most) => part({ ...job, jobs: 1 + (turn++ % 4) }, place, most),
        () => 4,
      );
      assert.ok(resumed.parts > 5, `${resumed.parts}`);
      assert.deepEqual(
        [tests(resumed.told), resumed.result, resumed.counts],
        [tests(whole.told), whole.result, whole.counts],
        search,
      );
      writeFileSync(file(), '');
    }
  });

  it('goes on without a pass as it did, and holds if a pass answers otherwise', async () => {
    const job = (call: PassFunction): TextValues => {
      return { ...usual, search: 'lines', passes: [{ call: Object.defineProperty(call, 'name', { value: 'pass' }) }] };
    };
    let asked = 0;
    const twice: PassFunction = (question) => {
      if (++asked > 2) throw new Error('worn out');
      return plainer(question);
    };
    const whole = await part(job(twice), { file: file() });
    assert.equal(asked, 3);
    assert.match(JSON.stringify(whole.events), /The pass pass is left out \(worn out\)/);
    const again = await part(
      job((question) => plainer(question)),
      { file: file() },
    );
    assert.deepEqual([again.told, again.result, again.asked], [whole.told, whole.result, 0]);
    writeFileSync(file(), '');
    const first = await part(job(plainer), { file: file() }, whole.told.length);
    assert.equal(first.ending, 'interrupted');
    const other = await part(
      job(() => []),
      { file: file() },
    );
    assert.deepEqual([other.ending, holds(other.result!)], ['done', true]);
  });

  it('does so of a difference between two texts', async () => {
    const whole = await isolationPart('', undefined);
    const resumed = await inParts(
      (place, most) => isolationPart('', place, most),
      () => 1,
    );
    assert.ok(
      resumed.told.some((line) => line.includes(' holds ')) && resumed.told.some((line) => line.includes(' fails ')),
    );
    assert.deepEqual([resumed.told, resumed.result], [whole.told, whole.result]);
  });

  seldom.it('does so of several files', async () => {
    const named = (path: string, more: string): JobFile => ({ path, text: `${more}\n${text}`, encoding: 'utf8' });
    const files = [
      named('a.js', 'let first;'),
      named('lib/b.js', 'let second;'),
      { ...named('c.txt', 'c'), text: 'x\ny\n' },
    ];
    const isRight = (all: string) => /first[^]*---[^]*second/.test(all) && all.split('x.push').length > 2;
    for (const strategy of ['treewide', 'hddr']) {
      const job = { files, search: strategy };
      const whole = await filesPart(job, isRight, undefined);
      const draw = drawing(3);
      const resumed = await inParts(
        (place, most) => filesPart(job, isRight, place, most),
        () => 1 + draw(9),
      );
      assert.ok(resumed.parts > 5);
      assert.deepEqual(resumed.told, whole.told, strategy);
      assert.deepEqual([resumed.result, resumed.counts], [whole.result, whole.counts], strategy);
      writeFileSync(file(), '');
    }
  });

  it('does so with several jobs in order, whatever the number before and after', async () => {
    const whole = await part(usual, undefined);
    const draw = drawing(1);
    for (const jobs of [3, 1, 2, 16, 4]) {
      const one = await part({ ...usual, jobs }, { file: file() }, jobs === 4 ? Infinity : 10 + draw(20));
      assert.deepEqual(one.told, whole.told.slice(0, one.told.length));
      if (jobs === 4) assert.deepEqual([one.result, one.counts], [whole.result, whole.counts]);
    }
  });

  it('of a run that takes what finishes first leads to an end, and counts everything once', async () => {
    for (const loop of ['parallel', 'combined']) {
      const search = `hddr:ddmin+order=subsets-first+loop=${loop}+commit=first-finished`;
      const job: TextValues = { ...usual, jobs: 3, search };
      const { told, result, counts, parts } = await inParts(parting(job), () => 9, false);
      assert.ok(parts > 3 && holds(result!));
      const tested = told.filter((line) => line.endsWith('false'));
      assert.equal(new Set(tested).size, counts.tests);
      writeFileSync(file(), '');
    }
  });

  seldom.it('is of use wherever it was torn', async () => {
    const whole = await part(usual, undefined);
    await inParts(parting(usual), () => 5);
    const lines = readFileSync(file());
    const draw = drawing(3);
    for (let count = 0; count < 25; count++) {
      writeFileSync(file(), lines.subarray(0, draw(lines.length)));
      const { told, result, counts } = await part(usual, { file: file() });
      assert.deepEqual(told, whole.told);
      assert.deepEqual([result, counts], [whole.result, whole.counts]);
      // It has been written on.
      const again = await part(usual, { file: file() });
      assert.deepEqual([again.asked, again.result], [0, whole.result]);
    }
  });

  it('has skips', async () => {
    const whole = await part(usual, { file: file() }, Infinity, 20);
    assert.notDeepEqual(whole.told, (await part(usual, undefined)).told);
    writeFileSync(file(), '');
    const first = await part(usual, { file: file() }, 40, 20);
    assert.equal(first.events.filter(({ event }) => event === 'skipped').length, 0, 'the walk tells by onSkip');
    const rest = await part(usual, { file: file() });
    assert.deepEqual(rest.told, whole.told);
    assert.equal(rest.result, whole.result);
  });
});
