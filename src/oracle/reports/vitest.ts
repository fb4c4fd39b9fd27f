/**
 * vitest with two reporters, which all versions print to the standard output: `tap-flat` has the tests, errors and whole values, and
 * `github-actions` the stacks.
 */
import { stripVTControlCharacters } from 'node:util';
import type { Frame, ReadReport, TestFailure } from './report';

/** A test that ran: `file > suite > title`. One that has no time and no suite is a file that cannot be loaded. */
const ended = /^(not )?ok \d+ - (.*?)(?: # (.*))?$/;
const annotated = /^::error .*?\btitle=([^,]*)(?:,[^:]*)?::(.*)$/;
const stackLine = /^ ❯ (?:[\w$.<>#]+ )?(.+):(\d+):\d+$/;

/** Parts of a name; a title may hold it too. */
const between = ' > ';

export const vitestReport: ReadReport = ({ stdout }) => {
  const lines = stripVTControlCharacters(stdout).split('\n');
  if (!lines.some((line) => line.startsWith('TAP version'))) return undefined;
  const failures: TestFailure[] = [];
  let passed = 0;
  for (const [at, line] of lines.entries()) {
    const [whole, failed, escaped, comment = ''] = ended.exec(line) ?? [];
    if (whole === undefined || /^(?:SKIP|TODO)\b/.test(comment)) continue;
    const name = escaped.replace(/\\([#\\])/g, '$1');
    if (failed && !name.includes(between)) return undefined;
    if (failed) failures.push(failureOf(name, blockAt(lines, at + 1), lines));
    else passed++;
  }
  return { failures, passed };
};

function failureOf(name: string, block: string, lines: readonly string[]): TestFailure {
  const titles = name.split(between).slice(1);
  const [, kind = 'Error', message = ''] =
    /^ +name: "(.*)"\n +message: "([^]*?)"(?=\n {4}\S|(?![^]))/m.exec(block) ?? [];
  const [values] = /^ {4}(?:actual|expected): [^]*/m.exec(block) ?? [];
  return {
    test: titles.join(between),
    titles,
    kind,
    message: [message.replaceAll('\\"', '"'), ...(values ? [values] : [])].join('\n'),
    frames: framesOf(name, lines),
  };
}

/** The first error of a test, from the line after `---`; a test may go on after `expect.soft`. */
function blockAt(lines: readonly string[], start: number): string {
  const end = lines.findIndex((line, at) => at > start && /^ {4}(?:---|\.\.\.)$/.test(line));
  return lines[start]?.trim() === '---' ? lines.slice(start + 1, end < 0 ? undefined : end).join('\n') : '';
}

function framesOf(name: string, lines: readonly string[]): Frame[] {
  for (const line of lines) {
    const [, title, text] = annotated.exec(line) ?? [];
    if (title === undefined || decoded(title) !== name) continue;
    const places = decoded(text)
      .split('\n')
      .flatMap((one) => [stackLine.exec(one) ?? []]);
    return places.flatMap(([, file, row]) => (file === undefined ? [] : [{ file, line: Number(row) }]));
  }
  return [];
}

const marks: Readonly<Record<string, string>> = { '25': '%', '0D': '\r', '0A': '\n', '3A': ':', '2C': ',' };

/** As workflow commands write what would end them. */
const decoded = (text: string) => text.replace(/%(25|0D|0A|3A|2C)/g, (_, code: string) => marks[code]);
