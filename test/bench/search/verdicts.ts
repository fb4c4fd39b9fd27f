/** Verdicts that are kept on disk, so that a second run asks only what is new. */
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

const folder = 'out/bench/verdicts';

/** A line of a file of verdicts. */
interface Kept {
  readonly hash: string;
  readonly holds: boolean;
}

export type Remember = (hash: string, ask: () => boolean) => boolean;

/** A memory of questions that are known by their hashes; its file, NAME.jsonl, is read when it is first asked. */
export function verdictsOf(name: string): Remember {
  const file = join(folder, `${name}.jsonl`);
  let known: Map<string, boolean> | undefined;
  return (hash, ask) => {
    known ??= read(file);
    const before = known.get(hash);
    if (before !== undefined) return before;
    const holds = ask();
    known.set(hash, holds);
    keep(file, { hash, holds });
    return holds;
  };
}

export function forgetVerdicts(): void {
  rmSync(folder, { recursive: true, force: true });
}

export function hashOf(...texts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(text).update('\0');
  return hash.digest('base64url');
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
