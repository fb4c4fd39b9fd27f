/** `whittle why` on the cases, whose commit has other changes too: is what it isolates the seeded line, within how many tests? */
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, extname, join } from 'node:path';
import type { Ended } from '../../../src/reduction/events/events';
import { table, type Claim, type Report } from '../support/report';
import type { Located } from './cases';
import { cleaning } from './cleaning';
import { wrongProject } from './project';
import type { Limits } from './reducing';
import { runners } from './runners';
import { run } from './running';

/** Claimed: lines of the change beside the seeded ones, and tests of both halves. */
const most = { others: 2, tests: 200 };

interface Explained {
  readonly seeded: boolean;
  /** Changed lines that are not of the bug. */
  readonly others: number;
  readonly tests: number;
  readonly seconds: number;
}

export async function whyReport(cases: readonly Located[], limits: Limits): Promise<Report> {
  const rows: string[][] = [];
  let [met, quick, ran] = [0, 0, 0];
  for (const one of cases) {
    if ((await run(runners[one.runner].needs, { cwd: tmpdir(), ms: 30_000 })).code !== 0) continue;
    const found = await explained(one, limits).catch((error: Error) => error.message);
    ran++;
    const isRight = typeof found === 'object' && found.seeded && found.others <= most.others;
    met += Number(isRight);
    quick += Number(isRight && found.tests <= most.tests);
    const told =
      typeof found === 'string'
        ? [found, '', '', '']
        : [found.seeded ? 'yes' : 'no', found.others, found.tests, found.seconds];
    rows.push([one.name, ...told.map(String)]);
    console.error(rows.at(-1)!.join('  '));
  }
  const claims: Claim[] = [
    { text: `${met} of ${ran} changes are the seeded line, with at most ${most.others} others`, met: met === ran },
    { text: `${quick} of them within ${most.tests} tests`, met: quick === ran },
  ];
  return { text: table(['case', 'seeded line', 'other lines', 'tests', 's'], rows), claims, plots: {} };
}

/** Throws if there is no page with a change. */
async function explained(one: Located, { seconds, jobs }: Limits): Promise<Explained> {
  const home = mkdtempSync(join(tmpdir(), 'whittle-bench-'));
  const end = cleaning(() => rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }));
  try {
    const project = join(home, 'project');
    mkdirSync(join(home, 'own'));
    await wrongProject(one, project, 'revision', () => addMore(one, project));
    const titles = one.titles.flatMap((title) => ['--name', title]);
    const page = join(home, 'page', `${basename(one.test, extname(one.test))}.why.md`);
    const words = [
      'why',
      one.test,
      ...titles,
      '-o',
      dirname(page),
      '--json',
      '--max-time',
      `${seconds}`,
      '-j',
      `${jobs}`,
    ];
    mkdirSync(dirname(page));
    const env = { TMPDIR: join(home, 'own'), XDG_STATE_HOME: join(home, 'own', 'state') };
    const began = performance.now();
    const ms = 2000 * seconds + 120_000;
    const { stdout, stderr } = await run(['node', `${process.cwd()}/dist/cli.js`, ...words], { cwd: project, ms, env });
    if (!existsSync(page)) throw new Error(stderr.trim().split('\n').at(-1) || 'There is no page.');
    const changed = changedLines(readFileSync(page, 'utf8'));
    const own = linesOf(one.bug.right).concat(linesOf(one.bug.wrong));
    const isOwn = (line: string) => own.some((part) => line.includes(part));
    return {
      seeded: changed.some(isOwn),
      others: changed.filter((line) => !isOwn(line)).length,
      tests: stdout
        .split('\n')
        .filter(isEnd)
        .reduce((sum, line) => sum + (JSON.parse(line) as Ended).tests, 0),
      seconds: Math.round((performance.now() - began) / 1000),
    };
  } finally {
    end();
  }
}

const isEnd = (line: string) => /^\{"event":"(?:finished|isolated)"/.test(line);

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** Of the diff of a page, without blank lines. Throws if there is none. */
function changedLines(page: string): string[] {
  const [, diff] = /^```diff\n([^]*?)^```$/m.exec(page) ?? [];
  if (diff === undefined) throw new Error('The page has no change.');
  return diff
    .split('\n')
    .filter((line) => /^[-+](?![-+]{2} ).*\S/.test(line))
    .map((line) => line.slice(1).trim());
}

/** What comes in the same commit: a function in the file of the bug, and one in a file beside it. */
function addMore({ bug: { file } }: Located, project: string): void {
  const folder = dirname(join(project, file));
  const other = readdirSync(folder).find(
    (name) => extname(name) === extname(file) && name !== basename(file) && !/test/i.test(name),
  );
  for (const [at, name] of [basename(file), other].entries()) {
    if (name !== undefined) appendFileSync(join(folder, name), functionOf(extname(name), `more${at}`));
  }
}

function functionOf(ending: string, name: string): string {
  const bodies: Readonly<Record<string, string>> = {
    '.py': `\n\ndef ${name}():\n    first = 1\n    return first + 2\n`,
    '.go': `\nfunc ${name}() int {\n\tfirst := 1\n\treturn first + 2\n}\n`,
    '.rs': `\n#[allow(dead_code)]\nfn ${name}() -> i32 {\n    let first = 1;\n    first + 2\n}\n`,
  };
  return bodies[ending] ?? `\nfunction ${name}() {\n  const first = 1;\n  return first + 2;\n}\n`;
}
