/** The kinds of runs: reductions of a document or of several files, and isolations. */
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { FailureRule } from '../../oracle/judging/failureRule';
import type { EndTold, Finished, Isolated } from '../../reduction/events/events';
import type { DocumentRunJob, FileRemoval, FolderJob, FolderOutcome, IsolatedTexts, Removal } from '../../host/port';
import { digest } from '../../text/encoding';
import { paired } from '../../text/ranges';
import { assembled } from '../../text/source';
import { commandButton, reduceButton, Problem } from '../window/buttons';
import type { DocumentJob, Made, Target } from './jobs';
import { type Named, Run } from './run';

export abstract class DocumentRun<R = unknown, O = unknown> extends Run<R, O> {
  /** The document's text when the run began. */
  readonly originalText: string;

  constructor(
    readonly document: vscode.TextDocument,
    override readonly made: DocumentJob,
    named: Named,
  ) {
    const { uri } = document;
    super(uri, made, named, new Map([[uri.toString(), basename(uri.path)]]));
    this.originalText = this.job.input.text.slice(made.markLength);
    this.digests = { [this.name]: digest(this.originalText) };
  }

  override get job(): DocumentRunJob {
    return this.made.job;
  }

  protected override placeOf({ file, lines: [statement] }: FailureRule): string {
    const rows = this.originalText.split('\n').map((row) => row.trim());
    const at = file === this.name ? rows.indexOf(statement) : -1;
    return at >= 0 && rows.lastIndexOf(statement) === at ? `${file}:${at + 1}` : file;
  }

  /** The document as it is now: VS Code may have closed and reopened it. Throws `Problem` if its file is gone. */
  async current(): Promise<vscode.TextDocument> {
    try {
      if (!this.document.isUntitled) await vscode.workspace.fs.stat(this.uri);
      return await vscode.workspace.openTextDocument(this.uri);
    } catch {
      throw new Problem(
        l10n.t('{0} no longer exists: use Show Result Beside, then copy or save the result.', this.name),
        commandButton(l10n.t('Show Result'), 'whittle.showResult', this.uri),
      );
    }
  }

  override async renewed(): Promise<vscode.TextDocument> {
    const document = await this.current();
    if (this.isOriginal(document)) return document;
    const message = l10n.t('The file has changed since the run began: start it again.');
    throw new Problem(message, reduceButton(this.uri));
  }
}

/** One reduction of one document. */
export interface ReductionResult {
  readonly finished: Finished;
  /** The document's new text, without a byte order mark. */
  readonly text: string;
}

/** How far a reduction was after so many tests; `size`: tokens that were left. */
export interface Step {
  readonly tests: number;
  readonly size: number;
  readonly removal: FileRemoval;
}

/** When there are more, every other one goes. */
const mostSteps = 60;

export class Reduction extends DocumentRun<ReductionResult, string> {
  /** In order; of a long run not all. */
  steps: readonly Step[] = [];

  /** Removed text, as of the last batch: start, end, …; byte order mark included. */
  get removed(): readonly number[] {
    return this.removals.get(this.name)?.removed ?? [];
  }

  /** The document's text as far as it is reduced, as of the last batch; without a byte order mark. */
  get textNow(): string {
    return this.textOf(this.removals.get(this.name) ?? { removed: [], inserted: [] });
  }

  textAt({ removal }: Step): string {
    return this.textOf(removal);
  }

  /** The result is that of the step, which was tested again with this output. */
  become(step: Step, output: string): void {
    const { removal, size } = step;
    const text = this.textOf(removal);
    const end = this.end as Finished;
    this.outcome = this.job.input.text.slice(0, this.made.markLength) + text;
    this.removals.set(this.name, removal);
    this.course.push({ tests: this.tests, ms: this.earlierMs + this.ms, size });
    const bytes = { ...end.bytes, after: Buffer.byteLength(this.outcome) };
    const tokens = { ...end.tokens, after: size };
    const told = { output, problem: undefined, notice: undefined, reliability: undefined };
    this.end = { ...end, ...told, ending: 'enough', confirmed: true, bytes, tokens };
    this.result = this.toResult(this.outcome, this.end);
  }

  protected override stepped(removal: FileRemoval, { tests, tokens }: { tests: number; tokens: number }): void {
    const all = [...this.steps, { tests, size: tokens, removal }];
    this.steps = all.length > mostSteps ? all.filter((_, at) => at % 2 === 1 || at === all.length - 1) : all;
  }

  private textOf({ removed, inserted }: Removal): string {
    return assembled(this.job.input.text, paired(removed), inserted).slice(this.made.markLength);
  }

  /** Is this the text of the document by now? */
  get isApplied(): boolean {
    const text = this.result?.text;
    return (
      text !== undefined && this.documents.some((one) => plain(one.getText()) === plain(text) && !this.isOriginal(one))
    );
  }

  /** Did it end at the statements of a test? */
  get canShrink(): boolean {
    return this.end !== undefined && this.job.oracle.kind === 'test' && this.search.includes('until=statements');
  }

  protected override toResult(text: string, told: EndTold): ReductionResult {
    return { finished: told as Finished, text: text.slice(this.made.markLength) };
  }
}

/** With the line ends of no system. */
const plain = (text: string) => text.replace(/\r\n?/g, '\n');

/** One isolation of the difference between a failing document and a passing one. */
export interface IsolationResult extends IsolatedTexts {
  readonly isolated: Isolated;
}

/** Its document is the one that fails. */
export class Isolation extends DocumentRun<IsolationResult, IsolatedTexts> {
  protected override toResult(texts: IsolatedTexts, told: EndTold): IsolationResult {
    return { isolated: told as Isolated, ...texts };
  }
}

export interface FolderMade extends Made {
  readonly job: FolderJob;
}

export interface FolderResult extends FolderOutcome {
  readonly finished: Finished;
}

/** One reduction of a folder, or of several files. Its address is that of the directory that all files are in. */
export class FolderReduction extends Run<FolderResult, FolderOutcome> {
  constructor(
    { uri }: Target,
    override readonly made: FolderMade,
    named: Named,
  ) {
    const { files } = made.job.input.found;
    super(uri, made, named, new Map(files.map(({ path }) => [vscode.Uri.joinPath(uri, path).toString(), path])));
  }

  override get job(): FolderJob {
    return this.made.job;
  }

  addressOf(path: string): vscode.Uri {
    return vscode.Uri.joinPath(this.uri, path);
  }

  /** The thread reads the files again. */
  override async renewed(): Promise<Target> {
    return this;
  }

  protected override toResult(outcome: FolderOutcome, told: EndTold): FolderResult {
    return { finished: told as Finished, ...outcome };
  }
}

/** Runs that make something smaller: a document, or a folder. */
export type Reducing = Reduction | FolderReduction;

export function isReducing(run: Run): run is Reducing {
  return run instanceof Reduction || run instanceof FolderReduction;
}
