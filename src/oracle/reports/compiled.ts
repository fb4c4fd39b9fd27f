/** Reports of runners for compiled languages: cargo test, go test. */
import { type Frame, framesBy, type ReadReport, type TestFailure } from './report';

const heading = /^---- (\S+)(?: - .*)? stdout ----$/;
const panicked = /^thread '.*' (?:\(\d+\) )?panicked at (.+?):(\d+):\d+:$/;
const result = /^test result: \w+\. (\d+) passed; (\d+) failed/m;

/** What each failed test said, with the place of its panic. */
export const cargoReport: ReadReport = ({ stdout }) => {
  const [, passed] = result.exec(stdout) ?? [];
  if (passed === undefined) return undefined;
  const lines = stdout.split('\n');
  const failures = lines.flatMap((line, at) => {
    const [, test] = heading.exec(line) ?? [];
    return test === undefined ? [] : [cargoFailure(test, lines.slice(at + 1))];
  });
  return { failures, passed: Number(passed) };
};

function cargoFailure(test: string, lines: readonly string[]): TestFailure {
  const end = lines.findIndex((line) => heading.test(line) || /^failures:$/.test(line));
  const own = end < 0 ? lines : lines.slice(0, end);
  const at = own.findIndex((line) => panicked.test(line));
  const [, file, number] = panicked.exec(own[at] ?? '') ?? [];
  const rest = own.slice(at + 1);
  const stop = rest.findIndex((line) => /^(?:stack backtrace:|note: )/.test(line));
  const message = (stop < 0 ? rest : rest.slice(0, stop)).join('\n').trim();
  const frames = file === undefined ? [] : [{ file, line: Number(number) }];
  return { test, titles: test.split('::'), kind: 'panic', message, frames };
}

/** go test, without `-json`: a line for each failed test, with its output before or below. */
const failed = /^( *)--- FAIL: (\S+) \([\d.]+s\)$/;
const said = /^ +(\S+\.go):(\d+): (.*)$/;
const panic = /^panic: (.*?)(?: \[recovered\])?$/;
const frame = /^\t(\S+\.go):(\d+)(?: |$)/;

/** Without `-json`: a line for each failed test, with its output before or below. */
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
    return [goFailure(test, lines.slice(at + 1, heads[index + 1]?.at ?? lines.length))];
  });
}

function goFailure(test: string, lines: readonly string[]): TestFailure {
  const titles = test.split('/');
  const panicked = lines.map((line) => panic.exec(line)?.[1]).find((one) => one !== undefined);
  if (panicked !== undefined) {
    const frames = framesBy(frame, lines, /\/go\/src\/|\/libexec\//);
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
