/** The MCP server: the tools for coding agents over stdio. A call answers in time: a run that needs longer goes on, and later calls wait for it. */
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  type Tool as ListedTool,
} from '@modelcontextprotocol/sdk/types.js';
import { fileURLToPath } from 'node:url';
import { version } from '../../../package.json';
import { callOf, type Call } from '../../agents/calls';
import { tokenOf } from '../../agents/results';
import {
  answerTo,
  argumentShape,
  argumentsOf,
  continueTool,
  isolateTool,
  reduceTool,
  ToolError,
  type Answer,
  type Tool,
} from '../../agents/tools';
import { endings, signals } from '../../oracle/platform/processes';
import { AgentRun, type Calling } from './agentRun';

const tools: readonly Tool[] = [reduceTool, isolateTool, continueTool];

const instructions = `Whittle turns a big failing input into a small one. Use whittle_reduce when a command (compiler, parser, formatter, test) fails on a long file: it finds the few lines that cause the failure. Use whittle_isolate when one file fails and a similar one passes. Give a strict rule: it must accept this failure only, so name its message with match, or set sameFailure. Inputs are never changed. A run that takes longer than a call goes on: whittle_continue waits for it.`;

/** Serves until stdin closes or a signal comes; then its runs end, too. Returns the exit code. `assets`: the folder of the command line; `wait`: a call answers within this time, s. */
export async function serve(assets: string, wait = 45): Promise<number> {
  const server = new Server({ name: 'whittle', version }, { capabilities: { tools: {} }, instructions });
  const runs = new Runs(1000 * wait, assets);
  server.onerror = (error) => process.stderr.write(`whittle: ${error.message}\n`);
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.map(listed) }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, calling) => {
    const tool = tools.find((one) => one.name === params.name);
    if (!tool) throw new McpError(ErrorCode.InvalidParams, `There is no tool "${params.name}".`);
    try {
      const roots = await rootsOf(server, calling.signal);
      return { content: asContent(await runs.answer(tool, params.arguments, roots, calling)) };
    } catch (error) {
      // Whatever a call can cause is an answer that the agent reads: one sentence.
      return { isError: true, content: asContent(answerTo(error)) };
    }
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

const asContent = (texts: readonly string[]) => texts.map((text) => ({ type: 'text' as const, text }));

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

/** Runs that are known after their end. */
const mostKnown = 50;

/** All runs of a server. `waitMs`: a call has answered by then; `assets`: the folder of the command line. */
export class Runs {
  private readonly all = new Map<string, AgentRun>();

  constructor(
    private readonly waitMs: number,
    private readonly assets: string,
  ) {}

  /** An abort ends the run with its best result, which is written. Throws errors for the agent. */
  async answer(tool: Tool, given: unknown, roots: readonly string[], calling: Calling): Promise<Answer> {
    if (tool.name !== continueTool.name) return this.answerTo(callOf(tool, given, roots), calling);
    const { token = '', stop } = argumentsOf(tool, given);
    const run = this.all.get(token);
    if (!run) {
      throw new ToolError(`No run has the token "${token}" here: make the call of its run again, which continues it.`);
    }
    if (stop) run.finish();
    const { maxTime, maxTests, ...rest } = run.call.given;
    const { ending, unverified } = run.end ?? {};
    const isLimited = ending === 'time' || ending === 'tests' || unverified;
    // A result that nobody has heard comes first.
    const next =
      isLimited && run.isTold && !stop && (maxTime ?? maxTests) ? this.begun({ ...run.call, given: rest }) : run;
    return next.answer(calling, this.waitMs);
  }

  /** Resolves when nothing of them is left. */
  async end(): Promise<void> {
    const runs = [...this.all.values()];
    for (const run of runs) run.stop('the server ended');
    await Promise.all(runs.map((run) => run.over));
  }

  /**
   * The same call again waits for its run, no longer than its own limit, or follows it if it was stopped. Another call on the file ends a
   * run that no call waits for.
   */
  private answerTo(call: Call, calling: Calling): Promise<Answer> {
    const same = this.all.get(tokenOf(call));
    const { maxTime = Infinity } = call.given;
    if (same && !same.isOver && !same.isStopped) return same.answer(calling, Math.min(1000 * maxTime, this.waitMs));
    const others = [...this.all.values()].filter((run) => run.call.file === call.file && run.isAlone);
    for (const run of others) run.stop('another call for the file followed');
    return this.begun(call).answer(calling, this.waitMs);
  }

  private begun(call: Call): AgentRun {
    const token = tokenOf(call);
    const run = new AgentRun(call, token, this.assets);
    this.all.delete(token);
    this.all.set(token, run);
    const [oldest] = [...this.all.values()].filter(({ isOver }) => isOver);
    if (this.all.size > mostKnown && oldest) this.all.delete(oldest.token);
    return run;
  }
}
