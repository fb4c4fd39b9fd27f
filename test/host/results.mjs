// Prints and judges what a suite wrote to its results file.
import { existsSync, readFileSync } from 'node:fs';

const words = { pass: 'PASS', fail: 'FAIL', pending: 'SKIP' };

/**
 * True only for exit code 0, a results file, at least one pass, no failure and no `problem`; counts into `tally`.
 * `log`: what the extension host said, shown when something is wrong with the run itself.
 */
export function judge({ file, code, problem, log = [], tally }) {
  const results = readResults(file);
  for (const line of results?.lines ?? []) console.log(format(line));
  const count = (state) => (results?.lines ?? []).filter((line) => line.state === state).length;
  const reason = problem ?? complaint({ results, code, passed: count('pass'), failed: count('fail') });
  if (reason) console.log(`FAIL API suite\n${indent([reason, ...log.slice(-20)].join('\n'))}`);
  tally.passed += count('pass');
  tally.failed += count('fail') + (reason ? 1 : 0);
  return !reason && count('fail') === 0;
}

function complaint({ results, code, passed, failed }) {
  if (!results) return `no readable results file (exit code ${code}): the suite did not run`;
  if (failed > 0) return undefined; // said already, test by test
  if (results.failures !== 0) return `the suite counts ${results.failures} failures but names none`;
  if (code !== 0) return `all tests passed but the exit code is ${code}`;
  return passed > 0 ? undefined : 'not one test passed';
}

function readResults(file) {
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined; // half-written by a suite that was stopped
  }
}

function format({ state, title, ms, error }) {
  const time = ms === undefined ? '' : ` (${ms} ms)`;
  return `${words[state] ?? state} ${title}${time}${error ? `\n${indent(error)}` : ''}`;
}

export const indent = (text) => String(text).replace(/^/gm, '    ');
