/** Reports of runners for compiled languages: cargo test, go test. */
import { blocksBy, framesBy, linesBefore, type ReadReport, type TestFailure } from './report';

const heading = /^---- (\S+)(?: - .*)? stdout ----$/;
/** Since Rust 1.73; before, the message stood in quotes before the place. */
const panicked = /^thread '.*' (?:\(\d+\) )?panicked at (.+?):(\d+):\d+:$/;
const panickedBefore = /^thread '.*' panicked at '([^]*?)', (\S+?:\d+:\d+)$/gm;
/** A test that must panic has no other message. */
const remark = /^note: (test did not panic as expected.*?)(?: at (\S+):(\d+):\d+)?$/;
const result = /^test result: \w+\. (\d+) passed; \d+ failed/gm;

/** What each failed test said, with the places of its panics: one of a thread that it joins comes first. */
export const cargoReport: ReadReport = ({ stdout }) => {
  const results = [...stdout.matchAll(result)];
  if (results.length === 0) return undefined;
  const text = stdout.replace(panickedBefore, (_, message, place) => `thread '' panicked at ${place}:\n${message}`);
  const failures = blocksBy(heading, text.split('\n'), /^failures:$/).map(({ head: [, test], lines }) => {
    const said = lines.slice(lines.findIndex((line) => panicked.test(line)) + 1);
    const own = linesBefore(/^(?:stack backtrace:|note: )/, said)
      .join('\n')
      .trim();
    const [, noPanic = ''] = lines.flatMap((line) => remark.exec(line) ?? []);
    const frames = framesBy(panicked, lines);
    const place = lines.flatMap((line) => remark.exec(line)?.slice(2) ?? []).join(':');
    return {
      ...{ test, titles: test.split('::'), kind: 'panic', message: own || noPanic },
      frames: frames.length > 0 ? frames : framesBy(/^(.+):(\d+)$/, [place]),
    };
  });
  return { failures, passed: results.reduce((sum, [, passed]) => sum + Number(passed), 0) };
};

const running = /^=== (?:RUN|CONT|NAME) +(\S*)/;
/** A test may have printed the beginning of its line. */
const ended = /--- (FAIL|PASS|SKIP): (\S+) \([\d.]+s\)$/;
const said = /^ +(\S+\.go):(\d+): (.*)$/;
const panic = /^(?:panic|fatal error): (.*?)(?: \[recovered.*\])?$/;
const frame = /^\t(.+\.go):(\d+)(?: |$)/;
/** Files of Go itself. */
const own = /\/src\/(?:testing|runtime|reflect|internal)\//;

/** With `-v`, which prints what a test says as it runs, and its verdict below; without it, the verdict comes first. */
export const goReport: ReadReport = ({ stdout, stderr }) => {
  const lines = `${stdout}\n${stderr}`.split('\n');
  const has = (form: RegExp) => lines.some((line) => form.test(line));
  if (!has(/^(?:ok|FAIL)\b/) || has(/\[(?:build|setup) failed\]/)) return undefined;
  const told = new Map<string, string[]>();
  const failed = new Set<string>();
  let passed = 0;
  let at = '';
  for (const line of lines) {
    const [, verdict, test] = ended.exec(line) ?? [];
    at = running.exec(line)?.[1] ?? test ?? at;
    if (verdict === 'PASS') passed++;
    // A panic of another goroutine ends all, without a verdict.
    if (verdict === 'FAIL' || (failed.size === 0 && panic.test(line))) failed.add(at);
    if (verdict !== undefined || line.startsWith('=== ')) continue;
    if (!told.has(at)) told.set(at, []);
    told.get(at)!.push(line);
  }
  failed.delete('');
  // A test with subtests fails because of them.
  const innermost = [...failed].filter((test) => ![...failed].some((other) => other.startsWith(`${test}/`)));
  return { failures: innermost.map((test) => goFailure(test, told.get(test) ?? [])), passed };
};

function goFailure(test: string, all: readonly string[]): TestFailure {
  const titles = test.split('/');
  const lines = linesBefore(/^(?:FAIL|PASS|exit status)\b/, all);
  const [panicMessage] = lines.flatMap((line) => panic.exec(line)?.slice(1) ?? []);
  if (panicMessage !== undefined)
    return { test, titles, kind: 'panic', message: panicMessage, frames: framesBy(frame, lines, own) };
  // The message, and lines that belong to it; of an example, what it printed.
  const first = lines.findIndex((line) => said.test(line) || line === 'got:');
  const message = lines
    .slice(first < 0 ? lines.length : first)
    .flatMap((line) => said.exec(line)?.[3] ?? (/^ {8}/.test(line) || lines[first] === 'got:' ? line.trim() : []));
  return { test, titles, kind: 'Error', message: message.join('\n'), frames: framesBy(said, lines) };
}
