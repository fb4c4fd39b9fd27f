/** A finished run → its record. */
import { homedir, release, tmpdir, type } from 'node:os';
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { version } from '../../../package.json';
import type { EndTold } from '../../reduction/events/events';
import { realPath } from '../../oracle/places/roots';
import { digest } from '../../text/encoding';
import type { FolderReduction } from '../runs/folderReduction';
import type { Isolation, Reduction } from '../runs/documentRuns';
import type { Named, Run } from '../runs/run';
import type { Again, FolderRecord, IsolationRecord, RecordWithText } from './record';
import type { Places } from './report';

/** The run must have its result. */
export function recordOf(reduction: Reduction): RecordWithText {
  const { result, figures, made, originalText } = reduction;
  const { tokens, bytes, output } = result!.finished;
  return {
    ...commonOf(reduction, result!.finished),
    languageId: reduction.document.languageId,
    search: figures.started?.search ?? '',
    tokens,
    bytes,
    output,
    marked: made.markLength > 0,
    text: result!.text,
    original: digest(originalText),
    ...(made.job.input.fixed && { again: undefined }),
  };
}

/** Likewise. */
export function isolationRecordOf(isolation: Isolation): IsolationRecord {
  const { isolated, ...texts } = isolation.result!;
  const { changes, unit } = isolated;
  const { languageId } = isolation.document;
  return { ...commonOf(isolation, isolated), languageId, passing: isolation.made.passing, changes, unit, texts };
}

/** Likewise. */
export function folderRecordOf(reduction: FolderReduction): FolderRecord {
  const { finished, path } = reduction.result!;
  const { tokens, files } = finished;
  return {
    ...commonOf(reduction, finished),
    search: reduction.figures.started?.search ?? '',
    paths: reduction.job.input.paths,
    files: files!,
    tokens,
    result: path,
    reproduces: reduction.job.input.reproduces,
  };
}

function commonOf({ uri, rules, named }: Run, { tests, ms, ending, confirmed }: EndTold) {
  return {
    uri: uri.toString(),
    path: pathOf(uri),
    when: Date.now(),
    rules,
    tests,
    ms,
    ending,
    confirmed,
    versions: versions(),
    again: againOf(named),
  };
}

/** From its workspace folder, with `/`; outside of any its name. */
export function pathOf(uri: vscode.Uri): string {
  const inFolder = vscode.workspace.getWorkspaceFolder(uri) !== undefined;
  return inFolder ? vscode.workspace.asRelativePath(uri, false) : basename(uri.path);
}

/** Directories that a report must not name. */
export function placesOf(uri: vscode.Uri): Places {
  return {
    folder: vscode.workspace.getWorkspaceFolder(uri)?.uri.fsPath,
    home: homedir(),
    temporary: [...new Set([tmpdir(), realPath(tmpdir())])],
  };
}

function versions(): string[] {
  // The kind of place, say wsl; not an address.
  const remoteName = /^[a-z][a-z-]*(?:$|(?=\+))/.exec(vscode.env.remoteName ?? '')?.[0];
  return [
    `Whittle ${version}`,
    `${vscode.env.appName} ${vscode.version}${remoteName ? ` (${remoteName})` : ''}`,
    `${type()} ${release()} ${process.arch}`,
  ];
}

/** Undefined if nothing tells how the run was started. */
export function againOf({ task, recipe }: Named): Again | undefined {
  return task === undefined ? recipe && { recipe } : { task };
}
