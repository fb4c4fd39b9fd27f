/** One isolation of the difference between a failing document and a passing one. */
import { l10n } from 'vscode';
import type { EndTold, Isolated } from '../../reduction/events/events';
import { apart } from '../window/figureWords';
import type { IsolatedTexts } from '../thread/messages';
import { DocumentRun } from './documentRun';
import type { Doing } from './run';

export interface IsolationResult extends IsolatedTexts {
  readonly isolated: Isolated;
}

/** Its document is the one that fails. */
export class Isolation extends DocumentRun<IsolationResult, IsolatedTexts> {
  readonly doing: Doing = {
    title: l10n.t('Isolating {0}', this.name),
    busy: l10n.t('{0} is already being isolated: stop that run first.', this.name),
    first: l10n.t('testing both files'),
  };

  get extent(): string | undefined {
    const { calibrated, course, unit } = this.figures;
    return calibrated && apart({ changes: course.at(-1)!.size, unit });
  }

  get end(): Isolated | undefined {
    return this.result?.isolated;
  }

  protected override toResult(texts: IsolatedTexts, told: EndTold): IsolationResult {
    return { isolated: told as Isolated, ...texts };
  }
}
