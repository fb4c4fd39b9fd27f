/** How the server carries out a tool, and how clients see it. */
import type { Tool as ListedTool } from '@modelcontextprotocol/sdk/types.js';
import { argumentShape, type Answer, type CommonArguments, type Tool } from '../../agents/tools';
import type { Terminal } from './terminal';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tools of different arguments stand in one list
export interface ServedTool<T extends CommonArguments = any> {
  readonly tool: Tool;
  /** Throws `ToolError`. */
  run(given: T & { readonly roots: readonly string[] }, terminal: Terminal): Promise<Answer>;
}

export function listed({ tool }: ServedTool): ListedTool {
  const { name, title, description, result } = tool;
  return {
    name,
    title,
    description,
    inputSchema: argumentShape(tool) as ListedTool['inputSchema'],
    outputSchema: result as ListedTool['outputSchema'],
    // Inputs stay as they are, but the command is the client's, and may do anything.
    annotations: { title, readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  };
}
