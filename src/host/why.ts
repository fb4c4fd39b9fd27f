/** Why a test fails, as a page in Markdown: the small test, and the smallest change since it passed that makes it fail. */
import type { Change, Why } from '../failingTests/changed';
import type { TestJob } from '../failingTests/testRun';
import { OracleError } from '../oracle/calibration/calibrate';
import { lineIn, lineOf } from '../oracle/processes/command';
import { patchOf } from '../reduction/ending/outputs';
import type { IsolationJob } from '../reduction/job';
import { firstOfTwo, secondOfTwo } from '../reduction/limits';
import { code, fenced } from '../reproduction/readme';
import { languageOf } from '../syntax/languages';
import { type Done, type Hosting, RunError } from './host';
import type { IsolatedTexts, Work } from './port';

/** `isCut`: a limit has ended the search. */
type Isolated = IsolatedTexts & { readonly isCut?: boolean };

interface Explaining {
  /** Of the test before it was reduced. */
  readonly job: TestJob;
  readonly small: string;
  /** What else is known: a condition with whose opposite it passes, or why no revision is. */
  readonly notice?: string;
}

/** Looks for the change, isolates it with the small test, and writes the page. */
export async function explain(
  explaining: Explaining,
  find: (work: Work) => Promise<Why>,
  isolate: (job: IsolationJob) => Promise<Isolated>,
): Promise<string> {
  const { job, small } = explaining;
  const why = await find({ kind: 'why', job, small });
  if (!why.change?.isolation) return pageOf(explaining, why);
  try {
    const pair = await isolate(why.change.isolation);
    const isOwn = why.change.isolation.input.file === job.input.file;
    // A new test, or a new row of one, has not passed before.
    return isOwn && onlyAdds(pair) ? pageOf(explaining) : pageOf(explaining, why, pair);
  } catch (error) {
    // That the file matters is known.
    if (!(error instanceof OracleError || error instanceof RunError)) throw error;
    return pageOf(explaining, why, undefined, `Which part of it matters was not found. ${error.message}`);
  }
}

function onlyAdds({ failing, passing }: IsolatedTexts): boolean {
  let at = 0;
  const lines = passing.split('\n');
  for (const line of failing.split('\n')) if (line === lines[at]) at++;
  return at === lines.length;
}

/**
 * Reduces a test in a terminal or for an agent, and makes its page; if it was stopped, it has only the test. The limits hold for both
 * halves together.
 */
export async function reduceAndExplain(job: TestJob, hosting: Hosting): Promise<Done<string> & { page: string }> {
  const began = performance.now();
  const done = await hosting.run<string>({ kind: 'run', job: { ...job, limits: firstOfTwo(job.limits) } });
  const explaining = { job, small: done.outcome, notice: done.notice };
  if (done.end.ending === 'interrupted') return { ...done, page: pageOf(explaining) };
  const run = async <O>(work: Work) => (await hosting.run<O>(work)).outcome;
  const page = await explain(explaining, run<Why>, async (pair) => {
    const limits = secondOfTwo(job.limits, performance.now() - began);
    const { outcome, end } = await hosting.run<IsolatedTexts>({ kind: 'run', job: { ...pair, limits } });
    return { ...outcome, isCut: end.ending === 'time' || end.ending === 'tests' };
  });
  return { ...done, page };
}

function pageOf({ job, small, notice }: Explaining, why?: Why, pair?: Isolated, problem?: string): string {
  const { fails, change } = why ?? {};
  const { fileName } = job.input;
  const failure = typeof fails?.rule === 'object' ? fails.rule.failure : undefined;
  const page = [
    `# Why ${failure ? code(failure.test) : fileName} fails`,
    `## The test`,
    fenced(small, languageOf(fileName)?.id ?? ''),
  ];
  if (!change && notice !== undefined) page.push(notice);
  if (!change || !fails) return `${page.join('\n\n')}\n`;
  const { path, earlierPath, revision, repository, restored, commits } = change;
  const line = lineIn(fails.folder, fails.line);
  const git = repository === '' ? 'git' : `git -C ${lineOf([repository])}`;
  const at = /\w{7}/.exec(revision)?.[0] ?? revision;
  const restore =
    earlierPath === undefined
      ? `${git} restore --source ${at} ${lineOf(restored)}`
      : `${git} show ${lineOf([`${at}:./${earlierPath}`])} > ${lineOf([path])}`;
  const said = failure && `${failure.said.startsWith(failure.kind) ? '' : `${failure.kind}: `}${failure.said}`;
  return [
    ...page,
    ...(pair ? changeIn(change, pair) : [passesWith(restored, revision), ...(problem ? [problem] : [])]),
    commitsIn(commits),
    `## With the change it fails`,
    fenced(line, 'sh'),
    fenced(said ?? '', 'text'),
    `## Without the change it passes`,
    `This puts the earlier text into ${restored.map(code).join(', ')}: commit your changes first.`,
    fenced(`${restore} && ${line}`, 'sh'),
    `${code(`${git} restore ${lineOf(restored)}`)} takes it back.`,
  ]
    .join('\n\n')
    .concat('\n');
}

function changeIn(
  { path, revision, isolation, around = 'now' }: Change,
  { failing, passing, isCut }: Isolated,
): string[] {
  const { text = failing, passing: before = passing } = isolation?.input ?? {};
  const patch = patchIn(path, failing, passing);
  const isWhole = failing === text;
  const lines = patch.split('\n').filter((line) => changedLine.test(line));
  const hunks = isWhole
    ? []
    : patchIn(path, text, before)
        .split(/^(?=@@)/m)
        .filter((hunk) => lines.some((line) => hunk.includes(`${line}\n`)));
  const isShort = hunks.join('').split('\n').length <= mostAround;
  return [
    `## The change since ${revision} that makes it fail`,
    isWhole ? `All other lines are those of ${around}.` : `All other lines may be those of before or of ${around}.`,
    fenced(isWhole ? patch : lines.join('\n'), 'diff'),
    ...(hunks.length > 0 && isShort ? [`It is a part of this, in ${code(path)}:`, fenced(hunks.join(''), 'diff')] : []),
    ...(isCut ? ['The comparison met its limit before its end: not all of these lines need matter.'] : []),
  ];
}

const changedLine = /^(?:\+(?!\+\+ )|-(?!-- ))/;

/** Lines of the whole change around the part that matters; a longer one is not shown. */
const mostAround = 60;

function patchIn(path: string, ...texts: readonly [failing: string, passing: string]): string {
  const [failing, passing] = texts.map((text) => Buffer.from(text));
  return patchOf([failing, passing], [path, path]).replace(/^Index: .*\n=+\n/, '');
}

function passesWith(restored: readonly string[], revision: string): string {
  const was = restored.length > 1 ? 'are as they were' : 'is as it was';
  return `The test passes if ${restored.map(code).join(', ')} ${was} at ${revision}.`;
}

const mostCommits = 5;

function commitsIn(commits: readonly string[]): string {
  if (commits.length === 0) return 'No commit has it yet.';
  if (commits.length === 1) return `It came with the commit ${code(commits[0])}.`;
  const listed = commits.slice(0, mostCommits).map((commit) => `- ${code(commit)}`);
  return [`It came with one of ${commits.length} commits:`, ...listed].join('\n');
}
