/** What an external pass says: proposals of edits. All of it is checked because it comes from outside. */
import * as l10n from '@vscode/l10n';

/** Replaces `start`…`end` of a text by `text`, or deletes it. */
export interface ProposedEdit {
  /** UTF-16 code units. */
  readonly start: number;
  readonly end: number;
  readonly text?: string;
}

/** Edits that are made together. */
export interface Proposal {
  readonly edits: readonly ProposedEdit[];
}

/** What a pass is asked. */
export interface PassQuestion {
  /** The whole text. */
  readonly text: string;
  /** The id of its grammar; null without one. */
  readonly language: string | null;
  /** The number, from 0, of the proposal that led to this text; unset for the first text of a round. */
  readonly held?: number;
}

/** The pass is not asked any more; the message is one sentence with the remedy. */
export class PassError extends Error {}

/** For one text. */
export const mostProposals = 100_000;

/** The end of an answer. */
const last = { end: true };

const example = '{"edits":[{"start":0,"end":4,"text":""}]}';

/** A line of an answer; undefined if it is the last. Throws `PassError`. */
export function lineOf(pass: string, line: string): unknown {
  try {
    const value = JSON.parse(line) as Partial<typeof last>;
    return value.end === true ? undefined : value;
  } catch {
    throw strange(pass, line);
  }
}

/** A proposal for a text of this length, its edits in order. Throws `PassError`. */
export function proposalOf(pass: string, value: unknown, length: number): Proposal {
  const edits: unknown = (value as Partial<Proposal> | null)?.edits;
  if (!Array.isArray(edits) || !edits.every(isEdit)) throw strange(pass, toldValue(value));
  const sorted = edits.map(({ start, end, text }) => ({ start, end, text })).sort((a, b) => a.start - b.start);
  const isWrong = ({ start, end }: ProposedEdit, at: number) =>
    start < (sorted[at - 1]?.end ?? 0) || end < start || end > length;
  const wrong = sorted.find(isWrong);
  if (!wrong) return { edits: sorted };
  throw new PassError(
    l10n.t(
      'The pass {0} is left out because its edit from {1} to {2} overlaps another or does not fit into {3} characters: count UTF-16 units from 0.',
      pass,
      wrong.start,
      wrong.end,
      length,
    ),
  );
}

function isEdit(value: unknown): value is ProposedEdit {
  const { start, end, text } = (value ?? {}) as Partial<ProposedEdit>;
  return Number.isSafeInteger(start) && Number.isSafeInteger(end) && ['string', 'undefined'].includes(typeof text);
}

function toldValue(value: unknown): string {
  return JSON.stringify(value) ?? String(value);
}

export function strange(pass: string, said: string): PassError {
  return new PassError(
    l10n.t(
      'The pass {0} is left out because it said "{1}": each line of an answer must be like {2}, and the last {3}.',
      pass,
      said.length > 80 ? `${said.slice(0, 80)}…` : said,
      example,
      JSON.stringify(last),
    ),
  );
}

export function tooMuch(pass: string): PassError {
  return new PassError(
    l10n.t(
      'The pass {0} is left out because it proposed too much for one text: let it propose the best edits only.',
      pass,
    ),
  );
}

export function tooSlow(pass: string, seconds: number): PassError {
  return new PassError(
    l10n.t(
      'The pass {0} is left out because it did not answer within {1} s: let it propose less, and end each answer with {2}.',
      pass,
      seconds,
      JSON.stringify(last),
    ),
  );
}

/** `end`: its exit code or signal, and its last words. */
export function endedEarly(pass: string, end: string): PassError {
  return new PassError(
    l10n.t('The pass {0} is left out because it ended ({1}): it must answer until its input ends.', pass, end),
  );
}
