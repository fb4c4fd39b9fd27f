/** What must go when a piece of work ends, also if the bench is interrupted by then. */

const open = new Set<() => void>();

const interrupted = () => process.exit(130);
// The last that began goes first: processes before the directories that they write to.
const clean = () => [...open].reverse().forEach((cleanup) => cleanup());

/** Returns the end of the work: it cleans up, once. */
export function cleaning(cleanup: () => void): () => void {
  if (open.size === 0) process.once('SIGINT', interrupted).once('SIGTERM', interrupted).once('exit', clean);
  open.add(cleanup);
  return () => {
    if (!open.delete(cleanup)) return;
    if (open.size === 0) process.off('SIGINT', interrupted).off('SIGTERM', interrupted).off('exit', clean);
    cleanup();
  };
}
