/** A whole reduction in this process, from a job to its outcome. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OracleError } from '../../../src/oracle/calibration/calibrate';
import type { ReductionEvent } from '../../../src/reduction/events/events';
import type { Job, RuledCommand } from '../../../src/reduction/job';
import { logLines } from '../../../src/reduction/events/logLines';
import { reduce } from '../../../src/reduction/reduce';
import { withProperty } from '../../../src/reduction/session';
import { removedRanges, render } from '../../../src/text/source';
import { expectNoRunRoots, freshDirectory } from '../../support/files';
import { jobWith, lineIn, type TextValues } from '../../support/jobs';
import { samples } from '../../support/samples';
import { seldom } from '../../support/seldom';

const forever = new AbortController().signal;
const directory = freshDirectory();
expectNoRunRoots();

function jobOf(fileName: string, text: string, line: string, more: TextValues = {}): Job {
  return jobWith({ fileName, text, command: line, ...more });
}

async function reduced(job: Job) {
  const events: ReductionEvent[] = [];
  const outcome = await reduce(job, (event) => events.push(event), forever);
  return { ...outcome, events };
}

describe('a reduction', () => {
  it('tells what it does, in order, and ends with what it told', async () => {
    const {
      events,
      finished,
      state: text,
      content,
    } = await reduced(jobOf('a.js', samples.javascript.text, 'grep -q "x.push" {}'));
    const kinds = events.map(({ event }) => event);
    assert.deepEqual([kinds[0], kinds[1], kinds.at(-1)], ['started', 'calibrated', 'finished']);
    assert.equal(events.at(-1), finished);
    const accepted = events.filter((event) => event.event === 'accepted');
    assert.ok(accepted.length > 1);
    assert.equal(render(accepted.at(-1)!.changes[0].text!), render(text));
    assert.equal(String(content), render(text));
    assert.equal(accepted.at(-1)!.tokens, finished.tokens.after);
    const candidates = events.filter((event) => event.event === 'candidate');
    assert.equal(candidates.filter(({ cached }) => !cached).length, finished.search.tests);
    assert.equal(candidates.filter(({ verdict }) => verdict === 'holds').length, accepted.length);
    assert.ok(kinds.includes('phase'));
  });

  it('tells if almost any input that small fails in the same way, or if the result is only a syntax error', async () => {
    const noticesOf = async (line: string, text = 'one {\n  two ;\n}\nthree )\n', more: TextValues = {}) => {
      const { events, finished } = await reduced(jobOf('a.txt', text, line, more));
      assert.ok(finished.confirmed, line);
      const told = events.filter((event) => event.event === 'notice').map(({ message }) => message);
      assert.deepEqual(told, finished.notice === undefined ? [] : [finished.notice]);
      return told.join('\n');
    };
    const learned = { rule: 'same-failure' } as const;
    const any = 'test -s {} || exit 0; echo "*** missing separator. Stop." >&2; exit 2';
    assert.match(await noticesOf(any, undefined, learned), /^Almost any input gives this failure: .*\(‹match›\)\.$/);
    assert.match(await noticesOf('test -s {}'), /^Almost any input/);
    const syntax = `grep -q '[)]' {} || exit 0; echo "SyntaxError: Unexpected token ')'" >&2; exit 1`;
    assert.match(
      await noticesOf(syntax, undefined, learned),
      /^The result is only a syntax error \("SyntaxError: Unex/,
    );
    assert.equal(await noticesOf('grep -q two {}'), '');
    const crash = `grep -q '[)]' {} || exit 0; echo 'panic: index out of range' >&2; exit 1`;
    assert.equal(await noticesOf(crash, undefined, learned), '');
    assert.equal(await noticesOf('grep -q one {} && grep -q two {} && grep -q ";" {}'), '');
  });

  it('does not take a failure to load or to find for the bug, unless the user has described it', async () => {
    const text = "const _ = require('underscore');\n_.map([], (x) => x);\n";
    const line = 'node {}';
    const learned = reduced(jobOf('a.js', text, line, { rule: 'same-failure' }));
    await assert.rejects(learned, (error: OracleError) => {
      assert.match(
        error.message,
        /cannot find something that it needs.*Cannot find module 'underscore'.*\(‹match›\)\.$/,
      );
      assert.deepEqual(error.remedy?.kind, 'rule');
      return true;
    });
    const told = async (rule: RuledCommand['rule']) => {
      const { events } = await reduced(jobOf('a.js', text, line, { rule, maxTests: 5 }));
      const [calibrated] = events.filter((event) => event.event === 'calibrated');
      return calibrated.notice;
    };
    assert.match(
      (await told({ exit: { codes: [1] } })) ?? '',
      /Cannot find module 'underscore'.*the rule accepts that\. .*\(‹match›\)\.$/,
    );
    assert.equal(await told({ match: [{ pattern: "Cannot find module 'underscore'" }] }), undefined);
  });

  seldom.it('keeps the end of what the commands say of the result, and nothing if they say nothing', async () => {
    const text = 'one\nneedle\ntwo\n';
    const silent = await reduced(jobOf('a.txt', text, 'grep -q needle {}'));
    assert.equal(silent.finished.output, undefined);
    const told = await reduced(jobOf('a.txt', text, 'cat {}; echo oops >&2; grep -q needle {}'));
    assert.equal(told.finished.output, 'needle\noops');
    const also = [{ command: lineIn('/', 'echo also; seq 1000000; echo last') }];
    const long = await reduced(jobOf('a.txt', text, 'cat {}; grep -q needle {}', { also }));
    assert.equal(long.finished.output?.length, 4000);
    assert.ok(long.finished.output?.endsWith('\n1000000\nlast'));
  });

  it('knows which of the original is left: what is not removed, and spaces put in, is the result', async () => {
    const { state: text } = await reduced(jobOf('a.js', samples.javascript.text, 'grep -q "x.push" {}'));
    let rest = '';
    let at = 0;
    for (const { start, end } of removedRanges(text)) {
      rest += samples.javascript.text.slice(at, start);
      at = end;
    }
    rest += samples.javascript.text.slice(at);
    assert.equal(rest.replace(/\s/g, ''), render(text).replace(/\s/g, ''));
  });

  it('reduces only what is not fixed', async () => {
    const text = samples.c.text;
    const start = text.indexOf('struct s');
    const end = text.indexOf('int main');
    const fixed = { prefix: start, suffix: text.length - end };
    const outcome = await reduced(jobOf('a.c', text, 'grep -q "TWO" {}', { fixed }));
    const result = render(outcome.state);
    assert.equal(result.slice(0, start), text.slice(0, start));
    assert.equal(result.slice(result.length - fixed.suffix), text.slice(end));
    assert.match(result.slice(start, result.length - fixed.suffix), /^ ?TWO;?\n$/);
  });

  it('takes no separator and no neighbour outside what may be reduced', async () => {
    const text = 'f(first, /* keep */ second);\n';
    for (const part of ['first', 'second']) {
      const fixed = { prefix: text.indexOf(part), suffix: text.length - text.indexOf(part) - part.length };
      const outcome = await reduced(jobOf('a.js', text, 'grep -q "f(" {}', { fixed }));
      const result = render(outcome.state);
      assert.ok(result.startsWith(text.slice(0, fixed.prefix)), result);
      assert.ok(result.endsWith(text.slice(text.length - fixed.suffix)), result);
    }
  });

  it('may take a selection away whole', async () => {
    const text = 'keep(1);\ndrop(2);\nkeep(3);\n';
    const fixed = { prefix: 9, suffix: 9 };
    const outcome = await reduced(jobOf('a.js', text, 'grep -q "keep(3)" {}', { fixed }));
    assert.equal(render(outcome.state), 'keep(1);\nkeep(3);\n');
  });

  it('says what it has no grammar for, and reduces it by what shows of its structure', async () => {
    const { events } = await reduced(jobOf('a.unknown', 'a\nb\nneedle\n', 'grep -q needle {}'));
    assert.ok(events[0].event === 'started');
    assert.equal(events[0].language, null);
    assert.equal(events[0].search, 'default');
    assert.equal(events[0].notice, 'No grammar for a.unknown: reduced by its indentation, brackets and words.');
  });

  seldom.it('tests six candidates with a syntax error at most, if the result must parse', async () => {
    const log = join(directory.path, 'unparsable');
    const check = 'try { JSON.parse(require("fs").readFileSync(process.argv[1])) } catch { process.exit(1) }';
    const line = `node -e '${check}' {} || { [ ! -s {} ] || echo >> '${log}'; exit 1; }; grep -q needle {}`;
    const text = JSON.stringify({ a: [1, { needle: [2, 3] }], b: { c: null, d: 'x' } });
    const { finished, state: rest } = await reduced(jobOf('a.json', text, line));
    assert.ok(finished.confirmed);
    assert.equal(render(rest), '"needle"');
    assert.ok(readFileSync(log, 'utf8').length <= 6);
  });

  it('ends where a cut would be put back as a space', async () => {
    const text = 'needle(`\n ${y} ${z}`);\n';
    const { finished } = await reduced(jobOf('a.js', text, `grep -q 'y} .{z' {} && grep -q needle {}`));
    assert.deepEqual([finished.ending, finished.confirmed], ['done', true]);
  });

  it('ends at an abort in mid-search, with the best so far', async () => {
    const controller = new AbortController();
    const job = jobOf('a.js', samples.javascript.text, 'grep -q "x.push" {}');
    const { finished, state: text } = await reduce(
      job,
      ({ event }) => event === 'accepted' && controller.abort(),
      controller.signal,
    );
    assert.deepEqual([finished.ending, finished.confirmed], ['interrupted', false]);
    assert.ok(render(text).length < samples.javascript.text.length && render(text).includes('x.push'));
    assert.ok(finished.tests <= finished.search.tests + 4, 'nothing was tested after it');
  });

  it('ends at an abort while its result is tested again, and names no problem', async () => {
    const controller = new AbortController();
    let best: string | undefined;
    const stopping: typeof withProperty = (job, target, input, onEvent, work) =>
      withProperty(job, target, input, onEvent, (property) => {
        const [part] = property.parts;
        const observe: typeof part.observe = async (content, ...given) => {
          if (String(content) === best) controller.abort();
          return usual(content, ...given);
        };
        const usual = part.observe.bind(part);
        return work(Object.assign(property, { parts: [{ ...part, observe }] }));
      });
    const { finished } = await reduce(
      jobOf('a.txt', 'one\nneedle\ntwo\n', 'grep -q needle {}'),
      (event) => event.event === 'accepted' && (best = render(event.changes[0].text!)),
      controller.signal,
      undefined,
      { withProperty: stopping },
    );
    assert.equal(best, 'needle\n');
    const { ending, confirmed, unverified, problem } = finished;
    assert.deepEqual(
      { ending, confirmed, unverified, problem },
      { ending: 'interrupted', confirmed: false, unverified: undefined, problem: undefined },
    );
  });

  it('ends at an abort before the first test', async () => {
    const job = jobOf('a.js', samples.javascript.text, 'sleep 0.02; grep -q "x.push" {}');
    const { finished, state: text } = await reduce(job, () => {}, AbortSignal.abort());
    assert.deepEqual(
      [finished.ending, finished.confirmed, render(text)],
      ['interrupted', false, samples.javascript.text],
    );
  });
});

describe('the log', () => {
  it('has a line for each event, and every line is of its language', async () => {
    const { events } = await reduced(jobOf('a.unknown', 'a\nb\nneedle\n', 'grep -q needle {}'));
    const failed: ReductionEvent = { event: 'failed', message: 'No.', output: 'one\ntwo' };
    const lines = [...events, failed].flatMap(logLines);
    assert.equal(lines[0], '# a.unknown: 3 tokens, no grammar, default');
    assert.equal(lines.at(-1), '  | two');
    assert.match(lines.at(-4)!, /^finished \(done\): 3 → 1 token · 67%, \d+ tests, \d+\.\d s, verified$/);
    const tests = lines.filter((line) => line.startsWith('#') && !line.startsWith('# '));
    assert.ok(tests.some((line) => / bug gone \d+ ms$/.test(line)) && tests.some((line) => / bug kept \d/.test(line)));
    const { patterns } = require('../../../syntaxes/whittle-log.tmLanguage.json') as { patterns: { match: string }[] };
    for (const line of lines)
      assert.ok(
        patterns.some(({ match }) => new RegExp(match).test(line)),
        line,
      );
  });
});
