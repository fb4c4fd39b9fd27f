/** Data that a run and its cluster exchange. */
import * as l10n from '@vscode/l10n';
import type { Content } from '../../oracle/content';
import type { Placement } from '../../oracle/places/place';
import type { CrewMember } from './roster';

/** Where the workers are found, and by what name they know the command. */
export interface ClusterChoice {
  /** Address of Redis. */
  readonly redis: string;
  readonly oracle: string;
}

export interface ClusterStatus {
  readonly workers: readonly CrewMember[];
  /** Tests without an answer yet. */
  readonly asked: number;
  /** How long Redis has been silent, ms. Unset if it answers. */
  readonly silentMs?: number;
}

export interface ClusterWatcher {
  status(status: ClusterStatus): void;
  /** One sentence. */
  notice(message: string): void;
}

/** What candidates are made from. */
export interface Origin {
  readonly input: Content;
  /** The base name that every candidate gets. */
  readonly fileName: string;
}

/** Workers place the candidates. */
export const far: Placement = {
  name: 'cluster',
  description: '',
  hint: () =>
    l10n.t(
      "it must end with 0 while the bug is there, also on the worker's machine: check the command that the worker was started with.",
    ),
  open: () => {
    throw new Error('Nothing is placed here.');
  },
};
