/**
 * `Subject` describes the thing that a run makes smaller: one text, several files, or the difference between two texts. `C`: its
 * candidates, `S`: its state, `E`: the event that ends the run.
 */
import type { OriginalInput, PropertyCalibration } from '../../oracle/calibration/calibrate';
import type { Content } from '../../oracle/content';
import type { FullAnswer, OracleVerdict } from '../../oracle/oracle';
import type { Search } from '../../search/search';
import type { Removal } from '../drive/forecast';
import type { Ended, EndTold, Size, Started, StateTold } from '../events/events';
import type { Identity } from '../journal/identity';
import type { JobTarget } from '../job';
import type { Plan } from '../plan';
import type { Fixed } from '../../strategies/strategy';
import { type Encoding, byteLength } from '../../text/encoding';
import { type Candidate, type SourceText, candidateSource, removalOf, render } from '../../text/source';
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

export function beforeAndAfter(before: SubjectSize, after: SubjectSize) {
  return {
    bytes: { before: before.bytes, after: after.bytes },
    tokens: { before: before.tokens, after: after.tokens },
  };
}

/** The parts of a subject that is one text, or several in a bundle. */
export function searchOfText({ search, dispose }: Plan) {
  const after: Subject<Candidate, SourceText>['after'] = (candidate, verdict) =>
    verdict === 'holds' ? candidateSource(candidate) : undefined;
  return { search, dispose, after, removal: removalOf };
}

/** `fixed`: UTF-16 units at both ends that do not count, as they never change. */
export function sizeOf(text: SourceText, encoding: Encoding, fixed: Fixed = { prefix: 0, suffix: 0 }): Size {
  const whole = render(text);
  return sizeOfText(whole.slice(fixed.prefix, whole.length - fixed.suffix), encoding);
}

export function sizeOfText(text: string, encoding: Encoding): Size {
  return { bytes: byteLength(text, encoding), tokens: countTokens(text) };
}
