/** How the server carries out a tool, and how clients see it. */
import type { Tool as ListedTool } from '@modelcontextprotocol/sdk/types.js';
import type { CommonArguments } from '../../agents/arguments';
import { shapeOf, type Answer, type Tool } from '../../agents/tool';
import type { Terminal } from './terminal';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tools of different arguments stand in one list
export interface ServedTool<T extends CommonArguments = any> {
  readonly tool: Tool<T>;
  /** Throws `ToolError`. */
  run(given: T & { readonly roots: readonly string[] }, terminal: Terminal): Promise<Answer>;
}

export function listed({ tool: { name, title, description, schema, result } }: ServedTool): ListedTool {
  return {
    name,
    title,
    description,
    inputSchema: shapeOf(schema, 'input') as ListedTool['inputSchema'],
    outputSchema: shapeOf(result, 'output') as ListedTool['outputSchema'],
    // Inputs stay as they are, but the command is the client's, and may do anything.
    annotations: { title, readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  };
}
