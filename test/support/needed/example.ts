/** A program, and what one of its declarations needs. */
import type { Tier } from '../../../src/syntax/needs/units';

export interface Example {
  readonly what: string;
  /** None: without a grammar. */
  readonly language?: string;
  readonly text: string;
  /** Stays; what it needs stays with it. */
  readonly wanted: string;
  readonly tier?: Tier;
  /** Without blank lines. */
  readonly left: string;
}
