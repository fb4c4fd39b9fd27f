/** The tools of `whittle mcp` for the language models of VS Code. The user is asked before a command runs. */
import * as vscode from 'vscode';
import type { Controller } from '../controller';
import { requireTrust } from '../window/buttons';
import { type Call, callers } from './calls';

export function registerAgentTools(controller: Controller): vscode.Disposable[] {
  return Object.entries(callers).map(([name, caller]) => {
    const checked = (input: unknown) => {
      requireTrust();
      return caller(controller, input);
    };
    return vscode.lm.registerTool(name, toolOf(checked));
  });
}

function toolOf(checked: (input: unknown) => Promise<Call>): vscode.LanguageModelTool<unknown> {
  return {
    prepareInvocation: ({ input }) =>
      clearly(async () => {
        const { doing, question, warning, command } = await checked(input);
        const message = new vscode.MarkdownString().appendText(warning);
        if (command !== undefined) message.appendCodeblock(command, 'sh');
        return { invocationMessage: doing, confirmationMessages: { title: question, message } };
      }),
    invoke: ({ input }, token) =>
      clearly(async () => {
        const { texts } = await (await checked(input)).run(token);
        if (token.isCancellationRequested) throw new vscode.CancellationError();
        return new vscode.LanguageModelToolResult(texts.map((text) => new vscode.LanguageModelTextPart(text)));
      }),
  };
}

/** The agent reads the message of an error: one sentence, and the output of a command that is no oracle. */
async function clearly<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof vscode.CancellationError) throw error;
    const { asArguments } = await import('../../agents/tools');
    const { message, output } = error as Error & { readonly output?: string };
    throw new Error(asArguments(message) + (output ? `\nIts output:\n${output}` : ''));
  }
}
