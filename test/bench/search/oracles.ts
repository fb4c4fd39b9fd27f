/** Cases of the corpus, judged by their own oracles. Verdicts are kept on disk: a second run asks only what is new. */
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { casesOf } from '../corpus/cases';
import type { Case } from '../corpus/cases';
import { hashOf } from './subject';
import type { Subject } from './subject';

const folder = 'out/bench/verdicts';

/** Time that an oracle may take, ms; those of the corpus end their programs long before. */
const patience = 120_000;

/** A line of a file of verdicts. */
interface Kept {
  /** Of the oracle and the text. */
  readonly hash: string;
  readonly holds: boolean;
}

/** These cases of the corpus; undefined if it is not known where the corpus is. */
export function corpusSubjects(names: readonly string[]): Subject[] | undefined {
  const corpus = process.env.WHITTLE_CORPUS;
  if (!corpus) return undefined;
  return names.length === 0 ? [] : casesOf(corpus, names).map(subjectOf);
}

export function forgetVerdicts(): void {
  rmSync(folder, { recursive: true, force: true });
}

function subjectOf(one: Case): Subject {
  const file = join(folder, `${one.name}.jsonl`);
  const oracle = readFileSync(one.oracle, 'utf8');
  let known: Map<string, boolean> | undefined;
  const holds = (text: string) => {
    known ??= read(file);
    const hash = hashOf(oracle, text);
    const before = known.get(hash);
    if (before !== undefined) return before;
    const verdict = asked(one, text);
    known.set(hash, verdict);
    keep(file, { hash, holds: verdict });
    return verdict;
  };
  return { name: one.name, fileName: basename(one.input), text: readFileSync(one.input, 'utf8'), holds };
}

/** As a user runs it: in a fresh folder that holds the candidate under the name of the input. */
function asked({ input, oracle }: Case, text: string): boolean {
  const directory = mkdtempSync(join(tmpdir(), 'whittle-bench-'));
  try {
    const file = join(directory, basename(input));
    writeFileSync(file, text);
    const { status } = spawnSync('bash', [oracle, file], { cwd: directory, stdio: 'ignore', timeout: patience });
    return status === 0;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function read(file: string): Map<string, boolean> {
  if (!existsSync(file)) return new Map();
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return new Map(lines.map((line) => JSON.parse(line) as Kept).map(({ hash, holds }) => [hash, holds]));
}

function keep(file: string, verdict: Kept): void {
  mkdirSync(dirname(file), { recursive: true });
  appendFileSync(file, `${JSON.stringify(verdict)}\n`);
}
