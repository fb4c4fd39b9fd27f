/** `whittle mcp`: the command; the server and its libraries are loaded with it, and only then. */
import type { Command } from 'commander';

/** Adds the command; `run` gets its work, which returns the exit code. */
export function mcpCommand(
  program: Command,
  assets: string,
  run: (work: () => Promise<number>) => Promise<void>,
): void {
  program
    .command('mcp')
    .description('Serve coding agents over MCP on stdin and stdout: the tools whittle_reduce and whittle_isolate.')
    .addHelpText(
      'after',
      `
A client starts it: { "command": "whittle", "args": ["mcp"] }. Files must be inside the client's roots, or inside this directory if the
client has none. The tools run the commands that the client sends, on this machine. It ends when stdin closes. See docs/agents.md.`,
    )
    .action(() => run(async () => (await import('./mcp')).serve(assets)));
}
