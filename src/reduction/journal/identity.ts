/** The identity of a run: one with the same identity may resume its journal. Budgets and jobs may differ. */
import { createHash } from 'node:crypto';
import { version } from '../../../package.json';
import { toldPass } from '../../oracle/passes/passes';
import { oracleIdentity } from '../../oracle/oracle';
import { repeatOf } from '../../oracle/judging/repeat';
import { exitZero } from '../../oracle/judging/rule';
import type { FilesJob } from '../subjects/filesPlan';
import { commandsOf, type IsolationJob, type Job } from '../job';
import { searchOf, searchText } from '../searches/searchValue';

export interface Identity {
  readonly version: string;
  /** Hash of the text. */
  readonly input: string;
  readonly oracle: string;
  /** All that the search depends on beside the text, as JSON. */
  readonly search: string;
}

export function identityOf(job: Job): Identity {
  const { fileName, languageId = null, fixed = null, kept = [], encoding, text } = job.input;
  return identity(job, `${encoding}\n${text}`, { fileName, languageId, fixed, kept });
}

export function identityOfFiles(job: FilesJob): Identity {
  const { files: all, likely = null } = job.input;
  const files = all.map(({ path, encoding, text, bytes }) => {
    return JSON.stringify([path, encoding, bytes ? hash(bytes) : text]);
  });
  return identity(job, files.join('\n'), {
    kept: all.map(({ kept = [] }) => kept),
    likely,
  });
}

export function identityOfIsolation(job: IsolationJob, unit: string): Identity {
  const { fileName, languageId = null, encoding, text, passing } = job.input;
  return identity(job, JSON.stringify([encoding, text, passing]), { fileName, languageId, unit });
}

function identity(job: Job<unknown>, input: string, more: object): Identity {
  const search = JSON.stringify({ ...more, search: testedBy(job), passes: job.passes?.map(toldPass) });
  return { version, input: hash(input), oracle: oracleOf(job), search };
}

/** The search; how many tests run at once, and which, may differ. */
function testedBy(job: Pick<Job, 'search'>): string {
  const search = searchOf(job);
  return searchText({ ...search, options: { ...search.options, loop: undefined, commit: undefined } });
}

/** Environment variables may be secret: only the hash is kept. Rules that are yet to be learned are in the journal. */
function oracleOf({ oracle, tests }: Job<unknown>): string {
  const repeat = repeatOf(tests.runs, tests.need);
  const commands = commandsOf(oracle).map(({ command, rule = exitZero }) => {
    const named = typeof rule === 'string' ? exitZero : rule;
    return `${oracleIdentity({ command, rule: named, repeat })} ${typeof rule === 'string' ? rule : ''}`;
  });
  return hash(commands.join('\n'));
}

function hash(text: string | Uint8Array): string {
  return createHash('sha256').update(text).digest('base64');
}

/** The first that is not the same; undefined if all is. */
export function difference(one: Identity, other: Identity): keyof Identity | undefined {
  const parts = ['version', 'input', 'oracle', 'search'] as const;
  return parts.find((part) => one[part] !== other[part]);
}
