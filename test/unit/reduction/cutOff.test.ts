/** A search that a limit ends: its result is as readable as that of a search that has ended by itself. */
import assert from 'node:assert/strict';
import type { ReductionEvent } from '../../../src/reduction/events/events';
import { reduce } from '../../../src/reduction/reduce';
import { render } from '../../../src/text/source';
import { expectNoRunRoots } from '../../support/files';
import { jobWith } from '../../support/jobs';

expectNoRunRoots();

const limit = { maxTests: 60 };
const needles = 30;
const statements = Array.from({ length: needles }, (_, at) => `if (a) { b(${at}); } c(${at}, needle${at});`);
const inOneLine = `function f() { ${statements.join(' ')} }\n`;
const holds = `test $(grep -o needle {} | wc -l) -eq ${needles}`;

/** The events of a run, its end and the text. */
async function cutOff(command: string) {
  const events: ReductionEvent[] = [];
  const job = jobWith({ fileName: 'a.js', text: inOneLine, command, ...limit });
  const { finished, state } = await reduce(job, (event) => events.push(event), new AbortController().signal);
  assert.deepEqual([finished.ending, finished.confirmed], ['tests', true]);
  assert.ok(finished.tests <= limit.maxTests, String(finished.tests));
  const told = events.filter((event) => event.event === 'accepted').at(-1)!;
  assert.equal(render(told.changes[0].text!), render(state));
  return render(state);
}

describe('a search that is cut off', () => {
  it('ends with a text that is laid out, which the test of the result confirms', async () => {
    const lines = (await cutOff(holds)).split('\n');
    assert.ok(lines.length >= needles, lines.join('\n'));
    assert.ok(Math.max(...lines.map(({ length }) => length)) < 40, lines.join('\n'));
  });

  it('ends with the text as it is if the bug needs its lines', async () => {
    const text = await cutOff(`test $(wc -l < {}) -le 1 && ${holds}`);
    assert.equal(text.trim().split('\n').length, 1);
  });
});
