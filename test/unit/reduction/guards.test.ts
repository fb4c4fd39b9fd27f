/** Guards: later stages of a property, which refuse candidates that its commands take. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { braces, template, userPath } from '../../../src/oracle/processes/command';
import type { Guard } from '../../../src/oracle/guards';
import { readJournalText } from '../../../src/reduction/journal/journalText';
import { reduce } from '../../../src/reduction/reduce';
import { expectNoRunRoots, freshDirectory } from '../../support/files';
import { linesOf, usual } from '../../support/journaled';

const directory = freshDirectory();
expectNoRunRoots();

const at = (name: string) => join(directory.path, name);
const command = (line: string) => ({ invocation: { line: template(line, braces) }, cwd: userPath(directory.path) });

it('a guard that refuses a candidate is in the journal, by its name', async () => {
  writeFileSync(at('in.txt'), 'bug\nmore\n');
  const failure = { form: 'tap', file: 'in.txt', test: 'it', kind: 'Error', said: '', lines: [] } as const;
  const guard: Guard = {
    kind: 'passes',
    name: 'passes at HEAD',
    command: command('false'),
    rule: { failure },
    changes: [],
  };
  const job = {
    ...usual,
    ...{ fileName: 'in.txt', file: at('in.txt'), root: directory.path, text: 'bug\nmore\n' },
    ...{ oracle: command('grep -q bug {}'), guards: [guard], journal: { file: at('journal') } },
  };
  const { finished } = await reduce(job, () => {}, new AbortController().signal);
  assert.equal(finished.bytes.after, finished.bytes.before);
  const tests = linesOf(at('journal')).flatMap((line) => {
    const batch: unknown = JSON.parse(line);
    return Array.isArray(batch) ? (batch as unknown[][]).filter(([kind]) => kind === 't') : [];
  });
  const [refused, others] = [tests.filter((one) => one.length === 5), tests.filter((one) => one.length === 4)];
  assert.ok(refused.length > 0 && others.length > 0);
  for (const [, , verdict, , stage] of refused) assert.deepEqual([verdict, stage], ['fails', guard.name]);
  const answers = readJournalText(readFileSync(at('journal'), 'utf8'))!.walks.flatMap((walk) => [
    ...walk.answers.values(),
  ]);
  assert.equal(answers.filter(({ stage }) => stage === guard.name).length, refused.length);
});
