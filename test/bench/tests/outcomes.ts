/** What the output of a test runner says of one test: it passed, it failed, or it did not run. */
import { stripVTControlCharacters } from 'node:util';

export type Outcome = 'passed' | 'failed' | 'absent';

export interface Output {
  readonly stdout: string;
  readonly stderr: string;
  /** Null if a signal ended it. */
  readonly code: number | null;
}

interface Named {
  readonly titles: readonly string[];
  readonly test: string;
}

/** One that failed decides; titles may be there more than once. */
function outcomeOf(results: readonly boolean[]): Outcome {
  if (results.length === 0) return 'absent';
  return results.every(Boolean) ? 'passed' : 'failed';
}

/** Reporter `json`: the document begins on a line of its own, after whatever the tests print. */
export function mochaOutcome({ stdout }: Output, { titles }: Named): Outcome {
  const start = /^\{\n {2}"stats"/m.exec(stdout)?.index;
  if (start === undefined) return 'absent';
  const { passes, failures } = parsed(stdout.slice(start)) as Record<string, { fullTitle: string }[]>;
  const has = (tests: { fullTitle: string }[] = []) =>
    tests.filter(({ fullTitle }) => fullTitle.trim() === titles.join(' '));
  return outcomeOf([...has(passes).map(() => true), ...has(failures).map(() => false)]);
}

interface JsonReport {
  readonly testResults?: readonly {
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

/** `--json` of jest and the reporter `json` of vitest: one line, which vitest begins by hiding the cursor. */
export function jsonOutcome({ stdout }: Output, { titles }: Named): Outcome {
  const line = stripVTControlCharacters(stdout)
    .split('\n')
    .find((one) => one.startsWith('{"num'));
  const report = parsed(line ?? '{}') as JsonReport;
  const tests = (report.testResults ?? []).flatMap(({ assertionResults }) => assertionResults);
  const named = tests.filter(({ fullName }) => fullName.trim() === titles.join(' '));
  const run = named.filter(({ status }) => status === 'passed' || status === 'failed');
  return outcomeOf(run.map(({ status }) => status === 'passed'));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/** TAP of node:test: `# Subtest:` opens a level, `ok` or `not ok` ends it; a level is four spaces. */
export function tapOutcome({ stdout }: Output, { titles }: Named): Outcome {
  const open: string[] = [];
  const results: boolean[] = [];
  for (const line of stdout.split('\n')) {
    const [, spaces, name] = /^( *)# Subtest: (.*)$/.exec(line) ?? [];
    if (name !== undefined) {
      open.splice(spaces.length / 4, Infinity, name);
      continue;
    }
    const [, before, not, end] = /^( *)(not )?ok \d+ - (.*)$/.exec(line) ?? [];
    if (end === undefined || / # SKIP\b/.test(end)) continue;
    const path = open.slice(0, before.length / 4 + 1);
    if (path.join(' ').trim() === titles.join(' ')) results.push(!not);
  }
  return outcomeOf(results);
}

/** `-rA`: one line for each test. A fixture that fails is a failure. A row has another number once the rows before it are gone. */
export function pytestOutcome({ stdout }: Output, { test, titles }: Named): Outcome {
  const id = withoutNumbers([test, ...titles].join('::'));
  const states = stdout.split('\n').flatMap((line) => {
    const [, state, text] = /^(PASSED|FAILED|ERROR) (.*)$/.exec(line) ?? [];
    const rest = withoutNumbers(text ?? '');
    return rest === id || rest.startsWith(`${id} - `) ? [state] : [];
  });
  return outcomeOf(states.map((state) => state === 'PASSED'));
}

/** `[items3-900]` → `[items-900]` */
function withoutNumbers(id: string): string {
  return id.replace(/\[[^\]]*\]/, (row) => row.replace(/(?<=[A-Za-z_])\d+/g, ''));
}

/** It runs the named test only. One that cannot be loaded has not run. */
export function unittestOutcome({ stderr, code }: Output): Outcome {
  if (!/^Ran [1-9]\d* test/m.test(stderr) || /_FailedTest|^OK \(skipped/m.test(stderr)) return 'absent';
  return code === 0 ? 'passed' : 'failed';
}

export function cargoOutcome({ stdout }: Output, { titles }: Named): Outcome {
  const lines = stdout.split('\n').flatMap((line) => {
    const [, name, state] = /^test (\S+) .*\b(ok|FAILED)$/.exec(line) ?? [];
    return name === titles.join('::') ? [state] : [];
  });
  return outcomeOf(lines.map((state) => state === 'ok'));
}

/** `-v`: a subtest is named after those around it. */
export function goOutcome({ stdout }: Output, { titles }: Named): Outcome {
  const lines = stdout.split('\n').flatMap((line) => {
    const [, state, name] = /^ *--- (PASS|FAIL): (\S+) /.exec(line) ?? [];
    return name === titles.join('/') ? [state] : [];
  });
  return outcomeOf(lines.map((state) => state === 'PASS'));
}
