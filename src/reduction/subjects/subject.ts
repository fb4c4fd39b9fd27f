/** What is reduced, one text or several files, as far as a run must know it. `C`: its candidates, `S`: what is left of it. */
import type { PropertyInput } from '../../oracle/calibration/calibrateProperty';
import type { Content } from '../../oracle/content';
import type { Search } from '../../search/search';
import type { Accepted, FilesAccepted, Size, Started } from '../events/events';
import type { Identity } from '../journal/identity';

/** Of several files, how many are left. */
export interface SubjectSize extends Size {
  readonly files?: number;
}

export interface Subject<C extends object, S> {
  readonly original: S;
  /** What makes two runs the same. */
  readonly identity: Identity;
  /** What is told at the start. */
  readonly started: Omit<Started, 'event' | 'oracle'>;
  search(from: S): Search<C, S>;
  /** The point of the search that said `note`. */
  resume(note: unknown): Search<C, S>;
  stateOf(candidate: C): S;
  /** What a test is given. */
  contentOf(state: S): Content;
  candidateContent(candidate: C): Content;
  sizeOf(state: S): SubjectSize;
  /** What is told of a state that held after another. */
  accepted(after: S, before: S): Pick<Accepted, 'text'> | Pick<FilesAccepted, 'files' | 'changes'>;
  /** As plain data, for journals. */
  save(state: S): unknown;
  load(saved: unknown): C;
  /** For calibration. */
  readonly input: Omit<PropertyInput, 'learn' | 'landmarks' | 'timeoutMs'>;
  /** Something else that must not have the property, and what is said if it has. */
  readonly forbidden?: { readonly content: Content; readonly message: string };
}
