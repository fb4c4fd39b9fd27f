/** A real test that shows its bug in 55 % of the runs, reduced in the terminal: is the result right, and do the sentences agree with each other? */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { whittle } from './cli';

const lines = 'a\nb\nneedle\nc\nd\ne\n';

export interface HalfRun {
  /** Nothing but the bug is left. */
  readonly isSmallest: boolean;
  /** Empty if the run is right and its sentences agree. */
  readonly problems: readonly string[];
}

export async function runOfHalf(directory: string): Promise<HalfRun> {
  const [input, output] = ['in.txt', 'out.txt'].map((name) => join(directory, name));
  writeFileSync(input, lines);
  const test = 'grep -q needle {} && [ $(( $(od -An -N2 -tu2 /dev/urandom) % 100 )) -lt 55 ]';
  const { code, stderr } = await whittle(['reduce', input, '--test', test, '-o', output], directory);
  if (code !== 0) return { isSmallest: false, problems: [`exit code ${code}: ${stderr}`] };
  const result = readFileSync(output, 'utf8');
  const problems = contradictions(stderr);
  if (!/^needle$/m.test(result)) problems.unshift(`no bug in ${JSON.stringify(result)}`);
  return { isSmallest: result === 'needle\n', problems };
}

/** What the run has told at its start, of the flaky test, and at its end. */
function contradictions(told: string): string[] {
  const begun = tallyIn(/^The test shows the bug on the input(?: in (\d+) of (\d+) runs)? \(/m, told);
  const flaky = tallyIn(/^The bug shows in (\d+) of (\d+) runs\. .* at least half as often\.$/m, told);
  const result = tallyIn(/ verified in (\d+) of (\d+) runs, \d+% to \d+% \(/, told);
  const input = tallyIn(/ \(the input held in (\d+) of (\d+)\)$/m, told);
  const advice = /repair|--runs|--need|NOT verified/.test(told);
  // By chance the test may always have said the same: then there is nothing to tell of rates.
  if (!advice && begun && !flaky && !input && / verified$/m.test(told)) return [];
  if (!begun || !flaky || !result || !input) return [`a sentence is missing: ${told}`];
  const most = Number(/ verified in .* to (\d+)% \(/.exec(told)![1]) / 100;
  const wrong: [boolean, string][] = [
    [advice, 'advice on a test that was reduced'],
    [told.split('The bug shows in ').length > 2, 'the rate of the input is told twice'],
    [!isPartOf(begun, flaky), 'the test was less reliable at its start'],
    [!isPartOf(flaky, input), 'the end knows less runs of the input'],
    [most < input.held / input.runs / 2, 'the result shows the bug too seldom'],
  ];
  return wrong.flatMap(([is, what]) => (is ? [`${what}: ${told}`] : []));
}

interface Seen {
  readonly held: number;
  readonly runs: number;
}

/** A sentence without numbers tells of no failure. */
function tallyIn(sentence: RegExp, told: string): Seen | undefined {
  const [, held, runs] = sentence.exec(told) ?? [];
  return sentence.test(told) ? { held: Number(held ?? 0), runs: Number(runs ?? 0) } : undefined;
}

/** Can the later runs hold all of the earlier ones? */
function isPartOf(earlier: Seen, later: Seen): boolean {
  return earlier.held <= later.held && earlier.runs - earlier.held <= later.runs - later.held;
}
