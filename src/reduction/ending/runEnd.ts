/** The end of a run, whatever its subject: the state that is left is tested again. */
import * as l10n from '@vscode/l10n';
import { isFileSet } from '../../oracle/content';
import { failureLine } from '../../oracle/judging/failureLine';
import type { OracleAnswer } from '../../oracle/oracle';
import type { Property } from '../../oracle/property';
import type { Ending } from '../events/events';
import type { Measured } from '../session';
import type { Subject } from '../subjects/subject';
import { evidenceOf } from './certainty';
import { type Confirmation, type How, type Lead, testedAgain, untested } from './confirm';
import { type Settled, settled } from './settle';
import type { Trail } from './trail';

interface EndedRun<C extends object, S> {
  readonly subject: Subject<C, S>;
  readonly property: Property;
  readonly signal: AbortSignal;
  readonly trail: Trail<S>;
  /** The candidate that was refused last. */
  readonly refused: { readonly last?: C };
}

interface Found<S> {
  readonly ending: Ending;
  readonly state: S;
  readonly measured: Measured;
  readonly answers: ReadonlyMap<string, OracleAnswer>;
}

/** Where nothing is known that must not hold, the candidate that was refused last must still be. */
export async function settledRun<C extends object, S>(run: EndedRun<C, S>, found: Found<S>): Promise<Settled<S>> {
  const { property, subject, signal, trail } = run;
  const { state, measured, answers } = found;
  if (found.ending === 'interrupted') return { state, confirmation: untested };
  const { input, empty = subject.forbidden?.content } = subject.input;
  const { last } = run.refused;
  const how = { ...measured, signal };
  return settled({
    property,
    how,
    trail,
    state,
    evidence: evidenceOf(answers.values()),
    input,
    refused: empty ?? (last && subject.candidateContent(last)),
    confirm: (one, lead) => stateAgain(run, one, lead, how),
  });
}

/** The tally is that of the content that must hold. */
async function stateAgain<C extends object, S>(
  { subject, property }: EndedRun<C, S>,
  state: S,
  lead: Lead,
  how: How,
): Promise<Confirmation> {
  const holds = await testedAgain(property, subject.contentOf(state), lead, how);
  const passing = subject.passingOf?.(state);
  if (!passing || holds.verdict !== 'holds') return holds;
  const other = await testedAgain(property, passing, { holds: lead.fails, fails: 1 }, how);
  return other.verdict === 'fails' ? holds : { ...holds, verdict: other.verdict && 'fails', problem: other.problem };
}

/** Larger results are no accident. */
const mostTokens = 2;

/** A word, a bracket, a quote and a pair of numbers: hardly any language has the same to say of all of them. */
const others = ['a', ')', '"', '1 1'];

/** Of those, so many must hold. */
const enough = 2;

const syntaxError =
  /\b(?:syntax ?error|parse ?error|unexpected (?:token|end|eof|character|identifier)|invalid syntax)\b/i;

/** One sentence with the remedy; undefined for any other result. Tests a few texts. */
export async function trivialNotice<C extends object, S>(
  property: Pick<Property, 'test'>,
  subject: Pick<Subject<C, S>, 'sizeOf' | 'contentOf' | 'passingOf' | 'input'>,
  { state, confirmation }: { readonly state: S; readonly confirmation: Confirmation },
  { timeoutMs, signal }: How,
): Promise<string | undefined> {
  const content = subject.contentOf(state);
  const { empty } = subject.input;
  if (confirmation.verdict !== 'holds' || isFileSet(content) || subject.passingOf) return undefined;
  if (!empty || isFileSet(empty) || empty.length > 0 || subject.sizeOf(state).tokens > mostTokens) return undefined;
  let holding = 0;
  for (const text of others.filter((one) => one !== Buffer.from(content).toString().trim())) {
    if ((await property.test(Buffer.from(`${text}\n`), timeoutMs, signal)).verdict === 'holds') holding++;
  }
  return holding >= enough ? anyInput() : onlySyntax(confirmation.output);
}

function anyInput(): string {
  return l10n.t(
    'Almost any input gives this failure: other texts of a word or two hold as well. If it is not your bug, demand more of the output (match).',
  );
}

function onlySyntax(output = ''): string | undefined {
  const line = failureLine({ stdout: '', stderr: output })?.line.trim() ?? '';
  if (!syntaxError.test(line)) return undefined;
  return l10n.t(
    'The result is only a syntax error ("{0}"). If it is not your bug, demand more of the output (match), or correct syntax by a second test.',
    line.slice(0, 200),
  );
}
