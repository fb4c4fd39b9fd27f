/** Reports of runners for compiled languages: cargo test, go test. */
import { blocksBy, framesBy, linesBefore, type ReadReport, type TestFailure } from './report';

const heading = /^---- (\S+)(?: - .*)? stdout ----$/;
const panicked = /^thread '.*' (?:\(\d+\) )?panicked at (.+?):(\d+):\d+:$/;
const result = /^test result: \w+\. (\d+) passed; (\d+) failed/m;

/** What each failed test said, with the place of its panic. */
export const cargoReport: ReadReport = ({ stdout }) => {
  const [, passed] = result.exec(stdout) ?? [];
  if (passed === undefined) return undefined;
  const failures = blocksBy(heading, stdout.split('\n'), /^failures:$/).map(({ head: [, test], lines }) => {
    const said = lines.slice(lines.findIndex((line) => panicked.test(line)) + 1);
    const message = linesBefore(/^(?:stack backtrace:|note: )/, said)
      .join('\n')
      .trim();
    return { test, titles: test.split('::'), kind: 'panic', message, frames: framesBy(panicked, lines).slice(0, 1) };
  });
  return { failures, passed: Number(passed) };
};

const failed = /^ *--- FAIL: (\S+) \([\d.]+s\)$/;
const said = /^ +(\S+\.go):(\d+): (.*)$/;
const panic = /^panic: (.*?)(?: \[recovered\])?$/;
const frame = /^\t(\S+\.go):(\d+)(?: |$)/;

/** Without `-json`: a line for each failed test, with its output before or below. */
export const goReport: ReadReport = ({ stdout, stderr }) => {
  const lines = `${stdout}\n${stderr}`.split('\n');
  const has = (form: RegExp) => lines.some((line) => form.test(line));
  if (!has(/^(?:ok|FAIL|---)\b/) || has(/\[build failed\]/)) return undefined;
  const blocks = blocksBy(failed, lines);
  // A test with subtests fails because of them.
  const own = blocks.filter(({ head: [, test] }) => !blocks.some(({ head }) => head[1].startsWith(`${test}/`)));
  const passed = lines.filter((line) => /^ *--- PASS: |^ok\s/.test(line)).length;
  return { failures: own.map(({ head: [, test], lines: below }) => goFailure(test, below)), passed };
};

function goFailure(test: string, lines: readonly string[]): TestFailure {
  const titles = test.split('/');
  const [panicMessage] = lines.flatMap((line) => panic.exec(line)?.slice(1) ?? []);
  if (panicMessage !== undefined) {
    const frames = framesBy(frame, lines, /\/go\/src\/|\/libexec\//);
    return { test, titles, kind: 'panic', message: panicMessage, frames };
  }
  const first = lines.findIndex((line) => said.test(line));
  // The message, and lines that belong to it.
  const told = lines
    .slice(first < 0 ? lines.length : first)
    .flatMap((line) => said.exec(line)?.[3] ?? (/^ {8}/.test(line) ? line.trim() : []));
  return { test, titles, kind: 'Error', message: told.join('\n'), frames: framesBy(said, lines) };
}
