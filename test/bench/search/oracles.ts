/** Cases of the corpus, judged by their own oracles. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { casesOf, type Case } from '../corpus/cases';
import { corpusFolder, pathOf } from '../support/folders';
import type { Subject } from './subject';
import { hashOf, verdictsOf } from './verdicts';

/** Time that an oracle may take, ms; those of the corpus end their programs long before. */
const patience = 120_000;

/** These cases of the corpus; undefined if it is not known where the corpus is. */
export function corpusSubjects(names: readonly string[]): Subject[] | undefined {
  const corpus = pathOf(corpusFolder);
  if (!corpus) return undefined;
  return names.length === 0 ? [] : casesOf(corpus, names).map(subjectOf);
}

function subjectOf(one: Case): Subject {
  const remember = verdictsOf(one.name);
  const oracle = readFileSync(one.oracle, 'utf8');
  return {
    name: one.name,
    fileName: basename(one.input),
    text: readFileSync(one.input, 'utf8'),
    holds: (text) => remember(hashOf(oracle, text), () => asked(one, text)),
  };
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
