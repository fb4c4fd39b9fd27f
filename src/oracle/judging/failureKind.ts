/** From a failure's line and its neighbours to its kind. A kind is offered only if the program would not print it for another failure. */
import type { FailureLine } from './failureLine';
import { anyKind, kindForms, type KindForm } from './kindForms';
import { escaped, generalized, messageOf, type FailingInput } from './linePattern';
import type { OutputPattern } from './rule';

/** Neighbours that are looked at, on each side. */
const nearby = 8;

/** A pattern for failures of the same kind: `^TypeError\b` for `TypeError: x is undefined`. Undefined if the output names no kind. */
export function failureKind(found: FailureLine, input: FailingInput): OutputPattern | undefined {
  for (const form of kindForms) {
    for (const line of linesFor(form, found)) {
      const pattern = kindIn(line, form, input);
      if (pattern !== undefined) return { stream: found.stream, pattern };
    }
  }
  return undefined;
}

/** The nearest one first. */
function linesFor({ near }: KindForm, { lines, at }: FailureLine): readonly string[] {
  if (near === 'before') return lines.slice(Math.max(0, at - nearby), at).reverse();
  return near === 'after' ? lines.slice(at + 1, at + 1 + nearby) : [lines[at]];
}

function kindIn(line: string, { expression, near, last, led }: KindForm, input: FailingInput): string | undefined {
  const { kind, place } = expression.exec(line.trim())?.groups ?? {};
  if (kind === undefined || isCandidate(place, input) || !saysWhat(kind, input)) return undefined;
  const { message, starts } = messageOf(line, input);
  const at = led ? message.indexOf(kind) : -1;
  if ((!near && kind === message) || (at >= 0 && message.endsWith(kind))) return undefined;
  const lead = at < 0 ? '' : starts + generalized(message.slice(0, at), input).pattern;
  const ends = last ? '$' : /\w$/.test(kind) ? '\\b' : '';
  const pattern = `${lead}${fixedPart(kind)}${ends}`;
  return new RegExp(pattern, 'm').test(line.trimEnd()) ? pattern : undefined;
}

/** A position in the middle may be another one. */
function fixedPart(kind: string): string {
  return escaped(kind).replace(/:\d+: /g, ':\\d+: ');
}

function isCandidate(place: string | undefined, { fileName }: FailingInput): boolean {
  const base = place?.split(/[\\/]/).at(-1);
  return base !== undefined && [fileName].flat().includes(base);
}

/** Not what any failure of the program could be: `Error`, or `GraphQLError` of a command with the word graphql. */
function saysWhat(kind: string, { command = '' }: FailingInput): boolean {
  const name = /'([\w:]+)'$/.exec(kind)?.[1] ?? kind.replace(/^\(|\)$/g, '');
  const last = name.split(/\.|::/).at(-1)!;
  const [, stem] = /^(\w{2,})(?:Error|Exception|Panic|Fault)$/.exec(last) ?? [];
  const words: readonly string[] = command.toLowerCase().match(/[a-z]+/g) ?? [];
  return !anyKind.test(last) && !words.includes(stem?.toLowerCase());
}
