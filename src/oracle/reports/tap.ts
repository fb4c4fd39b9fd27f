/** node:test's reporter `tap`: a block of YAML for each test that failed. */
import { type Frame, type ReadReport, type TestFailure, framesOf } from './report';

const subtest = /^( *)# Subtest: (.*)$/;
const end = /^( *)(not )?ok \d+ - /;
const field = /^ *(\w+): ?(.*)$/;

export const tapReport: ReadReport = ({ stdout }) => {
  const lines = stdout.split('\n');
  if (!lines.some((line) => line.startsWith('TAP version'))) return undefined;
  const failures: TestFailure[] = [];
  const titles: string[] = [];
  let passed = 0;
  lines.forEach((line, at) => {
    const [, indent, title] = subtest.exec(line) ?? [];
    if (title !== undefined) titles.splice(indent.length / 4, Infinity, unescaped(title));
    const [whole, depth, failed] = end.exec(line) ?? [];
    if (whole === undefined || /# (?:SKIP|TODO)\b/i.test(line)) return;
    const level = depth.length / 4;
    const block = blockAfter(lines, at, depth.length + 2);
    const own = titles.slice(0, level + 1);
    if (failed === undefined) passed += Number(block.type !== 'suite');
    else if (block.failureType !== 'subtestsFailed') failures.push(failureOf(own, block));
  });
  return { failures, passed };
};

function failureOf(titles: readonly string[], block: Readonly<Record<string, string>>): TestFailure {
  const { error = '', name = 'Error', stack = '', expected, actual } = block;
  const values = [expected, actual].flatMap((value, at) =>
    value === undefined ? [] : [`${['expected', 'actual'][at]}: ${value}`],
  );
  return {
    test: titles.join(' > '),
    titles,
    kind: name,
    message: [error, ...values].join('\n'),
    frames: framesIn(stack),
  };
}

/** Without the word `at`. */
function framesIn(stack: string): Frame[] {
  return framesOf(stack.replace(/^\s*/gm, '    at '));
}

/** The fields between `---` and `...`; those of several lines as they are. */
function blockAfter(lines: readonly string[], at: number, indent: number): Record<string, string> {
  const fields: Record<string, string> = {};
  if (lines[at + 1]?.trim() !== '---') return fields;
  let name = '';
  for (let next = at + 2; next < lines.length && lines[next].trim() !== '...'; next++) {
    const line = lines[next];
    const isField = line.search(/\S/) === indent;
    const [, key, value] = (isField && field.exec(line)) || [];
    if (key !== undefined) fields[(name = key)] = value === '|-' ? '' : value.replace(/^'(.*)'$/, '$1');
    else if (name !== '') fields[name] += `\n${line.slice(indent + 2)}`;
  }
  return fields;
}

function unescaped(title: string): string {
  return title.replace(/\\([#\\])/g, '$1');
}
