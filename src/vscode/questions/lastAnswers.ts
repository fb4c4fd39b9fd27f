/** The last answers to "How do you reproduce the bug?": one for each file, and one for the workspace. */
import { basename } from 'node:path';
import type * as vscode from 'vscode';
import type { SettledRule } from '../../oracle/calibration/calibrateProperty';
import type { VerdictRule } from '../../oracle/judging/rule';

export interface Answer {
  /** Of the item that was chosen. */
  readonly id: string;
  /** The command, if it was typed. */
  readonly line?: string;
  /** Learned from the failure, after which the user has answered what to look for. */
  readonly learned?: SettledRule;
  /** The answer, if it is not the message of the failure: that is learned again. */
  readonly rule?: VerdictRule;
  /** Name of the file that it was for. */
  readonly of: string;
}

const workspaceKey = 'answer';

/** The file's own, then the workspace's if that is another one. */
export function lastAnswers(memory: vscode.Memento, document: vscode.Uri): Answer[] {
  const [own, last] = [keyOf(document), workspaceKey].map((key) => memory.get<Answer>(key));
  return [own, last?.id === own?.id ? undefined : withoutRule(last)].filter((answer) => answer !== undefined);
}

export async function keepAnswer(
  memory: vscode.Memento,
  document: vscode.Uri,
  given: Omit<Answer, 'of'>,
): Promise<void> {
  const answer = { ...given, of: basename(document.path) };
  await memory.update(keyOf(document), answer);
  await memory.update(workspaceKey, answer);
}

/** Another file may fail in another way. */
function withoutRule(answer: Answer | undefined): Answer | undefined {
  return answer && { id: answer.id, line: answer.line, of: answer.of };
}

function keyOf(document: vscode.Uri): string {
  return `answer:${document.toString()}`;
}
