/** What makes two runs the same, so that the journal of one may be resumed by the other. Budgets and jobs may differ. */
import { createHash } from 'node:crypto';
import { version } from '../../../package.json';
import { oracleIdentity } from '../../oracle/identity';
import { repeatOf } from '../../oracle/judging/repeat';
import { exitZero } from '../../oracle/judging/rule';
import type { FilesJob } from '../subjects/filesPlan';
import type { IsolationJob } from '../job';
import type { Job } from '../job';
import { searchOf, searchText } from '../searches/searchValue';
import { commandsOf } from '../session';

export interface Identity {
  readonly version: string;
  /** Hash of the text. */
  readonly input: string;
  readonly oracle: string;
  /** All that the search depends on beside the text, as JSON. */
  readonly search: string;
}

export function identityOf(job: Job): Identity {
  const { fileName, languageId = null, fixed = null, kept = [] } = job;
  return {
    version,
    input: hash(`${job.encoding}\n${job.text}`),
    oracle: oracleOf(job),
    search: JSON.stringify({ fileName, languageId, fixed, kept, search: testedBy(job) }),
  };
}

export function identityOfFiles(job: FilesJob): Identity {
  const { files } = job;
  return {
    version,
    input: hash(files.map(({ path, encoding, text }) => JSON.stringify([path, encoding, text])).join('\n')),
    oracle: oracleOf(job),
    search: JSON.stringify({ kept: files.map(({ kept = [] }) => kept), search: testedBy(job) }),
  };
}

export function identityOfIsolation(job: IsolationJob, unit: string): Identity {
  const { fileName, languageId = null, encoding, text, passing } = job;
  return {
    version,
    input: hash(JSON.stringify([encoding, text, passing])),
    oracle: oracleOf(job),
    search: JSON.stringify({ fileName, languageId, unit, search: testedBy(job) }),
  };
}

/** The search; how many tests run at once, and which, may differ. */
function testedBy(job: Pick<Job, 'search'>): string {
  const search = searchOf(job);
  return searchText({ ...search, options: { ...search.options, loop: undefined, commit: undefined } });
}

/** Environment variables may be secret: only the hash is kept. Rules that are yet to be learned are in the journal. */
function oracleOf(job: Pick<Job, 'oracle' | 'rule' | 'also' | 'runs' | 'need'>): string {
  const repeat = repeatOf(job.runs, job.need);
  const commands = commandsOf(job).map(({ oracle: command, rule = exitZero }) => {
    const named = typeof rule === 'string' ? exitZero : rule;
    return `${oracleIdentity({ command, rule: named, repeat })} ${typeof rule === 'string' ? rule : ''}`;
  });
  return hash(commands.join('\n'));
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}

/** The first that is not the same; undefined if all is. */
export function difference(one: Identity, other: Identity): keyof Identity | undefined {
  const parts = ['version', 'input', 'oracle', 'search'] as const;
  return parts.find((part) => one[part] !== other[part]);
}
