/** Roots of the client: files outside of them are refused. A client without roots gets the directory in which the server started. */
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { fileURLToPath } from 'node:url';
import { ToolError } from '../../agents/tools';

/** Directories, absolute. Asked for at each call, as they change while a client runs. Throws `ToolError`. */
export async function rootsOf(server: Server, signal: AbortSignal): Promise<readonly string[]> {
  if (!server.getClientCapabilities()?.roots) return [process.cwd()];
  const { roots } = await server.listRoots(undefined, { signal, timeout: 10_000 }).catch((error: Error) => {
    throw new ToolError(`The client does not tell its roots (${error.message}): open a folder in it.`);
  });
  const directories = roots.filter(({ uri }) => uri.startsWith('file:')).map(({ uri }) => fileURLToPath(uri));
  if (directories.length === 0) throw new ToolError('The client has no roots: open a folder in it.');
  return directories;
}
