/** Process groups, as Linux and macOS have them. */

/** Nothing happens if no process of the group is left. */
export function signalGroup(leader: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-leader, signal);
  } catch {
    // No process of the group is left.
  }
}
