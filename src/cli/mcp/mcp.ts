/** The MCP server: two tools over stdio. Each call runs the terminal's own command in a process of its own (`terminal.ts`). */
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  type CallToolResult,
} from '@modelcontextprotocol/sdk/types.js';
import { version } from '../../../package.json';
import { argumentsOf, ToolError } from '../../agents/tools';
import { bounded, bufferSize } from './bounded';
import { isolateTool } from './isolateTool';
import { reduceTool } from './reduceTool';
import { rootsOf } from './roots';
import { listed, type ServedTool } from './serving';
import { telling, type Calling } from './telling';
import { endings, signals } from '../../oracle/platform/processes';

const tools: readonly ServedTool[] = [reduceTool, isolateTool];

const instructions = `Whittle turns a big failing input into a small one. Use whittle_reduce when a command (compiler, parser, formatter, test) fails on a long file: it finds the few lines that cause the failure. Use whittle_isolate when one file fails and a similar one passes. Give a strict rule: it must accept this failure only, so name its message with match, or set sameFailure. Inputs are never changed.`;

/** Serves until stdin closes or a signal comes; then its runs end, too. Returns the exit code. `assets`: the folder of the command line. */
export async function serve(assets: string): Promise<number> {
  const server = new Server({ name: 'whittle', version }, { capabilities: { tools: {} }, instructions });
  const closing = new AbortController();
  const runs = new Set<Promise<unknown>>();
  server.onerror = (error) => process.stderr.write(`whittle: ${error.message}\n`);
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.map(listed) }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }, extra) => {
    const tool = tools.find((one) => one.tool.name === params.name);
    if (!tool) throw new McpError(ErrorCode.InvalidParams, `There is no tool "${params.name}".`);
    const signal = AbortSignal.any([extra.signal, closing.signal]);
    const run = answered(tool, params.arguments, server, { ...extra, signal }, assets);
    runs.add(run);
    return run.finally(() => runs.delete(run));
  });
  const ended = untilClosed();
  const answer = (error: object) => process.stdout.write(`${JSON.stringify(error)}\n`);
  const input = bounded(process.stdin, answer);
  await server.connect(new StdioServerTransport(input, process.stdout, { maxBufferSize: bufferSize }));
  await ended;
  closing.abort();
  await Promise.allSettled(runs);
  await server.close();
  return 0;
}

/** Whatever a call can cause is an answer that the agent reads: one sentence. */
async function answered(
  tool: ServedTool,
  given: unknown,
  server: Server,
  calling: Calling,
  assets: string,
): Promise<CallToolResult> {
  try {
    const roots = await rootsOf(server, calling.signal);
    const call = argumentsOf(tool.tool, given, roots);
    const { texts, told } = await telling(calling, call.maxTime, (onEvent) =>
      tool.run(call, { assets, onEvent, signal: calling.signal }),
    );
    return { content: texts.map((text) => ({ type: 'text', text })), structuredContent: told };
  } catch (error) {
    if (!(error instanceof ToolError)) process.stderr.write(`whittle: ${(error as Error).stack}\n`);
    const { message } = error as Error;
    const output = error instanceof ToolError && error.output ? [`Its output:\n${error.output}`] : [];
    return { isError: true, content: [message, ...output].map((text) => ({ type: 'text', text })) };
  }
}

function untilClosed(): Promise<void> {
  return new Promise((resolve) => {
    const close = () => resolve();
    process.stdin.once('end', close).once('close', close);
    for (const signal of [signals.interrupt, ...endings]) process.on(signal, close);
  });
}
