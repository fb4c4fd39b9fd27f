/** The table of processes, as the programs of Windows print it. */

export interface Row {
  readonly pid: number;
  readonly parent: number;
  /** Command line; empty for those of the system. */
  readonly command: string;
}

/** Lines of `ProcessId ParentProcessId CommandLine`. */
export function readCim(text: string): Row[] {
  return rows(text, /^(?<pid>\d+) (?<parent>\d+) (?<command>.*)$/);
}

/** A table with a heading; its columns are in the order of the alphabet. UTF-16 if it begins with a byte order mark. */
export function readWmic(bytes: Buffer): Row[] {
  const text = bytes.toString(bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf16le' : 'utf8');
  return rows(text, /^(?<command>.*?)\s+(?<parent>\d+)\s+(?<pid>\d+)\s*$/);
}

function rows(text: string, pattern: RegExp): Row[] {
  return text.split(/[\r\n]+/).flatMap((line) => {
    const found = pattern.exec(line)?.groups;
    return found ? [{ pid: Number(found.pid), parent: Number(found.parent), command: found.command.trim() }] : [];
  });
}

/** Children, their children, and so on; those of a leader that has ended too, as they keep its number. */
export function descendants(table: readonly Row[], leader: number): number[] {
  const found = new Set([leader]);
  for (const pid of found)
    for (const row of table) if (row.parent === pid && row.pid !== process.pid) found.add(row.pid);
  found.delete(leader);
  return [...found];
}
