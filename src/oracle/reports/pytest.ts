/** pytest with `--tb=short`. */
import type { Frame, ReadReport, TestFailure } from './report';

const section = /^=+ (?:FAILURES|ERRORS) =+$/;
const heading = /^_{3,} (?:ERROR at \w+ of )?(.+?) _{3,}$/;
const place = /^(.+?):(\d+): in /;
const summary = /^=+ .*\b\d+ (?:passed|failed|errors?)\b.* in [\d.]+s.* =+$/;
const failedLine = /^(?:FAILED|ERROR) (\S.*?)(?: - .*)?$/;
const kindOf = /^((?:[\w]+\.)*\w*(?:Error|Exception|Exit|Failed|Warning|Interrupt|Iteration)|[A-Z]\w*)(?=:|$)/;

export const pytestReport: ReadReport = ({ stdout }) => {
  const lines = stdout.split('\n');
  const end = lines.findLast((line) => summary.test(line));
  if (end === undefined) return undefined;
  const ids = lines.flatMap((line) => failedLine.exec(line)?.[1] ?? []);
  const failures = blocksIn(lines).map((block, at) => failureOf(block, ids[at]));
  return { failures, passed: Number(/(\d+) passed/.exec(end)?.[1] ?? 0) };
};

interface Block {
  readonly name: string;
  readonly lines: readonly string[];
}

function blocksIn(lines: readonly string[]): Block[] {
  const blocks: { name: string; lines: string[] }[] = [];
  let isInside = false;
  for (const line of lines) {
    if (/^=+ .* =+$/.test(line)) isInside = section.test(line);
    const [, name] = (isInside && heading.exec(line)) || [];
    if (name !== undefined) blocks.push({ name, lines: [] });
    else if (isInside) blocks.at(-1)?.lines.push(line);
  }
  return blocks;
}

function failureOf({ name, lines }: Block, id: string | undefined): TestFailure {
  const titles = id?.includes('::') ? id.split('::').slice(1) : name.split('.');
  const captured = lines.findIndex((line) => /^-+ Captured /.test(line));
  const own = captured < 0 ? lines : lines.slice(0, captured);
  const message = own.flatMap((line) => (/^E(?: {3}|$)/.test(line) ? [line.slice(4)] : [])).join('\n');
  const frames = own.flatMap((line): Frame[] => {
    const [, file, number] = place.exec(line) ?? [];
    return file === undefined || /site-packages|[\\/]_pytest[\\/]/.test(file) ? [] : [{ file, line: Number(number) }];
  });
  const kind = kindOf.exec(message)?.[1] ?? 'AssertionError';
  return { test: titles.join('::'), titles: joinedParameters(titles), kind, message, frames: frames.reverse() };
}

/** A parameter may have `::` in it. */
function joinedParameters(titles: readonly string[]): string[] {
  const at = titles.findIndex((title) => title.includes('['));
  return at < 0 ? [...titles] : [...titles.slice(0, at), titles.slice(at).join('::')];
}
