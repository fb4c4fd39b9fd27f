/** A finished reduction, or isolation → what is kept of it. */
import { createHash } from 'node:crypto';
import { homedir, release, tmpdir, type } from 'node:os';
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { version } from '../../../package.json';
import { realPath } from '../../oracle/places/roots';
import type { Isolation } from '../runs/isolation';
import type { Reduction } from '../runs/reduction';
import type { Named } from '../runs/run';
import type { Again, IsolationRecord, RecordWithText } from './record';
import type { Places } from './shortPaths';

/** The reduction must have its result. */
export function recordOf(reduction: Reduction): RecordWithText {
  const { uri, document, result, rules, figures, made, originalText, named } = reduction;
  const { tokens, bytes, tests, ms, ending, confirmed, output } = result!.finished;
  return {
    uri: uri.toString(),
    path: pathOf(uri),
    languageId: document.languageId,
    when: Date.now(),
    rules,
    search: figures.started?.search ?? '',
    tokens,
    bytes,
    tests,
    ms,
    ending,
    confirmed,
    output,
    marked: made.markLength > 0,
    text: result!.text,
    original: digest(originalText),
    versions: versions(),
    again: made.job.fixed ? undefined : againOf(named),
  };
}

/** The isolation must have its result. */
export function isolationRecordOf({ uri, document, pair, named, result, rules }: Isolation): IsolationRecord {
  const { isolated, passing, failing } = result!;
  const { changes, unit, tests, ms, ending, confirmed } = isolated;
  return {
    uri: uri.toString(),
    path: pathOf(uri),
    languageId: document.languageId,
    when: Date.now(),
    rules,
    tests,
    ms,
    ending,
    confirmed,
    versions: versions(),
    again: againOf(named),
    passing: pair.passing?.uri.toString(),
    changes,
    unit,
    texts: { passing, failing },
  };
}

/** From its workspace folder, with `/`; outside of any its name. */
export function pathOf(uri: vscode.Uri): string {
  const inFolder = vscode.workspace.getWorkspaceFolder(uri) !== undefined;
  return inFolder ? vscode.workspace.asRelativePath(uri, false) : basename(uri.path);
}

/** By which a text is known again. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Where the files of a document's owner lie. */
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

function againOf({ task, recipe }: Named): Again | undefined {
  return task === undefined ? recipe && { recipe } : { task };
}
