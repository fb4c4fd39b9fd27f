/** One case in one mode: the wrong project is made, its failing test reduced, and the result judged. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Located } from './cases';
import { cleaning } from './cleaning';
import { judge, type Judged } from './judge';
import { rightProject, wrongProject, type Mode } from './project';
import { reduceTest, type Limits, type Reduced, type Way } from './reducing';
import { runners } from './runners';
import { run } from './running';
import { newProblems } from './tidy';

export interface Measured {
  readonly case: string;
  readonly mode: Mode;
  readonly finished?: Reduced;
  readonly judged?: Judged;
  readonly lines?: { readonly before: number; readonly after: number };
  /** The reduced test. */
  readonly text?: string;
  /** What a compiler or linter says of it. */
  readonly problems?: readonly string[];
  /** Reason that there is no result: one sentence. */
  readonly problem?: string;
  /** The runner is not on this machine. */
  readonly skipped?: boolean;
}

export async function measure(one: Located, mode: Mode, way: Way, limits: Limits): Promise<Measured> {
  const at = { case: one.name, mode };
  const { needs } = runners[one.runner];
  if ((await run(needs, { cwd: tmpdir(), ms: 30_000 })).code !== 0)
    return { ...at, skipped: true, problem: `${needs.join(' ')} does not run here: install ${one.runner}.` };
  const home = mkdtempSync(join(tmpdir(), 'whittle-bench-'));
  const end = cleaning(() => rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }));
  try {
    return { ...at, ...(await measured(one, mode, way, limits, home)) };
  } catch (error) {
    return { ...at, problem: (error as Error).message };
  } finally {
    end();
  }
}

async function measured(one: Located, mode: Mode, way: Way, limits: Limits, home: string) {
  const pair = { right: join(home, 'right', 'project'), wrong: join(home, 'wrong', 'project') };
  const place = {
    project: join(home, 'work', 'project'),
    result: join(home, basename(one.test)),
    home: join(home, 'own'),
  };
  mkdirSync(place.home);
  await rightProject(one, pair.right);
  await wrongProject(one, pair.wrong);
  await wrongProject(one, place.project, mode);
  const whole = readFileSync(join(place.project, one.test), 'utf8');
  const before = await judge(one, whole, pair);
  if (!before.meaningful)
    throw new Error(`The case is broken: its test is ${before.right} when right, ${before.wrong} when wrong.`);
  const finished = await reduceTest(one, way, limits, place);
  if (!existsSync(place.result)) throw new Error('The product ended without a result.');
  const text = readFileSync(place.result, 'utf8');
  const judged = await judge(one, text, pair);
  const problems = await newProblems(one, whole, text, pair.right);
  return { finished, judged, problems, text, lines: { before: linesOf(whole), after: linesOf(text) } };
}

/** Lines that are not empty. */
function linesOf(text: string): number {
  return text.split('\n').filter((line) => line.trim() !== '').length;
}
