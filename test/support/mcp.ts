/** The built MCP server, with the SDK's own client. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ListRootsRequestSchema, type CallToolResult, type Progress } from '@modelcontextprotocol/sdk/types.js';
import { pathToFileURL } from 'node:url';
import { cli } from './cli';

/** A server that runs. */
export interface Served {
  readonly client: Client;
  readonly transport: StdioClientTransport;
  /** Of the tool, whether it succeeds or not. */
  call(tool: string, given: object, options?: CallOptions): Promise<CallToolResult>;
  stderr(): string;
}

interface CallOptions {
  readonly onprogress?: (progress: Progress) => void;
  readonly signal?: AbortSignal;
  /** ms */
  readonly timeout?: number;
}

/** `roots`: directories of the client; without them it has no such capability. `flags`: of the server. */
export async function served(cwd: string, roots?: readonly string[], flags: readonly string[] = []): Promise<Served> {
  const env = Object.fromEntries(Object.entries(process.env).map(([name, value]) => [name, value ?? '']));
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [cli, 'mcp', ...flags],
    cwd,
    env,
    stderr: 'pipe',
  });
  let said = '';
  transport.stderr!.on('data', (data: Buffer) => (said += String(data)));
  const client = new Client({ name: 'test', version: '1' }, { capabilities: roots ? { roots: {} } : {} });
  if (roots) {
    client.setRequestHandler(ListRootsRequestSchema, () => ({
      roots: roots.map((root) => ({ uri: pathToFileURL(root).href })),
    }));
  }
  await client.connect(transport);
  const call: Served['call'] = async (name, given, options) =>
    (await client.callTool({ name, arguments: { ...given } }, undefined, {
      timeout: 180_000,
      ...options,
    })) as CallToolResult;
  return { client, transport, call, stderr: () => said };
}

/** The texts of an answer. */
export function textsOf({ content }: CallToolResult): string[] {
  return content.map((part) => (part.type === 'text' ? part.text : ''));
}
