/**
 * `Subject` describes the thing that a run makes smaller: one text, several files, or the difference between two texts. `C`: its
 * candidates, `S`: its state, `E`: the event that ends the run.
 */
import * as l10n from '@vscode/l10n';
import type { OriginalInput, PropertyCalibration } from '../../oracle/calibration/calibrate';
import type { Content } from '../../oracle/content';
import type { FullAnswer, OracleVerdict } from '../../oracle/oracle';
import type { Pass } from '../../oracle/passes';
import type { Search } from '../../search/search';
import type { Removal } from '../drive/forecast';
import type { Ended, EndTold, FileChange, Finished, Size, Started, StateTold } from '../events/events';
import { type Identity, identityOf } from '../journal/identity';
import { type Job, JobError, type JobTarget } from '../job';
import { type Plan, plan } from '../plan';
import type { Fixed } from '../../strategies/strategy';
import { type Encoding, byteLength, encode } from '../../text/encoding';
import { type Candidate, type SourceText, candidateSource, removalOf, render, sourceText } from '../../text/source';
import { countTokens } from '../../text/tokens';

/** Of several files, how many are left; of a difference, its changes in place of bytes and tokens. */
export interface SubjectSize extends Size {
  readonly files?: number;
}

export interface Subject<C extends object = object, S = unknown, E extends EndTold = EndTold> {
  readonly original: S;
  readonly target: JobTarget;
  readonly identity: Identity;
  readonly started: Omit<Started, 'event' | 'oracle'>;
  search(from: S): Search<C, S>;
  /** The state after this verdict; undefined if that is the same. */
  after(candidate: C, verdict: OracleVerdict): S | undefined;
  /** Input of a test; that of a state must hold. */
  contentOf(state: S): Content;
  candidateContent(candidate: C): Content;
  /** The state as people would write it, untested. */
  readable?(state: S): S;
  /** What is kept of the best state, if that is not its content. */
  bestContent?(state: S): Content;
  /** What it lacks of the original; tests ahead learn from it. */
  removal?(candidate: C): Removal;
  /** Must not hold, if there is such a content of a state. */
  passingOf?(state: S): Content;
  sizeOf(state: S): SubjectSize;
  /** Does it no longer parse? */
  isBroken?(state: S): boolean;
  told(after: S, size: SubjectSize, before: S, tests: number): StateTold;
  ended(state: S, end: Ended): E;
  readonly input: OriginalInput;
  /** A content that must not have the property. `problem`: why the run cannot begin, one sentence with the remedy; undefined if it can. */
  readonly forbidden?: {
    readonly content: Content;
    problem(answer: FullAnswer, calibration: PropertyCalibration): string | undefined;
  };
  dispose(): void;
}

type TextLike = Subject<Candidate, SourceText, Finished>;

/** The parts of a subject that is one text, or several in a bundle. `changes`: from one state to another. */
export function smaller(
  { search, readable, dispose }: Plan,
  original: SourceText,
  sizeOf: TextLike['sizeOf'],
  changes: (before: SourceText, after: SourceText) => readonly FileChange[],
) {
  const before = sizeOf(original);
  return {
    ...{ search, readable, dispose, original, sizeOf, removal: removalOf },
    after: (candidate, verdict) => (verdict === 'holds' ? candidateSource(candidate) : undefined),
    told: (after, size, old, tests) => ({ event: 'accepted', tests, ...size, changes: changes(old, after) }),
    ended(state, end) {
      const { bytes, tokens, files = 0 } = sizeOf(state);
      return {
        event: 'finished',
        bytes: { before: before.bytes, after: bytes },
        tokens: { before: before.tokens, after: tokens },
        ...(before.files !== undefined && { files: { before: before.files, after: files } }),
        ...end,
      };
    },
  } satisfies Partial<TextLike>;
}

/** `fixed`: UTF-16 units at both ends that do not count, as they never change. */
export function sizeOf(text: SourceText, encoding: Encoding, fixed: Fixed = { prefix: 0, suffix: 0 }): Size {
  const whole = render(text);
  return sizeOfText(whole.slice(fixed.prefix, whole.length - fixed.suffix), encoding);
}

export function sizeOfText(text: string, encoding: Encoding): Size {
  return { bytes: byteLength(text, encoding), tokens: countTokens(text) };
}

/** One text. Throws `JobError`. */
export async function textSubject(job: Job, passes: readonly Pass[] = []): Promise<TextLike> {
  const { text, encoding, fileName, file, fixed, kept } = job.input;
  if (text.length === 0) throw new JobError(l10n.t('{0} is empty: there is nothing to reduce.', fileName));
  const chosen = await plan(job, passes);
  const original = sourceText(text);
  const sizes = (state: SourceText) => sizeOf(state, encoding, fixed);
  const { language, name: search, notice, isBroken } = chosen;
  const { prefix, suffix } = chosen.fixed;
  // The rest may well keep the property if something had to stay.
  const empty = fixed || kept?.length ? undefined : text.slice(0, prefix) + text.slice(text.length - suffix);
  return {
    ...smaller(chosen, original, sizes, (_, after) => [{ file: fileName, gone: false, text: after }]),
    target: { fileName, file, encoding },
    identity: identityOf(job),
    started: { file: fileName, language, search, notice, ...sizes(original) },
    contentOf: (state) => encode(render(state), encoding),
    candidateContent: (candidate) => encode(render(candidateSource(candidate)), encoding),
    isBroken,
    input: {
      input: encode(text, encoding),
      empty: empty === undefined ? undefined : encode(empty, encoding),
      ...{ text, fileName, path: file },
    },
  };
}
