/**
 * Whittle as a library: a big failing input in, a small one out. A property function says whether a candidate still fails.
 *
 * @packageDocumentation
 */
import { version as written } from '../package.json';

export { compare, type CompareOptions } from './library/calls';
export { WhittleError } from './library/events';
export type { WhittleEvent } from './library/events';
export { isolate, type IsolateOptions, type Isolation, type Side } from './library/calls';
export { languageIds, type Property, type RunOptions } from './library/options';
export { reduce, type Figures, type ReduceOptions, type Reduction } from './library/calls';
export type { Answer, Candidate, PropertyFunction } from './oracle/functions/propertyFunction';
export type { PassFunction, PassQuestion, Proposal, ProposedEdit } from './oracle/passes';
export type { BeforeAndAfter, Row } from './reduction/events/events';

/** The version of this package. */
export const version: string = written;
