/** A result that means little: almost any input gives it, or it is only a syntax error. */
import * as l10n from '@vscode/l10n';
import { isFileSet } from '../../oracle/content';
import { failureLine } from '../../oracle/judging/failureLine';
import type { Measured } from '../limits';
import type { Run } from '../state';
import type { Settled } from './settle';

/** Larger results are no accident. */
const mostTokens = 2;

/** A word, a bracket, a quote and a pair of numbers: hardly any language has the same to say of all of them. */
const others = ['a', ')', '"', '1 1'];

/** Of those, so many must hold. */
const enough = 2;

const syntaxError =
  /\b(?:syntax ?error|parse ?error|unexpected (?:token|end|eof|character|identifier)|invalid syntax)\b/i;

/** One sentence with the remedy; undefined for any other result. Tests a few texts. */
export async function trivialNotice(
  { property, subject, limits }: Run,
  { state, confirmation }: Pick<Settled, 'state' | 'confirmation'>,
  { timeoutMs }: Measured,
): Promise<string | undefined> {
  const content = subject.contentOf(state);
  const { empty } = subject.input;
  if (confirmation.verdict !== 'holds' || isFileSet(content) || subject.passingOf) return undefined;
  if (!empty || isFileSet(empty) || empty.length > 0 || subject.sizeOf(state).tokens > mostTokens) return undefined;
  let holding = 0;
  for (const text of others.filter((one) => one !== Buffer.from(content).toString().trim())) {
    if ((await property.test(Buffer.from(`${text}\n`), timeoutMs, limits.signal)).verdict === 'holds') holding++;
  }
  if (holding >= enough)
    return l10n.t(
      'Almost any input gives this failure: other texts of a word or two hold as well. If it is not your bug, demand more of the output (‹match›).',
    );
  const line = failureLine({ stdout: '', stderr: confirmation.output ?? '' })?.line.trim() ?? '';
  if (!syntaxError.test(line)) return undefined;
  return l10n.t(
    'The result is only a syntax error ("{0}"). If it is not your bug, demand more of the output (‹match›), or correct syntax by a second test.',
    line.slice(0, 200),
  );
}

/** By a grammar's id: what accepts correct syntax, whatever it means. */
const checks: Readonly<Record<string, string>> = {
  ...{ javascript: 'node --check {}', python: 'python3 -m py_compile {}', bash: 'bash -n {}' },
  ...{ ruby: 'ruby -c {}', php: 'php -l {}', json: 'python3 -m json.tool {}' },
};

/** Of a result with syntax errors that the original does not have. */
export function brokenNotice(language: string | null): string {
  return l10n.t(
    'The result no longer parses; let the command check the syntax first ({0}).',
    `‹command=${checks[language ?? ''] ?? 'CHECK {}'} && …›`,
  );
}
