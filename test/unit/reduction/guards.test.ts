/** Guards: later stages of a property, which refuse candidates that its commands take. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { braces, template, userPath } from '../../../src/oracle/processes/command';
import { exitZero } from '../../../src/oracle/judging/rule';
import type { Guard } from '../../../src/oracle/property';
import { readJournal } from '../../../src/reduction/journal/identity';
import type { ReductionEvent } from '../../../src/reduction/events/events';
import type { Job } from '../../../src/reduction/job';
import { reduce } from '../../../src/reduction/reduce';
import { render } from '../../../src/text/source';
import { countTokens } from '../../../src/text/tokens';
import { expectNoRunRoots, freshDirectory } from '../../support/files';
import { jobWith, type TextValues } from '../../support/jobs';
import { everything } from '../../support/everything';
import { seldom } from '../../support/seldom';

const directory = freshDirectory();
expectNoRunRoots();

const at = (name: string) => join(directory.path, name);
const command = (line: string) => ({ invocation: { line: template(line, braces) }, cwd: userPath(directory.path) });

it('a guard that refuses a candidate is in the journal, by its name', async () => {
  writeFileSync(at('in.txt'), 'bug\nmore\n');
  const failure = { runner: 'node:test', file: 'in.txt', test: 'it', kind: 'Error', said: '', lines: [] } as const;
  const guard: Guard = {
    kind: 'passes',
    name: 'passes at HEAD',
    command: command('false'),
    rule: { failure },
    changes: [],
  };
  const job = jobWith({
    ...{ fileName: 'in.txt', file: at('in.txt'), root: directory.path, text: 'bug\nmore\n' },
    ...{ command: command('grep -q bug {}'), guards: [guard], journal: { file: at('journal') } },
  });
  const { finished } = await reduce(job, () => {}, new AbortController().signal);
  assert.equal(finished.bytes.after, finished.bytes.before);
  const found = readJournal(readFileSync(at('journal'), 'utf8'));
  assert.ok(typeof found === 'object');
  const answers = [...found.answers.values()].flat();
  const refused = answers.filter(({ stage }) => stage === guard.name);
  assert.ok(refused.length > 0 && refused.length < answers.length);
  for (const { verdict } of refused) assert.equal(verdict, 'fails');
});

describe('guards of a reduction', () => {
  const text = Array.from({ length: 24 }, (_, at) => (at % 9 === 4 ? `keep${at}` : at === 11 ? 'bug' : `line${at}`))
    .map((line) => `${line}\n`)
    .join('');
  const kept = text.match(/keep\d+\n/g)!.length;
  const result = text.match(/(?:keep\d+|bug)\n/g)!.join('');
  beforeEach(() => writeFileSync(at('in.txt'), text));

  const guarded = (more: TextValues): Job =>
    jobWith({
      ...{ fileName: 'in.txt', file: at('in.txt'), root: directory.path, text },
      ...{ command: command('grep -q bug {}'), ...more },
      guards: [
        {
          kind: 'passes',
          name: 'has all that is kept',
          command: command(`test $(grep -c keep {}) = ${kept}`),
          rule: exitZero,
          changes: [],
        },
      ],
    });

  it('hold of the result', async () => {
    const { state: left } = await reduce(guarded({}), () => {}, new AbortController().signal);
    assert.equal(render(left), result);
  });

  seldom.it('hold of what a run has when its tests are used up, and of what a stopped one has', async () => {
    for (let most = 1; most <= 20; most += everything ? 1 : 6) {
      const limited = await reduce(guarded({ maxTests: most }), () => {}, new AbortController().signal);
      const stopping = new AbortController();
      const stopped = await reduce(
        guarded({}),
        (event) => event.event === 'candidate' && event.tests === most && stopping.abort(),
        stopping.signal,
      );
      for (const left of [render(limited.state), render(stopped.state)])
        assert.ok(left.includes('bug') && left.match(/keep/g)?.length === kept, left);
    }
  });

  seldom.it('hold of what a run has at its target size, and of all that it saves on the way', async () => {
    const isRight = (left: string) => left.includes('bug') && left.match(/keep/g)?.length === kept;
    for (const targetTokens of [20, 12, 8]) {
      const saved: string[] = [];
      const { state: left } = await reduce(
        guarded({ targetTokens }),
        () => {},
        new AbortController().signal,
        undefined,
        {
          onBest: (contentOf) => saved.push(String(contentOf())),
        },
      );
      assert.ok(isRight(render(left)) && countTokens(render(left)) <= targetTokens, render(left));
      assert.ok(saved.length > 0 && saved.every(isRight), saved.join('---\n'));
    }
  });

  seldom.it('a stopped run that is resumed ends with the same text', async () => {
    for (const most of everything ? [3, 7, 12, 20] : [7]) {
      const journal = { file: at(`journal-${most}`) };
      const stopping = new AbortController();
      const stop = (event: ReductionEvent) => event.event === 'candidate' && event.tests === most && stopping.abort();
      await reduce(guarded({ journal }), stop, stopping.signal);
      const resumed = await reduce(guarded({ journal }), () => {}, new AbortController().signal);
      assert.equal(render(resumed.state), result);
    }
  });
});
