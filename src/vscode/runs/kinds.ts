/** The kinds of runs: reductions of a document or of several files, and isolations. */
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { FailureRule } from '../../oracle/judging/failureRule';
import type { EndTold, Finished, Isolated } from '../../reduction/events/events';
import type { JobChange } from '../../reduction/job';
import type { DocumentRunJob, FileRemoval, FolderJob, FolderOutcome, IsolatedTexts, Removal } from '../../host/port';
import { byteOrderMark, digest } from '../../text/encoding';
import { assembled } from '../../text/source';
import { commandButton, reduceButton, Problem } from '../window/problems';
import { type Made, type Outcome, type Target, Run } from './run';
import type { Named } from '../oracles/taskOracle';

abstract class DocumentRun<O extends object, E extends EndTold> extends Run<DocumentRunJob, O, E> {
  /** The document's text when the run began. */
  readonly originalText: string;
  /** The byte order mark, which the file may have and the document has not. */
  readonly mark: string;

  constructor(
    readonly document: vscode.TextDocument,
    made: Made<DocumentRunJob>,
    named: Named,
  ) {
    const { uri } = document;
    super(uri, made, named, new Map([[uri.toString(), basename(uri.path)]]));
    const { text } = this.job.input;
    this.mark = text.slice(0, byteOrderMark(text));
    this.originalText = text.slice(this.mark.length);
    this.digests = { [this.name]: digest(this.originalText) };
  }

  protected override placeOf({ file, lines: [statement] }: FailureRule): string {
    const rows = this.originalText.split('\n').map((row) => row.trim());
    const at = file === this.name ? rows.indexOf(statement) : -1;
    return at >= 0 && rows.lastIndexOf(statement) === at ? `${file}:${at + 1}` : file;
  }

  /** The document as it is now: VS Code may have closed and reopened it. Throws `Problem` if its file is gone. */
  async current(): Promise<vscode.TextDocument> {
    const document = await documentAt(this.uri);
    if (document) return document;
    throw new Problem(
      l10n.t('{0} no longer exists: use Show Result Beside, then copy or save the result.', this.name),
      commandButton(l10n.t('Show Result'), 'whittle.showResult', this.uri),
    );
  }

  override async renewed(): Promise<vscode.TextDocument> {
    const document = await this.current();
    if (this.isOriginal(document)) return document;
    const message = l10n.t('The file has changed since the run began: start it again.');
    throw new Problem(message, reduceButton(this.uri));
  }
}

/** Undefined if its file is gone: VS Code may know its text nevertheless. */
export async function documentAt(uri: vscode.Uri): Promise<vscode.TextDocument | undefined> {
  try {
    if (uri.scheme !== 'untitled') await vscode.workspace.fs.stat(uri);
    return await vscode.workspace.openTextDocument(uri);
  } catch {
    return undefined;
  }
}

/** How far a reduction was after so many tests; `size`: tokens that were left. */
export interface Step {
  readonly tests: number;
  readonly size: number;
  readonly removal: FileRemoval;
}

/** When there are more, every other one goes. */
const mostSteps = 60;

/** One reduction of one document; its result is the document's new text, without a byte order mark. */
export class Reduction extends DocumentRun<{ readonly text: string }, Finished> {
  /** In order; of a long run not all. */
  steps: readonly Step[] = [];

  /** What is gone, as of the last batch. */
  get removal(): Removal {
    return this.removals.get(this.name) ?? { removed: [], inserted: [] };
  }

  /** The document's text after a removal. */
  textAt({ removed, inserted }: Removal = this.removal): string {
    return assembled(this.originalText, removed, inserted);
  }

  /** Another run begins where this one is after a removal. */
  continuingAt({ removed }: Removal): JobChange {
    const by = this.mark.length;
    return { input: { guesses: [removed.map(({ start, end }) => ({ start: start + by, end: end + by }))] } };
  }

  /** The result is that of the step, which was tested again with this output. */
  become({ removal, size }: Step, output: string): void {
    const end = this.end as Finished;
    const outcome = this.mark + this.textAt(removal);
    this.removals.set(this.name, removal);
    this.course.push({ tests: this.tests, ms: this.earlierMs + this.ms, size });
    const bytes = { ...end.bytes, after: Buffer.byteLength(outcome) };
    const tokens = { ...end.tokens, after: size };
    const told = { output, problem: undefined, notice: undefined, reliability: undefined };
    this.finish(outcome, { ...end, ...told, ending: 'enough', confirmed: true, bytes, tokens });
  }

  protected override stepped([removal]: readonly FileRemoval[], { tests, tokens }: { tests: number; tokens: number }) {
    const all = [...this.steps, { tests, size: tokens, removal }];
    this.steps = all.length > mostSteps ? all.filter((_, at) => at % 2 === 1 || at === all.length - 1) : all;
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
    return this.end !== undefined && this.job.oracle.kind === 'test' && /until=(?:statements|calls)/.test(this.search);
  }

  protected override resultOf(outcome: Outcome) {
    return { text: (outcome as string).slice(this.mark.length) };
  }
}

/** With the line ends of no system. */
export const plain = (text: string) => text.replace(/\r\n?/g, '\n');

/** One isolation of the difference between a failing document, which is its own, and a passing one. */
export class Isolation extends DocumentRun<IsolatedTexts, Isolated> {}

/** The texts of an isolation, in the order of their diff. */
export const sides = ['passing', 'failing'] as const;

/** One reduction of a folder, or of several files. Its address is that of the directory that all files are in. */
export class FolderReduction extends Run<FolderJob, FolderOutcome, Finished> {
  constructor({ uri }: Target, made: Made<FolderJob>, named: Named) {
    const { files } = made.job.input.found;
    super(uri, made, named, new Map(files.map(({ path }) => [vscode.Uri.joinPath(uri, path).toString(), path])));
  }

  /** The thread reads the files again. */
  override async renewed(): Promise<Target> {
    return this;
  }
}

/** Runs that make something smaller: a document, or a folder. */
export type Reducing = Reduction | FolderReduction;

export function isReducing(run: Run): run is Reducing {
  return run instanceof Reduction || run instanceof FolderReduction;
}
