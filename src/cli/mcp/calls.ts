/** Calls of the MCP server. A call answers in time: a run that needs longer goes on, and later calls wait for it. */
import { callOf, type Call } from '../../agents/calls';
import { tokenOf } from '../../agents/results';
import { argumentsOf, continueTool, ToolError, type Answer, type Tool } from '../../agents/tools';
import { AgentRun, type Calling } from './agentRun';

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
    const isLimited = run.end?.ending === 'time' || run.end?.ending === 'tests';
    const next = isLimited && !stop && (maxTime ?? maxTests) ? this.begun({ ...run.call, given: rest }) : run;
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
