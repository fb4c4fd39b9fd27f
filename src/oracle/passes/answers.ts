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
  if (Array.isArray(edits) && edits.every(isEdit)) {
    const sorted = edits.map(({ start, end, text }) => ({ start, end, text })).sort((a, b) => a.start - b.start);
    const ends = [0, ...sorted.map(({ end }) => end)];
    if (sorted.every(({ start, end }, at) => ends[at] <= start && start <= end && end <= length))
      return { edits: sorted };
  }
  throw strange(pass, JSON.stringify(value) ?? String(value));
}

function isEdit(value: unknown): value is ProposedEdit {
  const { start, end, text } = (value ?? {}) as Partial<ProposedEdit>;
  return Number.isSafeInteger(start) && Number.isSafeInteger(end) && ['string', 'undefined'].includes(typeof text);
}

export function strange(pass: string, said: string): PassError {
  return new PassError(
    l10n.t(
      'The pass {0} is left out because it said "{1}": each line of an answer must be like {2}, its edits must not overlap or leave the text (count UTF-16 units from 0), and the last line must be {3}.',
      pass,
      said.length > 80 ? `${said.slice(0, 80)}…` : said,
      example,
      JSON.stringify(last),
    ),
  );
}

export function tooMuch(pass: string, seconds: number): PassError {
  return new PassError(
    l10n.t(
      'The pass {0} is left out because its answer took more than {1} s or was too long: let it propose the best edits only, and end each answer with {2}.',
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
