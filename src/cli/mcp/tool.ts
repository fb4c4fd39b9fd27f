/** A tool: its name and texts for agents, its arguments, and its run. */
import type { CallToolResult, Tool as ListedTool } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import type { CommonArguments } from './arguments';
import type { Terminal } from './terminal';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tools of different arguments stand in one list
export interface Tool<T extends CommonArguments = any> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly schema: z.ZodType<T>;
  readonly result: z.ZodType;
  /** Throws `ToolError`. */
  run(given: T & { readonly roots: readonly string[] }, terminal: Terminal): Promise<CallToolResult>;
}

/** As clients see it. */
export function listed({ name, title, description, schema, result }: Tool): ListedTool {
  return {
    name,
    title,
    description,
    inputSchema: shape(schema, 'input'),
    outputSchema: shape(result, 'output'),
    // Inputs stay as they are, but the command is the client's, and may do anything.
    annotations: { title, readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  };
}

function shape(schema: z.ZodType, io: 'input' | 'output'): ListedTool['inputSchema'] {
  return z.toJSONSchema(schema, { target: 'draft-7', io }) as ListedTool['inputSchema'];
}
