/** One reduction of a folder, or of several files. */
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { EndTold, Finished } from '../../reduction/events/events';
import type { FileRemoval, FolderJob, FolderOutcome, Removal, WatchedEvent } from '../../host/port';
import { digest } from '../../text/encoding';
import { fileCount, sizes } from '../window/figureWords';
import { Reduction } from './documentRuns';
import type { Made, Target } from './jobs';
import { type Doing, type Named, Run } from './run';

export interface FolderMade extends Made {
  readonly job: FolderJob;
}

export interface FolderResult extends FolderOutcome {
  readonly finished: Finished;
}

/** Its address is that of the directory that all files are in. */
export class FolderReduction extends Run<FolderResult, FolderOutcome> {
  readonly doing: Doing = {
    title: l10n.t('Reducing {0}', this.name),
    busy: l10n.t('{0} is already being reduced: stop that run first.', this.name),
    first: l10n.t('testing the unchanged files'),
  };

  /** Files that are not as they were, by their paths in the folder. */
  readonly removals = new Map<string, FileRemoval>();
  /** All files, by their addresses. */
  readonly paths: ReadonlyMap<string, string>;
  private digests: Readonly<Record<string, string>> = {};
  /** Of the texts of documents. */
  private readonly known = new WeakMap<vscode.TextDocument, { readonly version: number; readonly digest: string }>();

  constructor(
    { uri }: Target,
    override readonly made: FolderMade,
    named: Named,
  ) {
    super(uri, made, named);
    this.paths = new Map(made.job.input.found.files.map(({ path }) => [this.addressOf(path).toString(), path]));
  }

  override get job(): FolderJob {
    return this.made.job;
  }

  override get documents(): readonly vscode.TextDocument[] {
    return vscode.workspace.textDocuments.filter(({ uri }) => this.paths.has(uri.toString()));
  }

  override covers(uri: vscode.Uri): boolean {
    return super.covers(uri) || this.paths.has(uri.toString());
  }

  get extent(): string | undefined {
    const { course, files } = this.figures;
    const [first, last] = [course[0], course.at(-1)];
    return first?.size && files ? `${fileCount(files)} · ${sizes(first.size, last!.size)}` : undefined;
  }

  get end(): Finished | undefined {
    return this.result?.finished;
  }

  addressOf(path: string): vscode.Uri {
    return vscode.Uri.joinPath(this.uri, path);
  }

  /** What is gone of a file of its; undefined if that was edited since the run began. */
  removalIn(document: vscode.TextDocument): Removal | undefined {
    const path = this.paths.get(document.uri.toString());
    if (path === undefined || this.digestOf(document) !== this.digests[path]) return undefined;
    const { removed, inserted, gone } = this.removals.get(path) ?? { removed: [], inserted: [], gone: false };
    if (gone) return { removed: [0, document.getText().length], inserted: [] };
    const mark = document.encoding === 'utf8bom' ? 1 : 0;
    return {
      removed: removed.map((offset) => offset - mark),
      inserted: inserted.map(({ at, text }) => ({ at: at - mark, text })),
    };
  }

  /** Is this, without a byte order mark, the text that the run has begun with? */
  wasRead(path: string, text: string): boolean {
    return digest(text) === this.digests[path];
  }

  /** The thread reads the files again. */
  override async renewed(): Promise<Target> {
    return this;
  }

  protected override read(files: Readonly<Record<string, string>>): void {
    this.digests = files;
  }

  protected override toResult(outcome: FolderOutcome, told: EndTold): FolderResult {
    return { finished: told as Finished, ...outcome };
  }

  protected override watch(event: WatchedEvent): void {
    super.watch(event);
    if (event.event !== 'shrunk') return;
    const given = new Set(this.paths.values());
    for (const change of event.changes ?? []) {
      // A file that git ignores was taken along: nobody could bring it back.
      if (!given.has(change.file)) continue;
      const isChanged = change.gone || change.removed.length + change.inserted.length > 0;
      if (isChanged) this.removals.set(change.file, change);
      else this.removals.delete(change.file);
    }
  }

  private digestOf(document: vscode.TextDocument): string {
    const { version } = document;
    const known = this.known.get(document);
    if (known?.version === version) return known.digest;
    const made = digest(document.getText());
    this.known.set(document, { version, digest: made });
    return made;
  }
}

/** Runs that make something smaller: a document, or a folder. */
export type Reducing = Reduction | FolderReduction;

export function isReducing(run: Run): run is Reducing {
  return run instanceof Reduction || run instanceof FolderReduction;
}
