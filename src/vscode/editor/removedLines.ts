/** Which lines of a document are removed whole: runs of them can be folded away. */

interface Position {
  readonly line: number;
  readonly character: number;
}

interface PlaceRange {
  readonly start: Position;
  readonly end: Position;
}

/** Lines, the last one included. */
export interface LineRun {
  readonly first: number;
  readonly last: number;
}

/** Shorter runs have nothing to fold. */
const fewest = 2;

/** `removed`: sorted. Empty lines count between others that are removed. */
export function removedRuns(lines: readonly string[], removed: readonly PlaceRange[]): LineRun[] {
  const runs: LineRun[] = [];
  let run: LineRun | undefined;
  let next = 0;
  for (const [line, text] of lines.entries()) {
    while (next < removed.length && removed[next].end.line < line) next++;
    if (text.trim() === '') continue;
    if (left(text, line, removed, next).trim() === '') {
      run = { first: run?.first ?? line, last: line };
      continue;
    }
    if (run) runs.push(run);
    run = undefined;
  }
  if (run) runs.push(run);
  return runs.filter(({ first, last }) => last - first + 1 >= fewest);
}

/** What stays of a line; `next`: the first range that may touch it. */
function left(text: string, line: number, removed: readonly PlaceRange[], next: number): string {
  let rest = '';
  let at = 0;
  for (let one = next; one < removed.length && removed[one].start.line <= line; one++) {
    const { start, end } = removed[one];
    rest += text.slice(at, start.line < line ? 0 : Math.max(at, start.character));
    at = Math.max(at, end.line > line ? text.length : end.character);
  }
  return rest + text.slice(at);
}
