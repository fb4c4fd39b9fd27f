/** One isolation of the difference between a failing document and a passing one. */
import type { TextDocument } from 'vscode';
import type { Isolated } from '../reduction/events';
import type { IsolationJob } from '../reduction/isolate';
import { apart } from '../reduction/progress';
import type { IsolatedTexts, WatchedEvent } from './messages';
import { Run } from './run';

export interface IsolationResult extends IsolatedTexts {
  readonly isolated: Isolated;
}

export class Isolation extends Run<{ readonly kind: 'isolate'; readonly job: IsolationJob }, IsolationResult> {
  readonly doing = { active: 'Isolating', passive: 'isolated', first: 'testing both files' };
  extent: string | undefined;
  private isolated: Isolated | undefined;

  /** `document` is the one that fails. */
  constructor(document: TextDocument, job: IsolationJob) {
    super(document, { kind: 'isolate', job });
  }

  get end(): Isolated | undefined {
    return this.result?.isolated;
  }

  protected override toResult(texts: IsolatedTexts): IsolationResult {
    return { isolated: this.isolated!, ...texts };
  }

  protected override watch(event: WatchedEvent): void {
    super.watch(event);
    if (event.event === 'narrowed') this.extent = apart(event);
    if (event.event === 'isolated') this.isolated = event;
  }
}
