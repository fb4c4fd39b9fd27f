/** The MCP server: the tools for coding agents over stdio. */
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  type CallToolResult,
  type Tool as ListedTool,
} from '@modelcontextprotocol/sdk/types.js';
import { fileURLToPath } from 'node:url';
import { version } from '../../../package.json';
import {
  answerTo,
  argumentShape,
  continueTool,
  isolateTool,
  reduceTool,
  ToolError,
  type Tool,
} from '../../agents/tools';
import { endings, signals } from '../../oracle/platform/processes';
import type { Calling } from './agentRun';
import { Runs } from './calls';

const tools: readonly Tool[] = [reduceTool, isolateTool, continueTool];

const instructions = `Whittle turns a big failing input into a small one. Use whittle_reduce when a command (compiler, parser, formatter, test) fails on a long file: it finds the few lines that cause the failure. Use whittle_isolate when one file fails and a similar one passes. Give a strict rule: it must accept this failure only, so name its message with match, or set sameFailure. Inputs are never changed. A run that takes longer than a call goes on: whittle_continue waits for it.`;

/** Serves until stdin closes or a signal comes; then its runs end, too. Returns the exit code. `assets`: the folder of the command line; `wait`: a call answers within this time, s. */
export async function serve(assets: string, wait = 45): Promise<number> {
  const server = new Server({ name: 'whittle', version }, { capabilities: { tools: {} }, instructions });
  const runs = new Runs(1000 * wait, assets);
  server.onerror = (error) => process.stderr.write(`whittle: ${error.message}\n`);
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.map(listed) }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }, extra) => {
    const tool = tools.find((one) => one.name === params.name);
    if (!tool) throw new McpError(ErrorCode.InvalidParams, `There is no tool "${params.name}".`);
    return answered(tool, params.arguments, server, extra, runs);
  });
  await new Promise<void>((resolve) => {
    const close = () => resolve();
    process.stdin.once('end', close).once('close', close);
    for (const signal of [signals.interrupt, ...endings]) process.on(signal, close);
    server.onclose = close;
    // Else a long message ends the server.
    const unlimited = { maxBufferSize: Infinity };
    void server.connect(new StdioServerTransport(process.stdin, process.stdout, unlimited));
  });
  await runs.end();
  await server.close();
  return 0;
}

/** As clients see it. */
function listed(tool: Tool): ListedTool {
  const { name, title, description } = tool;
  return {
    name,
    title,
    description,
    inputSchema: argumentShape(tool) as ListedTool['inputSchema'],
    // Inputs stay as they are, but the command is the client's, and may do anything.
    annotations: { title, readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  };
}

/** Whatever a call can cause is an answer that the agent reads: one sentence. */
async function answered(
  tool: Tool,
  given: unknown,
  server: Server,
  calling: Calling,
  runs: Runs,
): Promise<CallToolResult> {
  const asContent = (texts: readonly string[]) => texts.map((text) => ({ type: 'text' as const, text }));
  try {
    return { content: asContent(await runs.answer(tool, given, await rootsOf(server, calling.signal), calling)) };
  } catch (error) {
    return { isError: true, content: asContent(answerTo(error)) };
  }
}

/**
 * Directories, absolute: files outside of them are refused. A client without roots gets the directory in which the server started. Asked
 * for at each call, as they change while a client runs. Throws `ToolError`.
 */
async function rootsOf(server: Server, signal: AbortSignal): Promise<readonly string[]> {
  if (!server.getClientCapabilities()?.roots) return [process.cwd()];
  const { roots } = await server.listRoots(undefined, { signal, timeout: 10_000 }).catch((error: Error) => {
    throw new ToolError(`The client does not tell its roots (${error.message}): open a folder in it.`);
  });
  const directories = roots.filter(({ uri }) => uri.startsWith('file:')).map(({ uri }) => fileURLToPath(uri));
  if (directories.length === 0) throw new ToolError('The client has no roots: open a folder in it.');
  return directories;
}
