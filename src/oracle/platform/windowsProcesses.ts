/** The table of processes, as the programs of Windows print it. */

export interface Row {
  readonly pid: number;
  readonly parent: number;
  /** When it was started, ms since 1970; unset if the program does not tell. */
  readonly born?: number;
  /** Command line; empty for those of the system. */
  readonly command: string;
}

/** Lines of `ProcessId ParentProcessId CreationDate CommandLine`; dates as Windows counts them, since 1601 in units of 100 ns. */
export function readCim(text: string): Row[] {
  return rows(text, /^(?<pid>\d+) (?<parent>\d+) (?<born>\d+) (?<command>.*)$/);
}

/** A table with a heading; its columns are in the order of the alphabet. UTF-16 if it begins with a byte order mark. */
export function readWmic(bytes: Buffer): Row[] {
  const text = bytes.toString(bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf16le' : 'utf8');
  return rows(text, /^(?<command>.*?)\s+(?<parent>\d+)\s+(?<pid>\d+)\s*$/);
}

function rows(text: string, pattern: RegExp): Row[] {
  return text.split(/[\r\n]+/).flatMap((line) => {
    const found = pattern.exec(line)?.groups;
    if (!found) return [];
    const born = found.born === undefined ? {} : { born: Number(found.born) / 10_000 - from1601To1970 };
    return [{ pid: Number(found.pid), parent: Number(found.parent), ...born, command: found.command.trim() }];
  });
}

/** ms */
const from1601To1970 = 11_644_473_600_000;

/**
 * Children, their children, and so on. With `since` those of a leader that was started then and has ended, as they keep its number:
 * none if a younger process has that number now. A child that is older than its parent is that of an earlier process with its number.
 */
export function descendants(table: readonly Row[], leader: number, since?: number): number[] {
  const own = table.find(({ pid }) => pid === leader);
  if ((since === undefined) !== (own !== undefined)) return [];
  const found = new Map([[leader, since ?? own?.born ?? 0]]);
  for (const [pid, born] of found) {
    for (const row of table) {
      const isChild = row.parent === pid && (row.born ?? born) >= born;
      if (isChild && row.pid !== process.pid && !found.has(row.pid)) found.set(row.pid, row.born ?? born);
    }
  }
  found.delete(leader);
  return [...found.keys()];
}
