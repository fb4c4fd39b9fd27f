/** go test, without `-json`: a line for each failed test, with its output before or below. */
import type { Frame, ReadReport, TestFailure } from './report';

const failed = /^( *)--- FAIL: (\S+) \([\d.]+s\)$/;
const said = /^ +(\S+\.go):(\d+): (.*)$/;
const panic = /^panic: (.*?)(?: \[recovered\])?$/;
const frame = /^\t(\S+\.go):(\d+)(?: |$)/;

export const goReport: ReadReport = ({ stdout, stderr }) => {
  const lines = `${stdout}\n${stderr}`.split('\n');
  const passed = lines.filter((line) => /^ *--- PASS: |^ok\s/.test(line)).length;
  const isWhole =
    lines.some((line) => /^(?:ok|FAIL|---)\b/.test(line)) && !lines.some((line) => /\[build failed\]/.test(line));
  return isWhole ? { failures: failuresIn(lines), passed } : undefined;
};

function failuresIn(lines: readonly string[]): TestFailure[] {
  const heads = lines.flatMap((line, at) => {
    const [, indent, test] = failed.exec(line) ?? [];
    return test === undefined ? [] : [{ at, depth: indent.length, test }];
  });
  return heads.flatMap(({ at, test }, index) => {
    // A test with subtests fails because of them.
    if (heads.some((other) => other.test.startsWith(`${test}/`))) return [];
    return [failureOf(test, lines.slice(at + 1, heads[index + 1]?.at ?? lines.length))];
  });
}

function failureOf(test: string, lines: readonly string[]): TestFailure {
  const titles = test.split('/');
  const panicked = lines.map((line) => panic.exec(line)?.[1]).find((one) => one !== undefined);
  if (panicked !== undefined) {
    const frames = lines.flatMap((line): Frame[] => {
      const [, file, number] = frame.exec(line) ?? [];
      return file === undefined || /\/go\/src\/|\/libexec\//.test(file) ? [] : [{ file, line: Number(number) }];
    });
    return { test, titles, kind: 'panic', message: panicked, frames };
  }
  const messages: string[] = [];
  const frames: Frame[] = [];
  for (const line of lines) {
    const [, file, number, text] = said.exec(line) ?? [];
    if (file !== undefined) {
      frames.push({ file, line: Number(number) });
      messages.push(text);
    } else if (messages.length > 0 && /^ {8}/.test(line)) messages.push(line.trim());
  }
  return { test, titles, kind: 'Error', message: messages.join('\n'), frames };
}
